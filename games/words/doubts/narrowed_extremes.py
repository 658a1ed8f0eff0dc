"""What an extreme is of, in words that nobody knows: "my highest thingummy"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from games.words.lexicon.lexing import UNKNOWN
from games.words.speech.clauses import ORDERING, Clause

_EXTREMES = ("lowest", "highest")


def narrowed_extremes(clauses: Sequence[Clause]) -> list[str]:
    """The unknown words that may say among which cards one is the lowest or the highest."""
    return [
        token.written
        for clause in clauses
        if clause.act in ORDERING
        for place, how in enumerate(clause.tokens)
        if how.kind == "HOW" and how.value in _EXTREMES
        for token in takewhile(lambda one: not one.after_comma, clause.tokens[place + 1 :])
        if token.kind == UNKNOWN
    ]
