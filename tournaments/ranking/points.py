"""Tournament points for the places at one table, exact, and worth the same at every table size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache

from tournaments.values.setup import EntryId, Points
from tournaments.values.tables import TableResult

# What the places of a table of four are worth; other sizes read the line through these points.
_LADDERS: dict[Points, tuple[int, ...]] = {
    Points.PLACES: (6, 4, 2, 0),
    Points.STEEP: (7, 4, 2, 0),
}


def winner_points(scheme: Points) -> Fraction:
    """What winning a table alone is worth."""
    return Fraction(1 if scheme is Points.WINS else _LADDERS[scheme][0])


def place_points(scheme: Points, place: int, size: int) -> Fraction:
    """What a place (0 the best), held alone at a table of that size, is worth."""
    if place == 0:
        return winner_points(scheme)
    if scheme is Points.WINS:
        return Fraction(0)
    steps = _LADDERS[scheme]
    position = Fraction(place * (len(steps) - 1), size - 1)
    below = min(int(position), len(steps) - 2)
    return steps[below] + (steps[below + 1] - steps[below]) * (position - below)


def table_points(scheme: Points, result: TableResult) -> dict[EntryId, Fraction]:
    """Everybody's tournament points from one table; none while the match is open.

    Equals share what their places are worth together. A bye is worth a win, one asked for half
    of it, a forfeit nothing: what a forfeited place was worth falls to nobody. Whose seat was
    annulled has none either.
    """
    if result.is_half_bye:
        return {result.seats[0]: winner_points(scheme) / 2}
    places = result.counted_places
    earned: dict[EntryId, Fraction] = {}
    taken = list(places.values())
    for entry, place in places.items():
        earned[entry] = _shared_points(scheme, place - 1, taken.count(place), len(places))
    return earned | dict.fromkeys(result.forfeits & places.keys(), Fraction(0))


@lru_cache(maxsize=256)
def _shared_points(scheme: Points, place: int, sharing: int, size: int) -> Fraction:
    """What each of so many has who share the places from that one (0 the best) on."""
    worth = (place_points(scheme, place + n, size) for n in range(sharing))
    return sum(worth, Fraction(0)) / sharing


def total_points(scheme: Points, results: Iterable[TableResult]) -> dict[EntryId, Fraction]:
    """Everybody's points from all closed tables; who has none yet is missing."""
    totals: dict[EntryId, Fraction] = {}
    for result in results:
        for entry, earned in table_points(scheme, result).items():
            totals[entry] = totals[entry] + earned if entry in totals else earned
    return totals


def in_units(points: Mapping[EntryId, Fraction], scheme: Points) -> dict[EntryId, int]:
    """The points as whole numbers with a win at 60, which is what pairing reckons with."""
    win = winner_points(scheme)
    return {entry: round(earned * 60 / win) for entry, earned in points.items()}
