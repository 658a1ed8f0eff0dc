"""A report's bytes as numbered lines, within limits of size, whoever wrote it."""

from __future__ import annotations

from typing import NamedTuple

MOST_BYTES = 8 * 1024 * 1024
MOST_LINES = 40_000
LONGEST_LINE = 4_000
_SHOWN = 40
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_ALLOWED_CONTROLS = {"\t", "\f", "\x1a"}


class MalformedReportError(ValueError):
    """A report that cannot be read; `line` is where (None: the file as a whole), `reason` why."""

    def __init__(self, line: int | None, reason: str) -> None:
        super().__init__(reason if line is None else f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class Line(NamedTuple):
    """One line without its end, and the same cut into bytes where it isn't plain ASCII.

    Some programs count a name's columns in bytes: `by_bytes` has a character for each of them.
    """

    number: int
    text: str
    by_bytes: str

    @property
    def code(self) -> str:
        """The record's three characters."""
        return self.text[:3].upper()

    def refuse(self, reason: str) -> MalformedReportError:
        """The fault to raise about this line."""
        return MalformedReportError(self.number, reason)


def read_lines(content: bytes) -> list[Line]:
    """The lines with something on them; UTF-8, and what is not is taken for Windows' Latin."""
    if len(content) > MOST_BYTES:
        raise MalformedReportError(
            None, f"the file has {len(content):,} bytes; {MOST_BYTES:,} are read at most"
        )
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise MalformedReportError(1, "the file is in UTF-16; save it as UTF-8")
    content = content.removeprefix(_BYTE_ORDER_MARK)
    ended = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    if len(ended) > MOST_LINES:
        raise MalformedReportError(
            None, f"the file has {len(ended):,} lines; {MOST_LINES:,} are read at most"
        )
    lines = [_line(number, raw) for number, raw in enumerate(ended, 1)]
    return [line for line in lines if line.text.strip()]


def _line(number: int, raw: bytes) -> Line:
    if len(raw) > LONGEST_LINE:
        raise MalformedReportError(number, f"the line is longer than {LONGEST_LINE:,} characters")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        text = raw.decode("cp1252", errors="replace")
    for sign in text:
        if sign < " " and sign not in _ALLOWED_CONTROLS:
            raise MalformedReportError(number, f"the character {ord(sign)} stands in no text file")
    text = text.replace("\x1a", "").rstrip()
    return Line(number, text, raw.decode("latin-1").rstrip())


def shown(text: str) -> str:
    """What stood there, in quotes and short enough for a message."""
    plain = "".join(sign if sign.isprintable() else "?" for sign in text)
    return f"“{plain if len(plain) <= _SHOWN else plain[: _SHOWN - 1] + '…'}”"


def whole_number(line: Line, text: str, what: str, least: int, most: int) -> int:
    """The whole number that is written there, within its limits."""
    plain = text.strip()
    if not (plain.isascii() and plain.isdigit()) or len(plain) > 9:
        raise line.refuse(f"{what} is {shown(plain)}, not a whole number")
    number = int(plain)
    if not least <= number <= most:
        raise line.refuse(f"{what} is {number}; it lies between {least} and {most}")
    return number
