"""The pieces that descriptions are made of: "my", "lowest", a suit, "in my hand"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from games.words import tags
from games.words.lexing import LexedSentence
from games.words.said import Phrases, length_at, phrases
from games.words.sentences import Word
from games.words.vocabulary import names_in

SECTION = "references"
_VAGUE = (tags.FILLER, tags.VERB, "HOW")
"""Kinds of tokens that give way to any list: "the lower" is "the" and "lower"."""


class Piece(NamedTuple):
    """A list's name or a token's kind, with the token's value, and the places of its words."""

    kind: str
    value: str
    start: int
    end: int


def pieces(words: Sequence[Word], lexed: LexedSentence, language: str) -> list[Piece]:
    """A sentence by the lists of descriptions, and by its tokens where none has a longer phrase."""
    plain = [word.plain for word in words]
    first = lexed.tokens[0].place if lexed.tokens else 0
    tokens = {token.place - first: token for token in lexed.tokens}
    found: list[Piece] = []
    place = 0
    while place < len(words):
        name, length = _listed(plain, place, language)
        token = tokens.get(place)
        if name and (token is None or length >= token.length or token.kind in _VAGUE):
            found.append(Piece(name, "", place, place + length))
        elif token is not None:
            found.append(Piece(token.kind, token.value, place, place + token.length))
        else:
            found.append(Piece("", "", place, place + 1))
        place = found[-1].end
    return found


def _listed(words: Sequence[str], place: int, language: str) -> tuple[str, int]:
    """The list that has the longest phrase here, and its length."""
    best = ("", 0)
    for name, listed in _lists(language):
        length = length_at(words, place, listed)
        if length > best[1]:
            best = (name, length)
    return best


@cache
def _lists(language: str) -> tuple[tuple[str, Phrases], ...]:
    names = names_in(language, SECTION)
    return tuple((name, phrases(language, SECTION, name)) for name in names)
