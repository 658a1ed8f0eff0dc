"""Pairs whose results at shared tables are better than chance and their ratings explain.

Two questions are asked of every two who have sat together often enough: whether both do better than
expected against the others (`TOGETHER`), and whether one does better than expected when the other
sits there (`FED`), over whoever is at the table. What somebody exceeds expectations by at tables
without the other is taken off first: an improving player is no cheat. How far results scatter is
reckoned from the chances, and widened where the pool scatters more. So many pairs are asked about
that some look odd by chance alone, less than one in a thousand players: how high the bar must be
for that depends on their number. It is lower for pairs of whom much is known, as Roeder and
Wasserman weigh tests: at the others nothing could be found. What is found is a reason to look,
nothing else.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from statistics import NormalDist, median
from typing import NamedTuple

import numpy as np

from tournaments.rating.elo import Exchange
from tournaments.rating.strengths import Array

FEWEST_SHARED = 10
"""Matches that two must have shared: fewer could never pass the bar."""
FALSE_PAIRS = 0.7 / 1000
"""Pairs for each player that chance alone may put above the bar."""
LOOKED_FOR = 0.05
"""The excess per comparison that the bars are set to find as often as can be."""
LIKELIEST = 0.003
"""What chance does more often than this is never above the bar, however few pairs there are."""
PRIOR_COMPARISONS = 20.0
"""So many comparisons as expected are added to what is known of a player's usual excess."""
LIKENESS = 1 / 3
"""The correlation of one player's scores against two others at a table, and of two players'
scores against the same one."""
PAIRS_FOR_SCATTER = 50


class PairPattern(StrEnum):
    """What is odd about a pair."""

    TOGETHER = "together"
    FED = "fed"


class Suspicion(NamedTuple):
    """A pair that does better than expected. Where `one` is fed, `other` is who feeds.

    `excess` is what they score above the expected per comparison, `deviations` how many standard
    deviations that is, and `reach` how many `LOOKED_FOR` would be.
    """

    finding: PairPattern
    one: int
    other: int
    matches: int
    excess: float
    deviations: float
    reach: float


@dataclass(slots=True)
class _Sum:
    """Comparisons added up: how many, what they exceeded expectations by, and its variance."""

    count: int = 0
    excess: float = 0.0
    variance: float = 0.0
    matches: int = 0

    def add(self, count: int, excess: float, variance: float) -> None:
        self.count += count
        self.excess += excess
        self.variance += variance
        self.matches += 1


@dataclass(slots=True)
class Evidence:
    """What a pool's matches tell, taken in one by one."""

    usual: dict[int, _Sum] = field(default_factory=lambda: defaultdict(_Sum))
    beside: dict[tuple[int, int], _Sum] = field(default_factory=lambda: defaultdict(_Sum))
    """By player and who else sat there: the player's score against all at the table."""
    joint: dict[tuple[int, int], _Sum] = field(default_factory=lambda: defaultdict(_Sum))
    """By pair: the score of both against the others."""

    def take(self, table: Mapping[int, Sequence[Exchange]]) -> None:
        """Take in a rated match: what each of its players scored against the others."""
        excess = {
            player: {part.opponent: part.score - part.expected for part in parts}
            for player, parts in table.items()
        }
        spread = {
            player: {
                part.opponent: math.sqrt(part.expected * (1 - part.expected)) for part in parts
            }
            for player, parts in table.items()
        }
        for player, own in excess.items():
            if own:
                variance, total = _variance(spread[player].values()), sum(own.values())
                self.usual[player].add(len(own), total, variance)
                for other in own:
                    self.beside[player, other].add(len(own), total, variance)
        for one, other in combinations(sorted(table), 2):
            thirds = [third for third in excess[one] if third in excess[other]]
            if thirds:
                total = sum(excess[one][third] + excess[other][third] for third in thirds)
                first = [spread[one][third] for third in thirds]
                second = [spread[other][third] for third in thirds]
                alike = sum(a * b for a, b in zip(first, second, strict=True))
                variance = _variance(first) + _variance(second) + 2 * LIKENESS * alike
                self.joint[one, other].add(2 * len(thirds), total, variance)

    def suspicions(self) -> list[Suspicion]:
        """The pairs above their bars, the oddest first."""
        above = [one for one, bar in self.barred() if one.deviations > bar]
        return sorted(above, key=lambda one: (-one.deviations, one.one, one.other))

    def barred(self) -> Iterable[tuple[Suspicion, float]]:
        """Every pair that is asked about, with what was found, and how many deviations of it would
        be too many."""
        found = list(self._tested())
        bars = bars_of([one.reach for one in found], FALSE_PAIRS * len(self.usual))
        return zip(found, bars, strict=True)

    def _tested(self) -> Iterable[Suspicion]:
        found = [
            *(self._joint(pair, tally) for pair, tally in self.joint.items() if _is_enough(tally)),
            *(self._fed(pair, tally) for pair, tally in self.beside.items() if _is_enough(tally)),
        ]
        for finding in PairPattern:
            same = [one for one in found if one.finding is finding]
            scatter = 1.0
            if len(same) >= PAIRS_FOR_SCATTER:
                scatter = max(1.0, median(abs(one.deviations) for one in same) / 0.6745)
            for one in same:
                yield one._replace(deviations=one.deviations / scatter, reach=one.reach / scatter)

    def _joint(self, pair: tuple[int, int], tally: _Sum) -> Suspicion:
        half = tally.count / 2
        usual, blur = 0.0, 0.0
        for player, other in (pair, pair[::-1]):
            mean, variance = self._usual(player, other)
            usual += half * mean
            blur += half * half * variance
        return _suspicion(PairPattern.TOGETHER, pair, tally, usual, blur)

    def _fed(self, pair: tuple[int, int], tally: _Sum) -> Suspicion:
        mean, variance = self._usual(*pair)
        return _suspicion(
            PairPattern.FED, pair, tally, tally.count * mean, tally.count**2 * variance
        )

    def _usual(self, player: int, other: int) -> tuple[float, float]:
        """The player's mean excess per comparison without the other, and its variance."""
        everywhere, here = self.usual[player], self.beside[player, other]
        count = everywhere.count - here.count + PRIOR_COMPARISONS
        variance = everywhere.variance - here.variance
        return (everywhere.excess - here.excess) / count, max(variance, 0.0) / count**2


def bars_of(reaches: Sequence[float], false: float) -> list[float]:
    """How many deviations are too many for each, so that chance exceeds `false` of them in all.

    What would stand out by `reach` deviations is found most often, for a given number of false
    ones, with bars of reach / 2 + c / reach: high where nothing can be found, and lowest for a
    reach of the root of 2c; from there on they stay so.
    """
    from scipy.special import ndtr  # late: half a second in every process, needed by one task

    reach, low, high = np.maximum(reaches, 1e-6), 0.0, 1000.0
    for _ in range(60):
        middle = (low + high) / 2
        over = _bars(reach, middle)
        low, high = (low, middle) if ndtr(-over).sum() <= false else (middle, high)
    return [float(bar) for bar in _bars(reach, high)]


def _bars(reach: Array, c: float) -> Array:
    best = np.minimum(reach, math.sqrt(2 * c))
    return np.asarray(np.maximum(best / 2 + c / best, -NormalDist().inv_cdf(LIKELIEST)))


def _is_enough(tally: _Sum) -> bool:
    return tally.matches >= FEWEST_SHARED


def _variance(spreads: Iterable[float]) -> float:
    """Of the sum of one player's scores against several others at a table."""
    total = squares = 0.0
    for spread in spreads:
        total += spread
        squares += spread * spread
    return squares + LIKENESS * (total * total - squares)


def _suspicion(
    finding: PairPattern, pair: tuple[int, int], tally: _Sum, usual: float, blur: float
) -> Suspicion:
    excess = tally.excess - usual
    deviation = math.sqrt(max(tally.variance + blur, 1e-9))
    return Suspicion(
        finding,
        *pair,
        tally.matches,
        excess / tally.count,
        excess / deviation,
        LOOKED_FOR * tally.count / deviation,
    )
