"""Where an entrant stands, what they need, and whom they wait for, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from tournaments.outlook.forecast import EntryChances, Forecast
from tournaments.outlook.simulations import Goal

NAMED = 4
"""Tables that are named among those waited for."""


@dataclass(frozen=True, slots=True)
class Gap:
    """How far the entry is from the nearest that it must stay ahead of, or catch up with."""

    place: int
    points: Fraction
    is_ahead: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """A place among `of`; `part` numbers the group or division that it is in, 0 where all are
    ranked together. Without points it says how far somebody came, or is still in."""

    place: int
    is_shared: bool
    of: int
    part: int = 0
    points: Fraction | None = None
    gap: Gap | None = None


@dataclass(frozen=True, slots=True)
class AwaitedTables:
    """How many tables an entrant's next match waits for, who sits at the first few of them, and
    when the last ends at the latest."""

    count: int = 0
    names: tuple[tuple[str, ...], ...] = ()
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Need:
    """One entrant's situation in a tournament of that format.

    Without a `forecast` chances are still being reckoned, or cannot be told. They are `waiting`
    while none of their tables is open. `size` is that of the next table.
    """

    format: str
    standing: Standing
    forecast: Forecast | None
    chances: EntryChances
    size: int
    is_playing: bool
    waiting: AwaitedTables

    @property
    def is_still_in(self) -> bool:
        """Whether a place says nothing yet: whoever is in has not come to an end."""
        goal = self.forecast.goal if self.forecast else None
        if self.standing.points is None and goal in {None, Goal.FIRST}:
            return goal is not None or self.standing.is_shared
        return goal in {Goal.STAGE, Goal.FINAL}

    @property
    def is_in_division(self) -> bool:
        """Whether it is a season: places by points, from which one moves up and down."""
        goal = self.forecast.goal if self.forecast else None
        return goal is Goal.UP and self.standing.points is not None
