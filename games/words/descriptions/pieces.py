"""The pieces that descriptions are made of: "my", "lowest", a suit, "in my hand"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from games.words.lexicon import tags
from games.words.lexicon.lexing import Token, lex
from games.words.lexicon.said import Phrases, length_at, phrases
from games.words.lexicon.sentences import Sentence, Word
from games.words.lexicon.vocabulary import LANGUAGES, names_in

SECTION = "references"
_VAGUE = (tags.FILLER, tags.VERB, "HOW")
"""Kinds of tokens that give way to any list: "the lower" is "the" and "lower"."""


class Piece(NamedTuple):
    """A list's name or a token's kind, with the token's value, and the places of its words."""

    kind: str
    value: str
    start: int
    end: int
    after_comma: bool


def pieces(game: str, words: Sequence[Word], language: str, section: str = SECTION) -> list[Piece]:
    """A sentence by the lists of descriptions, and by its tokens where none has a longer phrase."""
    languages = (language, *(one for one in LANGUAGES if one != language))
    plain = [word.plain for word in words]
    tokens: dict[int, Token] = {}
    found: list[Piece] = []
    place = 0
    while place < len(words):
        if place not in tokens:  # the first word, or one within a phrase that a list cut off
            lexed = lex(game, [Sentence([*words[place:]])], languages)[0].tokens
            tokens = {token.place + place: token for token in lexed}
        token = tokens[place]
        name, length = _listed(plain, place, language, section)
        if name and (length >= token.length or token.kind in _VAGUE):
            kind, value = name, ""
        else:
            kind, value, length = token.kind, token.value, token.length
        found.append(Piece(kind, value, place, place + length, words[place].after_comma))
        place = found[-1].end
    return found


def _listed(words: Sequence[str], place: int, language: str, section: str) -> tuple[str, int]:
    """The list that has the longest phrase here, and its length."""
    best = ("", 0)
    for name, listed in _lists(language, section):
        length = length_at(words, place, listed)
        if length > best[1]:
            best = (name, length)
    return best


@cache
def _lists(language: str, section: str) -> tuple[tuple[str, Phrases], ...]:
    names = names_in(language, section)
    return tuple((name, phrases(language, section, name)) for name in names)
