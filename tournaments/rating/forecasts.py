"""What is to be expected of a match: how far the differences of a pool's ratings can be trusted.

A rating moves too far after each match to be believed at its word, the more so where a game has
much luck. How much of a pool's spread is only that follows from the pool itself: the variance of
its ratings holds the players' own and the mean square of their uncertainty. Differences count in
the proportion of the first. Only the chances that are told are reckoned so; ratings themselves are
not touched.
"""

from __future__ import annotations

from collections.abc import Collection
from statistics import fmean, pvariance

from tournaments.rating.elo import EloRating, expectation

FEWEST = 10
UNKNOWN_TRUST = 0.5
LEAST_SPREAD = 40.0
"""In points: no pool's players are taken to be nearer to one another."""


def trust_of(ratings: Collection[EloRating]) -> float:
    """The share of the variance in a pool's ratings that is the players' own, above 0 to 1.

    Provisional ratings do not count; with fewer than 10 others it is taken for a half.
    """
    known = [rating for rating in ratings if not rating.is_provisional]
    if len(known) < FEWEST:
        return UNKNOWN_TRUST
    shown = pvariance([rating.points for rating in known])
    noise = fmean((rating.uncertainty / 1000) ** 2 for rating in known)
    return float(min(1.0, max(LEAST_SPREAD**2, shown - noise) / max(shown, LEAST_SPREAD**2)))


def chance(one: EloRating, other: EloRating, trust: float) -> float:
    """What the first is expected to score against the second, 0 to 1."""
    return expectation(trust * (one.points - other.points))
