"""Cutting a reply down to what its writer added: no quotation, no attribution, no signature.

Lines are looked at once, by their words; there is no regular expression that can be made slow, and
a pre-pass bounds what is looked at. A boundary ends the reply: our marker line, a mail program's
divider or header block, a signature, or the word `end`. Quoted lines (`>`) are left out wherever
they stand, so that an answer above, below or between them is found.
"""

from __future__ import annotations

import re
from collections.abc import Collection

MOST_CHARACTERS = 16 * 1024
MOST_LINES = 200
MOST_LINE_CHARACTERS = 400
MOST_REPEATS = 40

MARKER_START, MARKER_END = "##-", "-##"
"""The first line of every mail that we send stands between these two."""

EXAMPLE_SIGN = "·"
"""What every order in our own mails begins with, so that no quoted one is read as an order."""

_REPEATED = re.compile(rf"([ \-_=*.>])\1{{{MOST_REPEATS},}}")
_STRANGE_SPACES = {ord(character): " " for character in "\u00a0\u2007\u2009\u202f\u3000\t\f\v"}
_INVISIBLE = dict.fromkeys(
    [*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF, 0x00AD, 0]
)
_NORMALISED = str.maketrans({**_STRANGE_SPACES, **_INVISIBLE})

_STOP_WORDS = frozenset(["end", "fine", "fin", "einde"])

_ATTRIBUTION_BEGINS = frozenset(["on", "il", "el", "op", "en", "le", "am", "in", "em"])
_WROTE = frozenset(("wrote", "scritto", "escribió", "escribio", "schreef", "geschreven", "schrieb"))
_ATTRIBUTION_LINES = 4

_FROM_WORDS = ("from:", "da:", "de:", "van:")
_HEADER_WORDS = (
    *_FROM_WORDS,
    "sent:", "date:", "to:", "cc:", "subject:", "reply-to:",
    "inviato:", "data:", "a:", "oggetto:", "rispondi a:",
    "enviado:", "enviado el:", "fecha:", "para:", "asunto:", "responder a:",
    "verzonden:", "datum:", "aan:", "onderwerp:",
)  # fmt: skip
_HEADER_BLOCK_LINES = 4

_DIVIDER_WORDS = (
    "original message", "original appointment", "forwarded message", "begin forwarded",
    "messaggio originale", "messaggio inoltrato", "inizio messaggio inoltrato",
    "mensaje original", "mensaje reenviado", "mensaje enviado", "inicio del mensaje reenviado",
    "oorspronkelijk bericht", "origineel bericht", "doorgestuurd bericht",
    "begin doorgestuurd bericht",
)  # fmt: skip
_SIGNATURE_BEGINS = (
    "sent from my ", "sent from yahoo", "sent from outlook", "sent from mail for", "sent with ",
    "sent from proton", "sent via ", "sent from the ", "get outlook for",
    "inviato da ", "inviato dal ", "inviata da ", "scarica outlook", "ottieni outlook",
    "enviado desde ", "enviado con ", "obtener outlook", "obtén outlook", "descargar outlook",
    "verzonden vanaf ", "verzonden met ", "verzonden vanuit ", "verstuurd vanaf ",
    "verstuurd met ", "download outlook", "outlook voor ",
)  # fmt: skip
_SIGNATURE_LINES = frozenset(("--", "—", "––", "-- ", "---", "___"))


QUOTED_SIGN = ">#"
"""How the quoted heading of a digest's section begins among the lines; alone: the sections' end."""

_LEAST_RULE = 8


def cut_reply(text: str, signs: Collection[str] = ()) -> list[str]:
    """The lines that the writer added, stripped, blank ones kept as "" between others.

    `signs` are the codes of a digest's matches: where its headings are quoted, a line of
    `QUOTED_SIGN` and the code stands for each, so that what was written below it is known.

    Takes time linear in the length of `text`; looks at the first 16 kB, 200 lines and 400
    characters a line, after runs of quoted lines and of repeated signs have been shortened.
    """
    lines = prepared_lines(text, signs)
    kept: list[str] = []
    position = 0
    while position < len(lines):
        line = lines[position]
        if _is_boundary(lines, position):
            break
        length = _attribution_length(lines, position)
        if length:
            if not _is_quotation_ahead(lines, position + length):
                break
            position += length
            continue
        is_left_out = line.startswith(">") and not line.startswith(QUOTED_SIGN)
        kept.append("" if is_left_out else line)
        position += 1
    return _trimmed(kept)


def prepared_lines(text: str, signs: Collection[str] = ()) -> list[str]:
    """The text within its bounds: invisible signs gone, repetitions and quotations shortened."""
    text = text[: 4 * MOST_CHARACTERS].replace("\r\n", "\n").replace("\r", "\n")
    text = _REPEATED.sub(lambda run: run[1] * MOST_REPEATS, text.translate(_NORMALISED))
    lines: list[str] = []
    size = 0
    for whole in text.split("\n"):
        stripped = whole[:MOST_LINE_CHARACTERS].strip()
        line = _quoted_line(stripped, signs) if stripped.startswith(">") else stripped
        if line == ">" and lines and lines[-1] == ">":
            continue
        size += len(line) + 1
        if size > MOST_CHARACTERS or len(lines) == MOST_LINES:
            break
        lines.append(line)
    return lines


def _quoted_line(line: str, signs: Collection[str]) -> str:
    """What stands for a quoted line: a heading of a section if it is one, or else `>`."""
    bare = line.lstrip("> ")
    if signs and len(bare) >= _LEAST_RULE and not bare.strip("-"):
        return QUOTED_SIGN
    code = bare[1:].partition(" ")[0].casefold() if bare.startswith("#") else ""
    return f"{QUOTED_SIGN}{code}" if code and code in signs else ">"


def _is_boundary(lines: list[str], position: int) -> bool:
    line = lines[position]
    if not line or line.startswith(">"):
        return False
    if line.startswith(MARKER_START) or line.endswith(MARKER_END):
        return True
    words = line.casefold()
    return (
        words.rstrip(" .!") in _STOP_WORDS
        or line in _SIGNATURE_LINES
        or words.startswith(_SIGNATURE_BEGINS)
        or _is_divider(words)
        or _is_header_block(lines, position)
    )


def _is_divider(words: str) -> bool:
    if words.startswith("____") and not words.strip("_ "):
        return True
    bare = words.strip("-_=*> :")
    return bare.startswith(_DIVIDER_WORDS) and len(bare) < 60


def _is_header_block(lines: list[str], position: int) -> bool:
    if not _header_word(lines[position]).startswith(_FROM_WORDS):
        return False
    following = lines[position + 1 : position + 1 + _HEADER_BLOCK_LINES]
    return any(_header_word(line).startswith(_HEADER_WORDS) for line in following)


def _header_word(line: str) -> str:
    """How a header's line begins, whatever stars a mail program printed its name in."""
    return line[:20].replace("*", "").replace("_", "").replace(" :", ":").strip().casefold()


def _attribution_length(lines: list[str], position: int) -> int:
    """How many lines from here are one "On …, … wrote:", however it was wrapped; 0 if none."""
    joined = ""
    for length, line in enumerate(lines[position : position + _ATTRIBUTION_LINES], start=1):
        if not line or line.startswith(">"):
            return 0
        joined = f"{joined} {line}".strip()
        if line.endswith(":") and _is_attribution(joined):
            return length
        if length == 1 and not _may_begin_attribution(line):
            return 0
    return 0


def _may_begin_attribution(line: str) -> bool:
    first, _space, rest = line.casefold().partition(" ")
    return first.strip(",*_") in _ATTRIBUTION_BEGINS and bool(rest)


def _is_attribution(joined: str) -> bool:
    words = joined.casefold().replace("*", "").rstrip(" :").split()
    is_address_line = joined.rstrip(" :").endswith(">") and "@" in joined
    has_digit = any(character.isdigit() for character in joined)
    if is_address_line and has_digit:
        return True
    if words and words[-1] in _WROTE:
        return True
    return _may_begin_attribution(joined) and has_digit and not _WROTE.isdisjoint(words)


def _is_quotation_ahead(lines: list[str], position: int) -> bool:
    """Whether the next line that is not blank is quoted with `>`."""
    return next((line for line in lines[position:] if line), "").startswith(">")


def _trimmed(lines: list[str]) -> list[str]:
    while lines and not lines[-1]:
        lines.pop()
    start = next((number for number, line in enumerate(lines) if line), len(lines))
    return lines[start:]
