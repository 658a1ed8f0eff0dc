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
from fractions import Fraction
from functools import partial
from typing import NamedTuple

SMALLEST_TABLE, LARGEST_TABLE = 2, 6
START = 1_500_000
FLOOR_SHOWN = 1_000
SPREAD = 2000 / 7  # of the difference between two performances: FIDE's curve
WIDTH = SPREAD * math.sqrt(2)
HILL = 4 / (SPREAD * math.sqrt(2 * math.pi))
"""What e(1 - e) times this is close to: how much an expectation e grows with a point."""
NEWCOMER_STEP, SETTLED_STEP, SETTLING_MATCHES = 80, 16, 30
STEPS = tuple(
    SETTLED_STEP + (NEWCOMER_STEP - SETTLED_STEP) * (left / SETTLING_MATCHES)
    for left in range(SETTLING_MATCHES, -1, -1)
)
PROVISIONAL_MATCHES, PROVISIONAL_OPPONENTS = 10, 5
MOST_FROM_PROVISIONAL = 25_000
"""The most thousandths that provisional opponents may have brought an established player, net, over
all matches: throw-away accounts buy no more."""
PERFORMANCE_LIMIT = 800  # FIDE's figure for all won or all lost
FIRST_UNCERTAINTY = 200_000
DRIFT = 2.0  # how far skill may wander from one match to the next, in points
IDLE_DRIFT, IDLE_DAYS = 4.0, 30  # the same for the square root of a day, once a month has gone by


class EloRating(NamedTuple):
    """A player's rating in one pool; all but the counts in thousandths of a point.

    `uncertainty` is one standard deviation of the rating's error; `opponents` counts different
    ones; `from_provisional` is what matches against provisional ones have brought since the rating
    itself was no longer provisional, net.
    """

    thousandths: int = START
    uncertainty: int = FIRST_UNCERTAINTY
    matches: int = 0
    opponents: int = 0
    from_provisional: int = 0

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
        return self._replace(uncertainty=min(FIRST_UNCERTAINTY, round(grown)))

    @property
    def step(self) -> float:
        """The most that a two-player match can move it (K): from 80 down to 16 over 30 matches."""
        return STEPS[min(self.matches, SETTLING_MATCHES)]


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
    """What a match did to one rating: the sum of the exchanges, and `levelling` (see `pools`).

    `from_provisional` is the part that an established player had from provisional ones.
    """

    thousandths: int
    uncertainty: int
    exchanges: tuple[Exchange, ...]
    from_provisional: int = 0
    levelling: int = 0


# Straight to the tuple: a replay makes millions of these.
_exchange = partial(tuple.__new__, Exchange)
_change = partial(tuple.__new__, Change)
THOUSANDTHS = Exchange._fields.index("thousandths")


def expectation(difference: float) -> float:
    """What a player rated `difference` points above another scores against them, 0 to 1."""
    return 0.5 * math.erfc(-difference / WIDTH)


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
    against a provisional one is halved, and what such matches have won is never over
    `MOST_FROM_PROVISIONAL` net. `weights` multiplies what passes between two positions, the
    lower of them first, where it is not 1. Every rating is that from before the match. Raises
    ValueError unless 2 to 6 ratings have as many places; `largest_table` None takes more.
    """
    players = len(ratings)
    largest = players if largest_table is None else largest_table
    if not SMALLEST_TABLE <= players <= largest or len(places) != players:
        raise ValueError("a rated match has 2 to 6 players, each with a place")
    left = frozenset(abandoned)
    ranks = [math.inf if seat in left else place for seat, place in enumerate(places)]
    provisional = [rating.is_provisional for rating in ratings]
    is_mixed = 0 < sum(provisional) < players
    exchanges = _exchanges(ratings, ranks, provisional, weights)
    errors = [rating.uncertainty for rating in ratings]
    changes = []
    for seat, own in enumerate(exchanges):
        uncertainty, won = _uncertainty(errors[seat], errors, own), 0
        if is_mixed and not provisional[seat]:
            own, won = _capped(ratings[seat].from_provisional, own, provisional)  # noqa: PLW2901
        total = sum([part[THOUSANDTHS] for part in own])
        changes.append(_change((total, uncertainty, tuple(own), won, 0)))
    return tuple(changes)


def _exchanges(
    ratings: Sequence[EloRating],
    ranks: Sequence[float],
    provisional: Sequence[bool],
    weights: Mapping[tuple[int, int], float],
) -> list[list[Exchange]]:
    """What passes between every two at the table, for each of them; the hot part of a replay."""
    players = len(ratings)
    share = 1000 / math.sqrt(players - 1)
    steps = [rating.step for rating in ratings]
    points = [rating[0] / 1000 for rating in ratings]
    exchanges: list[list[Exchange]] = [[] for _ in ratings]
    erfc, made, width, nobody = math.erfc, _exchange, WIDTH, math.inf
    for one in range(players):
        mine, rank, is_new, own = points[one], ranks[one], provisional[one], exchanges[one]
        for other in range(one + 1, players):
            if rank == ranks[other]:
                if rank == nobody:
                    continue
                score = 0.5
            else:
                score = 1.0 if rank < ranks[other] else 0.0
            expected = 0.5 * erfc((points[other] - mine) / width)
            weight = share * weights.get((one, other), 1.0) if weights else share
            surplus = score - expected  # taken once, so that both sides round alike
            first, second = weight * steps[one], weight * steps[other]
            if is_new != provisional[other]:
                first, second = (first, second / 2) if is_new else (first / 2, second)
            gained, lost = round(first * surplus), -round(second * surplus)
            own.append(made((other, score, expected, first / 1000, gained)))
            exchanges[other].append(made((one, 1 - score, 1 - expected, second / 1000, lost)))
    return exchanges


def _capped(
    won_before: int, exchanges: Sequence[Exchange], provisional: Sequence[bool]
) -> tuple[list[Exchange], int]:
    """The exchanges without what is over the most that can be won from provisional ratings, and
    what was won from these."""
    kept, won = [], 0
    for part in exchanges:
        if provisional[part.opponent]:
            room = max(0, MOST_FROM_PROVISIONAL - won_before - won)
            if part.thousandths > room:
                step = room / 1000 / (part.score - part.expected)
                part = part._replace(step=step, thousandths=room)  # noqa: PLW2901
            won += part.thousandths
        kept.append(part)
    return kept, won


def _uncertainty(error: int, errors: Sequence[int], exchanges: Sequence[Exchange]) -> int:
    """The rating's standard error after the match, carried through the update it went through.

    An update pulls the error towards 0 and adds the chance in the result, the opponents' errors
    and drift. The scores of one player against two others at a table correlate with 1/3.
    """
    pull = chance = single = others = 0.0
    root, hill = math.sqrt, HILL
    for opponent, _, expected, step, _ in exchanges:
        variance = expected * (1 - expected)
        slope = step * hill * variance
        swing = step * root(variance)
        pull += slope
        chance += swing
        single += swing * swing
        off = slope * errors[opponent]
        others += off * off
    own = (1 - pull) * error
    noise = (2 * single + chance * chance) / 3 + DRIFT * DRIFT
    return round(root(own * own + others + noise * 1_000_000))


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
