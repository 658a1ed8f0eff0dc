"""The words with which a program says whom it quotes: "On …, … wrote:".

They are known by a sender, a moment and a verb of some language, or by their form alone; nothing
below them is looked at further than it takes to see whether a quotation follows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from games.replies.line_kinds import (
    COLONS,
    DASHES,
    LOOKED_AT,
    MOST_ATTRIBUTION,
    WRAPS,
    has_date,
    has_time,
    has_whole_date,
    is_barred,
    is_divider,
    is_quoted,
)
from games.replies.mail_program_phrases import quoting_words

ATTRIBUTION_LINES = 6
_MOST_BARE = 200
_MOST_UNDATED_WORDS = 7
_ADDRESS = re.compile(r"[^\s@<>\[\]:,;]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,6}")
_LISTED = re.compile(r"[^\W\d_]{2,20}: [^\W\d_]*\d|Copyright\b")
_COLON_INSIDE = re.compile(r"[:：] ")
_CLOSES = (">", ")", "]")
_BEGUN_INSIDE = (" On ", " Am ", " Le ", " Il ", " El ", " Op ", " Em ")


def attribution_length(lines: Sequence[str], start: int, *, is_first: bool) -> int:
    """How many lines from here are one "On …, … wrote:", however it was wrapped; 0 if none.

    `is_first`: a paragraph begins with the line, so that the writer's name alone may stand in it.
    """
    is_firm = _may_begin_attribution(lines[start])
    if not (is_firm or is_first) or _LISTED.match(lines[start]):
        return 0
    length = _attribution_from(lines, start)
    if is_firm or not length:
        return length
    # Somebody's words may stand right above it.
    address = next(
        (n for n in range(start + 1, start + length) if lines[n][0] == "<"), start + length
    )
    below = range(start + 1, address)
    is_later = any(
        (_may_begin_attribution(lines[number]) or lines[number - 1].endswith((".", "!", "?")))
        and _names_writer(lines[number : start + length])
        and _attribution_from(lines, number)
        for number in below
    )
    return 0 if is_later else length


def is_attribution_begun(line: str) -> bool:
    """Whether the line begins with an attribution, and goes on with what was written."""
    if "@" not in line or not _may_begin_attribution(line):
        return False
    places = [at.start() for at in islice(_COLON_INSIDE.finditer(line[:LOOKED_AT]), 8)]
    return any(
        _ADDRESS.search(line[:place]) is not None
        and _verb(line[:place].casefold(), "")[1]
        and has_date(line[:place])
        for place in places
    )


def attribution_in_line(line: str) -> int:
    """Where in a line of somebody's words an attribution begins that shares it; 0 if none."""
    if not line.endswith(COLONS):
        return 0
    for begin in _BEGUN_INSIDE:
        place = line.find(begin)
        if place > 0 and _is_attribution(line[place + 1 :], line, ()):
            return place
    return 0


def may_be_one(line: str) -> bool:
    """Whether a line that is none says all the same who wrote something, or when."""
    last = line[-LOOKED_AT:]
    if line.endswith(_CLOSES):
        return has_date(last) and (has_address(last) or _verb(last.casefold(), "")[0])
    is_told = line.endswith(COLONS) and (has_date(last) or has_time(last) or has_address(last))
    return is_told and _verb(last.casefold(), "")[0]


def ends_so(line: str) -> bool:
    """Whether a line between dashes ends with the verb of an attribution."""
    words = line.strip(DASHES + ":： ").casefold()
    return _verb(words, words)[1]


def has_address(text: str) -> bool:
    return _ADDRESS.search(text) is not None


def _names_writer(lines: Sequence[str]) -> bool:
    """Whether these lines say by themselves who wrote, and are not the rest of what does."""
    joined = " ".join(lines)
    if joined.startswith(("<", "(", "[")):
        return False
    return has_address(joined) or _verb(joined.casefold(), "")[0]


def _attribution_from(lines: Sequence[str], start: int) -> int:
    joined = ""
    for length, line in enumerate(lines[start : start + ATTRIBUTION_LINES], start=1):
        # Each line with a date of its own is one of a log or a list.
        if not line or is_quoted(line):
            return 0
        if joined and (has_whole_date(line, joined) or is_divider(line)):
            return 0
        joined = f"{joined} {line}" if joined else line
        if len(joined) > MOST_ATTRIBUTION:
            return 0
        if _may_end_attribution(line) and _is_attribution(
            joined, line, lines[start + length : start + length + 3]
        ):
            return length
    return 0


def _may_begin_attribution(line: str) -> bool:
    bare = line.lstrip(DASHES + WRAPS + "[(")
    words = bare.split(maxsplit=1)
    if not words:
        return False
    if words[0].casefold().strip(",.*_") in quoting_words().begins:
        return True
    return bare[0].isdigit() or ("@" in line and has_date(line))


def _may_end_attribution(line: str) -> bool:
    tail = line[-40:].rstrip(WRAPS)
    if tail.endswith((*COLONS, ">", ")", "]", "-", "_", "=")):
        return True
    known = quoting_words()
    words = tail.casefold().rstrip(".")
    return words.split()[-1:] != [] and (
        words.split()[-1] in known.wrote or words.endswith(known.wrote_phrases)
    )


class _Signs(NamedTuple):
    """What in a line or more speaks for an attribution. `ends`: it ends as one does."""

    has_colon: bool
    ends: bool
    has_verb: bool
    has_address: bool
    is_dated: bool
    has_time: bool


def _is_attribution(joined: str, last: str, ahead: Sequence[str]) -> bool:
    """Whether the lines, of which this is the last, say who wrote what follows."""
    signs = _signs(joined, last, ahead)
    following = [line for line in ahead if line]
    near = following if joined.rstrip(WRAPS).endswith(COLONS) else following[:1]
    is_quotation_ahead = any(is_quoted(line) or is_barred(line) for line in near)
    has_moment = signs.is_dated or signs.has_time
    if not (signs.has_colon or signs.ends):
        is_closed = joined.strip(DASHES + WRAPS).endswith(_CLOSES)
        is_bare = (signs.has_address or signs.has_verb) and signs.is_dated
        is_bare = is_bare and (is_closed or joined.rstrip().endswith(">"))
        return is_bare and is_quotation_ahead and len(joined) < _MOST_BARE
    is_told = has_moment or is_quotation_ahead or len(joined.split()) <= _MOST_UNDATED_WORDS
    if signs.has_address and ((signs.has_verb and is_told) or (signs.has_colon and has_moment)):
        return True
    if signs.has_verb and (has_moment if is_quotation_ahead else signs.is_dated):
        # Programs leave a line empty above what they don't mark; people go on in the next.
        return is_quotation_ahead or joined != last or not (ahead and ahead[0])
    if not is_quotation_ahead:
        return False
    is_short = len(joined.split()) <= 8
    is_named = signs.has_address or (has_date(joined) and signs.has_time)
    return (signs.ends and is_short) or (signs.has_colon and is_named)


def _signs(joined: str, last: str, ahead: Sequence[str]) -> _Signs:
    bare = joined.strip(DASHES + WRAPS)
    has_colon = bare.endswith(COLONS)
    words = bare.rstrip(":：﹕։៖ *_>").casefold()
    has_verb, ends = _verb(words, last.casefold())
    # Without a colon it ends with its paragraph.
    ends = ends and (has_colon or not (ahead and ahead[0]) or is_quoted(ahead[0]))
    return _Signs(
        has_colon=has_colon,
        ends=ends,
        has_verb=has_verb,
        has_address=has_address(joined) or "mailto:" in joined,
        is_dated=has_date(joined),
        has_time=has_time(joined),
    )


def _verb(words: str, last: str) -> tuple[bool, bool]:
    """Whether somebody wrote something in these words, and whether they end so."""
    known = quoting_words()
    bare = [word.strip("*_,.;:։\"'") for word in words.replace("*", " ").split()]
    listed = [word if word in known.wrote else word.strip("()") for word in bare]
    has_phrase = any(one in words for one in known.wrote_phrases)
    has_word = any(one in known.wrote for one in listed)
    ends = words.rstrip(".").endswith(known.wrote_phrases)
    ends = ends or bool(listed and listed[-1] in known.wrote)
    ends = ends or (
        last.rstrip(" :：*_->").endswith(("(a)", "/a", "(а)")) and (has_word or has_phrase)
    )
    return has_phrase or has_word, ends
