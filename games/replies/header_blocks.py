"""The headers of a mail as programs write them above what they quote: "From: …", "Sent: …".

People write lists of that form, too. What tells the two apart is an address in the sender's line,
or a date with its year and a time where a mail has them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from games.replies.line_kinds import COLONS, LOOKED_AT, WRAPS, has_time, has_year
from games.replies.mail_program_phrases import quoting_words

_BLOCK_LINES = 14
_MOST_NAME = 26
_NAMES_IN_LINE = re.compile(r"[^\W\d_]{1,20} ?[:：]")
_BRACKETED = re.compile(r"[<\[(](?:mailto:)?[^\s<>@]{1,64}@[^\s<>@]{1,80}[>\])]")


def header_said(line: str) -> str:
    """What the line tells if it is a header's: from, sent, to, subject; "?" for another name,
    "" where it is none."""
    return _said(line[: _MOST_NAME + 8])


@lru_cache(maxsize=1024)
def _said(head: str) -> str:
    """Asked of each line as often as a block may begin above it."""
    head = head.lstrip(WRAPS + ">•")
    place = min((at for colon in COLONS if (at := head.find(colon)) > 0), default=0)
    if not 0 < place <= _MOST_NAME:
        return ""
    name = head[:place].strip(WRAPS + "\u200f\u200e").casefold()
    said = quoting_words().headers.get(name)
    if said is not None:
        return said
    is_name = bool(name) and len(name.split()) <= 3 and all(map(_may_be_in_name, name))
    return "?" if is_name else ""


def _may_be_in_name(sign: str) -> bool:
    return sign.isalpha() or sign in " -/()'" or unicodedata.category(sign)[0] == "M"


def header_block_length(lines: Sequence[str], start: int) -> int:
    """How many lines from here are the headers of a quoted mail; 0 where they are none.

    They are known by their names in some language; or, in any, by an address in brackets and a
    moment in at least three lines of the form "name: value" that follow each other.
    """
    first = header_said(lines[start])
    if not first:
        return 0
    if first != "?" and _is_header_line(lines[start]):
        return 1
    said: list[str] = []
    values: list[str] = []
    length = 0
    for line in lines[start : start + _BLOCK_LINES]:
        kind = header_said(line) if line else ""
        if kind:
            said.append(kind)
            values.append(line)
        elif not line and len(said) < 2 and length < 3:
            pass
        elif not line or not lines[start + length - 1]:
            break
        else:
            values[-1] += f" {line}"
        length += 1
    return length if _is_header_block(said, values) else 0


def may_be_headers(lines: Sequence[str], start: int) -> bool:
    """Whether two lines that are no block name a sender and something else of a mail."""
    if header_said(lines[start]) != "from" or start + 1 >= len(lines):
        return False
    return header_said(lines[start + 1]) in {"sent", "to", "subject"}


def _is_header_line(line: str) -> bool:
    """Whether a whole header stands in one line, as some programs flow it."""
    said = {header_said(word) for word in _NAMES_IN_LINE.findall(line[:LOOKED_AT])}
    return {"from", "subject"} <= said and len(said - {"", "?"}) >= 3


def _is_header_block(said: Sequence[str], values: Sequence[str]) -> bool:
    told: dict[str, str] = {}
    for kind, value in zip(said, values, strict=True):
        if kind != "?":
            told.setdefault(kind, value)
    if "from" in told and len(told) > 1 and "@" in told["from"] + told.get("to", ""):
        return True
    sent = told.get("sent", "")
    is_ordered = list(said[:2]) == ["from", "sent"] or ("subject" in told and has_time(sent))
    if "from" in told and len(told) > 2 and has_year(sent) and is_ordered:
        return True
    if len(said) < 3 or not any("@" in value for value in values):
        return False
    is_named = len(told) > 2 and any("@" in value for value in told.values())
    is_named = is_named or any(map(_BRACKETED.search, values))
    return is_named and sum(has_year(value) and has_time(value) for value in values) == 1
