"""A finished match as figures count it: who sat where, came where, and what was expected."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

UNIT = 120
"""What leaving everybody behind is worth: it divides by two and by any number of opponents."""

LOWEST_FIELD, HIGHEST_FIELD, FIELD_STEP = 1200, 1800, 100


class RatedPart(NamedTuple):
    """What a match did to one rating, in thousandths, and against whom.

    `field` is the mean rating of the opponents in points, `expected` the score that was expected of
    the player, `upset` how far above stood `beaten`, the best settled one left behind.
    """

    before: int
    after: int
    uncertainty: int
    field: int
    expected: int
    upset: int | None = None
    beaten: int | None = None


class PlayedSeat(NamedTuple):
    """One person's part in a match. `score` is the game's, `ahead` the share left behind."""

    member: int
    seat: int
    place: int
    score: int
    has_left: bool
    ahead: int
    rated: RatedPart | None = None
    traits: tuple[str, ...] = ()

    @property
    def has_won(self) -> bool:
        """First, alone or shared, and there to the end."""
        return self.place == 1 and not self.has_left


class PlayedPair(NamedTuple):
    """Two rated players of a match, seen from the higher rating: what it scored, as expected."""

    gap: int
    score: int
    expected: int


class PlayedTable(NamedTuple):
    """A finished match; `size` counts bots too. A private one has no code that figures show."""

    code: str
    at: int
    size: int
    rounds: int
    days: int
    seats: tuple[PlayedSeat, ...]
    pairs: tuple[PlayedPair, ...] = ()

    @property
    def season(self) -> str:
        """The quarter of the year in which it ended."""
        return season_of(self.at)


def season_of(at: int) -> str:
    """The quarter of the year, in UTC: `2026-4`."""
    day = datetime.fromtimestamp(at, UTC)
    return f"{day.year}-{(day.month + 2) // 3}"


def field_band(rating: int) -> int:
    """The lowest rating of the band that these opponents fall in; the outer bands are open."""
    band = rating // FIELD_STEP * FIELD_STEP
    return min(HIGHEST_FIELD, max(LOWEST_FIELD, band))


def scored(place: int, has_left: bool, other_place: int, other_left: bool) -> int:
    """What one scored against another, in halves: 2 ahead, 1 level, 0 behind; who left has lost."""
    if has_left != other_left:
        return 2 * other_left
    return 1 + (other_place > place) - (other_place < place)


def ahead_of(results: Sequence[tuple[int, bool]]) -> list[int]:
    """For each place, and whether they left: the share of the others left behind, in units."""
    others = max(1, len(results) - 1)
    return [
        sum(scored(*own, *other) for number, other in enumerate(results) if number != index)
        * (UNIT // 2)
        // others
        for index, own in enumerate(results)
    ]
