"""Which lines of a reply are said to the table, or to one person there: what begins with "to all:"
or "to Bruno:", at the beginning of a line or of a sentence in it.

Only that is, so that no order is told by mistake. A line that a mail program broke goes on in the
next one, unless that names anything of the game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from games.replies.command_words import plain_words, words_of
from games.words import is_notation, names_things, says_when

BROKEN_FROM = 56
"""Mail programs break lines behind their sixtieth character or later, at a space before it."""

_SENTENCE_START = re.compile(r"(?<=[.!?…;)–—])\s+(?=[^.!?…]*:)")
"""Behind the end of a sentence, a smiley or a dash, where a colon follows in what begins there."""

_MOST_STARTS = 20


class Whisper(NamedTuple):
    """Words for one person at the table alone, by the name they have there."""

    name: str
    text: str


class Parted(NamedTuple):
    """What of a reply is said to the table, the lines that are left, and what is said to one."""

    talk: tuple[str, ...]
    rest: tuple[str, ...]
    whispers: tuple[Whisper, ...] = ()


def talk_parted(lines: Sequence[str], game: str, names: Sequence[str] = ()) -> Parted:
    """Part the lines, as `cut_reply` gives them, of a reply about a match of this game.

    `names` are the others at the table. Behind "to all:" or "to Bruno:" alone in its line, the
    lines to the next empty one are said, notation apart.
    """
    talk: list[str] = []
    rest: list[str] = []
    whispers: list[Whisper] = []
    position = 0
    lines = [part for line in lines for part in _begun_anew(line, names)]
    while position < len(lines):
        addressed = _addressed(lines[position], names)
        end = position + 1
        if addressed is None:
            rest.append(lines[position])
        else:
            while end < len(lines) and _goes_on(lines[end - 1 : end + 1], game, addressed, names):
                end += 1
            whole = " ".join((addressed.text, *lines[position + 1 : end])).strip()
            if whole and addressed.name:
                whispers.append(Whisper(addressed.name, whole))
            elif whole:
                talk.append(whole)
        position = end
    return Parted(tuple(talk), tuple(rest), tuple(whispers))


def addressed_to_all(line: str) -> str | None:
    """What stands behind "to all:" in this line; None where it does not begin so."""
    to, colon, said = line.lstrip("*_ ").partition(":")
    if not colon or plain_words(to) not in words_of("words", "to_all"):
        return None
    return said.strip(" *_")


def addressed_to_one(line: str, names: Sequence[str]) -> Whisper | None:
    """What stands behind "to Bruno:" in this line, where somebody of that name is at the table."""
    to, colon, said = line.lstrip("*_ ").partition(":")
    first, _space, called = plain_words(to).partition(" ")
    if not colon or first not in words_of("words", "to_one"):
        return None
    name = next((one for one in names if plain_words(one) == called), None)
    return Whisper(name, said.strip(" *_")) if name is not None else None


def _begun_anew(line: str, names: Sequence[str]) -> list[str]:
    """The line, parted where a sentence in it begins with whom it is said to."""
    starts = [found.end() for found in islice(_SENTENCE_START.finditer(line), _MOST_STARTS)]
    cuts = [0, *(one for one in starts if _addressed(line[one:], names) is not None), len(line)]
    parts = [line[first:last].strip() for first, last in pairwise(cuts)]
    return [part for part in parts if part] or [line]


def _addressed(line: str, names: Sequence[str]) -> Whisper | None:
    """As `addressed_to_one`, with no name for what is said to all."""
    to_all = addressed_to_all(line)
    return Whisper("", to_all) if to_all is not None else addressed_to_one(line, names)


def is_like_order(game: str, text: str) -> bool:
    """Whether a text is notation of this game, whatever is asked now."""
    pieces = [piece for piece in text.replace("\n", ";").split(";") if piece.strip()]
    return any(says_when(piece) or is_notation(game, piece, with_articles=True) for piece in pieces)


def _goes_on(lines: Sequence[str], game: str, addressed: Whisper, names: Sequence[str]) -> bool:
    """Whether what was said goes on in the second of two lines: it was broken there, or the whole
    block is said."""
    before, line = lines
    if not line or _addressed(line, names) is not None or is_like_order(game, line):
        return False
    return not addressed.text or (len(before) >= BROKEN_FROM and not names_things(game, line))
