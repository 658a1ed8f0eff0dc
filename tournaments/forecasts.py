"""What is to be expected of a match: ratings drawn in by how little stands behind them.

A rating moves too far after each match to be believed at its word, the more so where a game has
much luck. What a pool's ratings would spread without that is estimated from the pool itself, and
each rating is drawn towards the newcomer's by the share of it that may be noise. Only the chances
that are told are reckoned so; ratings themselves are not touched.
"""

from __future__ import annotations

from collections.abc import Collection
from statistics import fmean, pvariance

from tournaments.elo import START, Rating, expectation

FEWEST = 10
UNKNOWN_SPREAD, LEAST_SPREAD = 100.0, 40.0


def spread_of(ratings: Collection[Rating]) -> float:
    """One standard deviation of the true strengths in a pool, in points, as its ratings tell.

    Provisional ones do not count; with fewer than 10 others it is taken for 100. Never under 40.
    """
    known = [rating for rating in ratings if not rating.is_provisional]
    if len(known) < FEWEST:
        return UNKNOWN_SPREAD
    shown = pvariance([rating.points for rating in known])
    noise = fmean((rating.uncertainty / 1000) ** 2 for rating in known)
    return float(max(LEAST_SPREAD**2, shown - noise) ** 0.5)


def drawn_in(rating: Rating, spread: float) -> float:
    """The best guess at the strength behind a rating, in a pool of that spread."""
    noise = (rating.uncertainty / 1000) ** 2
    start = START / 1000
    return start + (rating.points - start) * spread**2 / (spread**2 + noise)


def chance(one: Rating, other: Rating, spread: float) -> float:
    """What the first is expected to score against the second, 0 to 1."""
    return expectation(drawn_in(one, spread) - drawn_in(other, spread))
