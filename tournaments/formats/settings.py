"""What an organiser may set of a format, with limits: fields of the set-up that a form asks for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.values.setup import GrandFinal, UnevenTables


@dataclass(frozen=True, slots=True)
class NumberSetting:
    """A whole number from `least` to `most`; `usual` is what a new form holds."""

    name: str
    least: int
    most: int
    usual: int = 1

    def usually(self, usual: int) -> NumberSetting:
        """The same with another usual value."""
        return replace(self, usual=usual)


@dataclass(frozen=True, slots=True)
class SwitchSetting:
    """Yes or no."""

    name: str
    usual: bool = False


@dataclass(frozen=True, slots=True)
class ChoiceSetting:
    """One of an enumeration's values."""

    name: str
    usual: StrEnum


Setting = NumberSetting | SwitchSetting | ChoiceSetting

TABLE_SIZE = NumberSetting(
    "table_size", 2, 6
)  # the game has its own limits, and says what is usual
UNEVEN = ChoiceSetting("uneven_tables", UnevenTables.SHORT)
ROUNDS = NumberSetting("rounds", 0, 60)
AT_ONCE = NumberSetting("at_once", 1, 6)
CUT = NumberSetting("cut", 2, 256)
ADVANCE = NumberSetting("advance", 1, 5)
GAMES = NumberSetting("games", 1, 5)
GROUP_SIZE = NumberSetting("group_size", 2, 24)
SEASONS = NumberSetting("seasons", 0, 50)
THIRD_PLACE = SwitchSetting("third_place")
PLAY_OFF = SwitchSetting("play_off")
STRICT = SwitchSetting("strict", usual=True)
STRICT_SEATS = SwitchSetting("strict_seats")
HALF_BYES = NumberSetting("half_byes", 0, 5, usual=0)
REVIEW_HOURS = NumberSetting("review_hours", 0, 72, usual=0)
GRAND_FINAL = ChoiceSetting("grand_final", GrandFinal.SIMPLE)
