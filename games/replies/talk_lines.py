"""Which lines of a reply are said to the table: those that begin with "to all:" or the like.

Only such lines are, so that no order is told by mistake. A line that a mail program broke goes on
in the next one, unless that names anything of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.replies.command_words import plain_words, words_of
from games.words import is_notation, names_things, says_when

BROKEN_FROM = 56
"""Mail programs break lines behind their sixtieth character or later, at a space before it."""


class Parted(NamedTuple):
    """What of a reply is said to the table, and the lines that are left."""

    talk: tuple[str, ...]
    rest: tuple[str, ...]


def talk_parted(lines: Sequence[str], game: str) -> Parted:
    """Part the lines, as `cut_reply` gives them, of a reply about a match of this game.

    Behind "to all:" alone in its line, the lines to the next empty one are said, notation apart.
    """
    talk: list[str] = []
    rest: list[str] = []
    position = 0
    while position < len(lines):
        said = addressed_to_all(lines[position])
        end = position + 1
        if said is None:
            rest.append(lines[position])
        else:
            while end < len(lines) and _goes_on(lines[end - 1], lines[end], game, said):
                end += 1
            whole = " ".join((said, *lines[position + 1 : end])).strip()
            talk.extend([whole] if whole else [])
        position = end
    return Parted(tuple(talk), tuple(rest))


def addressed_to_all(line: str) -> str | None:
    """What stands behind "to all:" in this line; None where it does not begin so."""
    to, colon, said = line.lstrip("*_ ").partition(":")
    if not colon or plain_words(to) not in words_of("words", "to_all"):
        return None
    return said.strip(" *_")


def addressed_to_one(line: str, names: Sequence[str]) -> bool:
    """Whether a line begins with "to Bruno:", where somebody of that name is at the table."""
    to, colon, _said = line.lstrip("*_ ").partition(":")
    first, _space, name = plain_words(to).partition(" ")
    known = {plain_words(one) for one in names}
    return bool(colon) and first in words_of("words", "to_one") and name in known


def is_like_order(game: str, text: str) -> bool:
    """Whether a text is notation of this game, whatever is asked now."""
    pieces = [piece for piece in text.replace("\n", ";").split(";") if piece.strip()]
    return any(says_when(piece) or is_notation(game, piece, with_articles=True) for piece in pieces)


def _goes_on(before: str, line: str, game: str, said: str) -> bool:
    """Whether what was said goes on in this line: it was broken there, or the whole block is."""
    if not line or addressed_to_all(line) is not None or is_like_order(game, line):
        return False
    return not said or (len(before) >= BROKEN_FROM and not names_things(game, line))
