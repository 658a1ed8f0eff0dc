"""What an organiser may set of a format, with limits: fields of the set-up that a form asks for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.values.setup import GrandFinal


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `least` to `most`; `usual` is what a new form holds."""

    name: str
    least: int
    most: int
    usual: int = 1

    def usually(self, usual: int) -> Number:
        """The same with another usual value."""
        return replace(self, usual=usual)


@dataclass(frozen=True, slots=True)
class Switch:
    """Yes or no."""

    name: str
    usual: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One of an enumeration's values."""

    name: str
    usual: StrEnum


Setting = Number | Switch | Choice

TABLE_SIZE = Number("table_size", 2, 6)  # the game has its own limits, and says what is usual
ROUNDS = Number("rounds", 0, 60)
AT_ONCE = Number("at_once", 1, 6)
CUT = Number("cut", 2, 256)
ADVANCE = Number("advance", 1, 5)
GAMES = Number("games", 1, 5)
GROUP_SIZE = Number("group_size", 2, 24)
SEASONS = Number("seasons", 0, 50)
THIRD_PLACE = Switch("third_place")
STRICT = Switch("strict", usual=True)
GRAND_FINAL = Choice("grand_final", GrandFinal.SIMPLE)
