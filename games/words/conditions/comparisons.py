"""How many of something are said to be compared with what number."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.lexicon.vocabulary import marks

_COMPARED: Mapping[str, Callable[[int, int], bool]] = {
    "at least": operator.ge,
    "more than": operator.gt,
    "at most": operator.le,
    "fewer than": operator.lt,
}
COUNTED = ("SPECIES", "SPECIAL", "ANIMAL", "COLOUR", "HABITAT")
"""Of these there may be several in one place: "if row 4 has more than five warblers"."""


class Comparison(NamedTuple):
    """How many are compared with what number."""

    how: str
    number: int

    def holds(self, count: int) -> bool:
        return _COMPARED[self.how](count, self.number)


def comparison(said: Sequence[Token]) -> tuple[Comparison | None, list[Token]]:
    """With what number how many things are compared, if they are, and the words without that."""
    for index, (token, after) in enumerate(pairwise(said)):
        how = _compared_by(said[: index + 1])
        is_one = after.written.casefold() in marks("any one")  # "más de un petirrojo"
        if how and (is_one or after.kind == tags.NUMBER):
            number = 1 if is_one else _number(after)
            start = index - (token.written.casefold() not in marks(how))
            return Comparison(how, number), [*said[:start], *said[index + 2 :]]
        is_row = bool(index) and said[index - 1].kind == "ROW"
        if token.kind == tags.NUMBER and after.kind in COUNTED and not is_row:
            return Comparison("at least", _number(token)), [*said[:index], *said[index + 1 :]]
    return None, list(said)


def _compared_by(said: Sequence[Token]) -> str:
    """What comparison ends with the last of these words, one or two of them; "" for none."""
    one = said[-1].written.casefold()
    two = " ".join(token.written.casefold() for token in said[-2:])
    return next((how for how in _COMPARED if {one, two} & marks(how)), "")


def _number(token: Token) -> int:
    """The number that a word says, 2 for "both"."""
    return int(token.value) if token.value.isdigit() else 2
