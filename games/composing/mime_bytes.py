"""Text and HTML as a message, and that as bytes: what Django makes, in a fraction of the time."""

from __future__ import annotations

import re
import secrets
from binascii import b2a_qp
from email.header import Header
from email.message import Message
from email.policy import compat32
from functools import lru_cache

from django.core.mail import SafeMIMEMultipart
from django.core.mail.message import RFC5322_EMAIL_LINE_LENGTH_LIMIT, forbid_multi_line_headers

_LONGEST = 78
"""Django encodes what is not ASCII and folds what is longer."""

_HEAD_END = b"</head>\n"
_OTHER_LINE_END = re.compile(rb"\r\n?")


class TextAndHtml(SafeMIMEMultipart):
    """A message of these two, without headers of its own.

    Its parts are made when somebody asks for them: its bytes need none.
    """

    # The stubs leave out what a message has of its own.
    _headers: list[tuple[str, str]]
    _parts: list[Message] | None

    def __init__(self, text: str, html: str) -> None:
        self._texts = {"plain": text, "html": html}
        Message.__init__(self)
        # So many random digits stand in no text; the library would look for its few.
        self._border = f"=={secrets.token_hex(16)}=="
        self["Content-Type"] = f'multipart/alternative; boundary="{self._border}"'
        self["MIME-Version"] = "1.0"

    def __setitem__(self, name: str, value: object) -> None:
        """Add a header. Raises BadHeaderError for one of several lines."""
        text = str(value)
        if not (text.isascii() and text.isprintable() and len(text) <= _LONGEST):
            text = _checked(name, text)
        self._headers.append((name, text))

    @property
    def _payload(self) -> list[Message]:
        made = self._parts
        if made is None:
            made = self._parts = [_part(text, kind) for kind, text in self._texts.items()]
        return made

    @_payload.setter
    def _payload(self, parts: list[Message] | None) -> None:
        self._parts = parts

    # The stubs know a later Django than runs.
    def as_bytes(self, unixfrom: bool = False, linesep: str = "\n") -> bytes:  # type: ignore[override]
        """The message as it is sent, with these line ends."""
        if unixfrom or self._parts is not None:
            return super().as_bytes(unixfrom, linesep)
        border, end = f"--{self._border}", linesep.encode()
        lines = [_header(name, value, linesep) for name, value in self._headers]
        lines.append(b"")
        for kind, text in self._texts.items():
            encoding, data = _encoded(text)
            about = [border, *(f"{name}: {value}" for name, value in _about(kind, encoding)), ""]
            lines += [linesep.join(about).encode(), data.replace(b"\n", end)]
        return end.join([*lines, f"{border}--".encode(), b""])


def _part(text: str, kind: str) -> Message:
    encoding, data = _encoded(text)
    part = Message()
    for name, value in _about(kind, encoding):
        part[name] = value
    part.set_payload(data.decode("ascii", "surrogateescape"))
    return part


def _about(kind: str, encoding: str) -> tuple[tuple[str, str], ...]:
    return (
        ("Content-Type", f'text/{kind}; charset="utf-8"'),
        ("MIME-Version", "1.0"),
        ("Content-Transfer-Encoding", encoding),
    )


def _encoded(text: str) -> tuple[str, bytes]:
    """How a text is told, and that, its lines ended by line feeds."""
    data = text.encode(errors="replace")
    if b"\r" in data:
        data = _OTHER_LINE_END.sub(b"\n", data)
    if _has_long_line(data):
        head, end, body = data.partition(_HEAD_END)
        return "quoted-printable", _quoted(head + end) + b2a_qp(body) if end else b2a_qp(data)
    return "7bit" if data.isascii() else "8bit", data


@lru_cache(maxsize=64)
def _quoted(head: bytes) -> bytes:
    """A page's title and styles, which thousands share; they end with a line."""
    return b2a_qp(head)


def _has_long_line(data: bytes) -> bool:
    begun = 0
    while len(data) - begun > RFC5322_EMAIL_LINE_LENGTH_LIMIT:
        end = data.rfind(b"\n", begun, begun + RFC5322_EMAIL_LINE_LENGTH_LIMIT + 1)
        if end < 0:
            return True
        begun = end + 1
    return False


@lru_cache(maxsize=1024)
def _checked(name: str, value: str) -> str:
    """A header's value as Django makes it, encoded where it must be; a subject is told often."""
    _name, checked = forbid_multi_line_headers(name, value, "utf-8")
    return encoded_subject(value) if name == "Subject" else str(checked)


def encoded_subject(subject: str) -> str:
    """A subject in lines: Django folds without counting the header's name, and then again."""
    charset = None if subject.isascii() else "utf-8"
    return Header(subject, charset, _LONGEST, header_name="Subject").encode()


@lru_cache(maxsize=1024)
def _header(name: str, value: str, linesep: str) -> bytes:
    """A header in lines of a mail's length, folded at its spaces; half of them are every mail's."""
    lines = f"{name}: {value}".split("\n")
    if len(lines) == 1 and len(lines[0]) > _LONGEST:
        lines = _folded(lines[0])
    is_plain = all(line.isascii() and line.isprintable() for line in lines)
    if is_plain and all(line.startswith(" ") for line in lines[1:]):
        return linesep.join(lines).encode()
    return compat32.clone(linesep=linesep).fold_binary(name, value).removesuffix(linesep.encode())


def _folded(line: str) -> list[str]:
    first, *words = line.split(" ")
    lines = [first]
    for word in words:
        if len(lines[-1]) + 1 + len(word) <= _LONGEST:
            lines[-1] += f" {word}"
        else:
            lines.append(f" {word}")
    return lines
