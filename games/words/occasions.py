"""When a step speaks, in words: `se salto: …`, `elke slag, tot en met ronde 5: …`.

The notation says it in English (`games.rules.clauses`); here the words of four languages become
that, whichever the writer's.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from games.rules.clauses import When, clause_line, is_clause
from games.words.lexicon.vocabulary import LANGUAGES, occasion_words, phrase_words, plain_of

_MOST_CHARACTERS = 80
_PIECE = re.compile(r"[^;\r\n\u2028\u2029\x85]+")
_WORD = re.compile(r"[^\W_]+")
_MOST_DIGITS = 3


class _Words(NamedTuple):
    """The words of all languages, each phrase as a tuple without accents."""

    missed: frozenset[tuple[str, ...]]
    each: frozenset[tuple[str, ...]]
    until: frozenset[tuple[str, ...]]
    rounds: frozenset[tuple[str, ...]]


def occasions_spelled(text: str) -> str:
    """The text with every step's beginning that says when it speaks as the notation writes it."""
    if ":" not in text:
        return text
    return _PIECE.sub(lambda piece: _spelled(piece[0]), text)


def says_when(line: str) -> bool:
    """Whether a line begins by saying when it speaks, in any of the languages."""
    return is_clause(occasions_spelled(line))


def _spelled(piece: str) -> str:
    head, colon, rest = piece.partition(":")
    if not colon or len(head) > _MOST_CHARACTERS or is_clause(piece):
        return piece
    words = tuple(plain_of(word) for word in _WORD.findall(head.casefold()))
    known = _words()
    if words in known.missed:
        return clause_line(When.IF_MISSED, rest.strip(), None)
    if words in known.each:
        return clause_line(When.EACH_TIME, rest.strip(), None)
    for size in range(len(words)):
        number = _last_round(words[size:])
        if number is not None and (not size or words[:size] in known.each):
            return clause_line(When.EACH_TIME, rest.strip(), number)
    return piece


def _last_round(words: tuple[str, ...]) -> int | None:
    """The number in "until round 5", "tot en met ronde 5", "hasta la ronda 5"."""
    known = _words()
    if not words or not words[-1].isdecimal() or not words[-1].isascii():
        return None
    if len(words[-1]) > _MOST_DIGITS:
        return None
    before = words[:-1]
    parted = (
        before[:size] in known.until and before[size:] in known.rounds
        for size in range(1, len(before))
    )
    return int(words[-1]) if any(parted) else None


@cache
def _words() -> _Words:
    return _Words(*(_phrases(name) for name in _Words._fields))


def _phrases(name: str) -> frozenset[tuple[str, ...]]:
    return frozenset(
        tuple(map(plain_of, phrase_words(phrase)))
        for language in LANGUAGES
        for phrase in occasion_words(language)[name]
    )
