"""Elo for matches of 2 to 6 players, ties included, as pure arithmetic on values.

A match counts as one small game between every two players at the table: who has the better place
has won it, equal places drew. What a player is expected to score against another is the normal
curve behind the table in FIDE's Rating Regulations (B.02, conversion of differences in rating).
Figures are whole thousandths of a rating point: what one player gains the other loses to the last
digit, and results played again in their order give the same ratings, bit for bit.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

SMALLEST_TABLE, LARGEST_TABLE = 2, 6
START = 1_500_000
FLOOR_SHOWN = 1_000
SPREAD = 2000 / 7  # of the difference between two performances: FIDE's curve
HILL = 4 / (SPREAD * math.sqrt(2 * math.pi))
"""What e(1 - e) times this is close to: how much an expectation e grows with a point."""
NEWCOMER_STEP, SETTLED_STEP, SETTLING_MATCHES = 80, 16, 30
PROVISIONAL_MATCHES, PROVISIONAL_OPPONENTS = 10, 5
PERFORMANCE_LIMIT = 800  # FIDE's figure for all won or all lost
FIRST_UNCERTAINTY = 200_000
DRIFT = 2.0  # how far skill may wander from one match to the next, in points
IDLE_DRIFT, IDLE_DAYS = 4.0, 30  # the same for the square root of a day, once a month has gone by


@dataclass(frozen=True, slots=True)
class EloRating:
    """A player's rating in one pool; all but the counts in thousandths of a point.

    `uncertainty` is one standard deviation of the rating's error; `opponents` counts different
    ones.
    """

    thousandths: int = START
    uncertainty: int = FIRST_UNCERTAINTY
    matches: int = 0
    opponents: int = 0

    @property
    def points(self) -> float:
        """The rating as it is reckoned with."""
        return self.thousandths / 1000

    @property
    def shown(self) -> int:
        """The rating as people see it: whole points, never below the floor."""
        return max(FLOOR_SHOWN, round(self.points))

    @property
    def is_provisional(self) -> bool:
        """Whether too few matches or opponents stand behind it: shown with a question mark."""
        return self.matches < PROVISIONAL_MATCHES or self.opponents < PROVISIONAL_OPPONENTS

    def rested(self, days: float) -> EloRating:
        """The same after so many days without a match: less certain, never lower.

        Nothing changes in the first 30 days; nobody is less certain than a newcomer.
        """
        idle = days - IDLE_DAYS
        if idle <= 0 or self.uncertainty >= FIRST_UNCERTAINTY:
            return self
        grown = math.sqrt(self.uncertainty**2 + (1000 * IDLE_DRIFT) ** 2 * idle)
        return replace(self, uncertainty=min(FIRST_UNCERTAINTY, round(grown)))

    @property
    def step(self) -> float:
        """The most that a two-player match can move it (K): from 80 down to 16 over 30 matches."""
        left = max(0, SETTLING_MATCHES - self.matches) / SETTLING_MATCHES
        return SETTLED_STEP + (NEWCOMER_STEP - SETTLED_STEP) * left


NEWCOMER = EloRating()
NO_WEIGHTS: Mapping[tuple[int, int], float] = {}


class Exchange(NamedTuple):
    """What one pair did to one of the two: `step` times (`score` less `expected`)."""

    opponent: int
    score: float
    expected: float
    step: float
    thousandths: int


class Change(NamedTuple):
    """What a match did to one rating; `thousandths` is the sum of the exchanges."""

    thousandths: int
    uncertainty: int
    exchanges: tuple[Exchange, ...]


def expectation(difference: float) -> float:
    """What a player rated `difference` points above another scores against them, 0 to 1."""
    return 0.5 * math.erfc(-difference / (SPREAD * math.sqrt(2)))


def rate(
    ratings: Sequence[EloRating],
    places: Sequence[int],
    abandoned: Iterable[int] = (),
    weights: Mapping[tuple[int, int], float] = NO_WEIGHTS,
    largest_table: int | None = LARGEST_TABLE,
) -> tuple[Change, ...]:
    """What a match changes, in the order of `ratings`; a lower place is better.

    `abandoned` holds the positions of those who left: they lost to everybody who stayed, whatever
    their place, and nothing passes between two of them. Among players whose `step` is the same and
    of whom all or none are provisional the changes sum to exactly 0. An established player's step
    against a provisional one is halved. `weights` multiplies what passes between two positions, the
    lower of them first, where it is not 1. Every rating is that from before the match. Raises
    ValueError unless 2 to 6 ratings have as many places; `largest_table` None takes more.
    """
    players = len(ratings)
    largest = players if largest_table is None else largest_table
    if not SMALLEST_TABLE <= players <= largest or len(places) != players:
        raise ValueError("a rated match has 2 to 6 players, each with a place")
    left = frozenset(abandoned)
    ranks = [math.inf if seat in left else place for seat, place in enumerate(places)]
    share = 1000 / math.sqrt(players - 1)
    steps = [rating.step for rating in ratings]
    provisional = [rating.is_provisional for rating in ratings]
    points = [rating.thousandths / 1000 for rating in ratings]
    exchanges: list[list[Exchange]] = [[] for _ in ratings]
    for one in range(players):
        for other in range(one + 1, players):
            if one in left and other in left:
                continue
            score = 0.5 if ranks[one] == ranks[other] else float(ranks[one] < ranks[other])
            expected = expectation(points[one] - points[other])
            weight = share * weights.get((one, other), 1.0) if weights else share
            surplus = score - expected  # taken once, so that both sides round alike
            for mine, theirs, sign in ((one, other, 1), (other, one, -1)):
                halved = provisional[theirs] and not provisional[mine]
                step = weight * steps[mine] * (0.5 if halved else 1)
                gained = round(step * surplus) * sign
                met = (score, expected) if sign > 0 else (1 - score, 1 - expected)
                exchanges[mine].append(Exchange(theirs, *met, step / 1000, gained))
    return tuple(
        Change(sum(part.thousandths for part in own), _uncertainty(seat, ratings, own), tuple(own))
        for seat, own in enumerate(exchanges)
    )


def _uncertainty(seat: int, ratings: Sequence[EloRating], exchanges: Sequence[Exchange]) -> int:
    """The rating's standard error after the match, carried through the update it went through.

    An update pulls the error towards 0 and adds the chance in the result, the opponents' errors
    and drift. The scores of one player against two others at a table correlate with 1/3.
    """
    pull = chance = single = others = 0.0
    for part in exchanges:
        variance = part.expected * (1 - part.expected)
        slope = part.step * HILL * variance
        swing = part.step * math.sqrt(variance)
        pull += slope
        chance += swing
        single += swing * swing
        others += (slope * ratings[part.opponent].uncertainty) ** 2
    own = (1 - pull) * ratings[seat].uncertainty
    noise = (2 * single + chance * chance) / 3 + DRIFT * DRIFT
    return round(math.sqrt(own * own + others + noise * 1_000_000))


def performance(opponents: Sequence[float], score: float | Fraction) -> int | None:
    """The rating at which `score` would have been expected against these opponents' ratings.

    Never further than 800 points from their mean, FIDE's figure for all won or all lost; None
    without opponents. Raises ValueError where the score is negative or above one an opponent.
    """
    if not 0 <= score <= len(opponents):
        raise ValueError("a score lies between 0 and one an opponent")
    if not opponents:
        return None
    mean = sum(opponents) / len(opponents)
    low, high = mean - PERFORMANCE_LIMIT, mean + PERFORMANCE_LIMIT
    if score in (0, len(opponents)):
        return round(high if score else low)
    while high - low > 1 / 1000:
        middle = (low + high) / 2
        if sum(expectation(middle - opponent) for opponent in opponents) < score:
            low = middle
        else:
            high = middle
    return round((low + high) / 2)
