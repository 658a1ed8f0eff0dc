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
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

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


class EloRating(msgspec.Struct, frozen=True, gc=False):
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
        return replace(self, uncertainty=min(FIRST_UNCERTAINTY, round(grown)))

    @property
    def step(self) -> float:
        """The most that a two-player match can move it (K): from 80 down to 16 over 30 matches."""
        return STEPS[self.matches] if self.matches < SETTLING_MATCHES else SETTLED_STEP


NEWCOMER = EloRating()
NO_WEIGHTS: Mapping[tuple[int, int], float] = {}


class Exchange(NamedTuple):
    """What one pair did to one of the two: `step` times (`score` less `expected`).

    `rating` is the opponent's from before the match, in thousandths. `RatingChange.exchanges`
    keeps these fields in this order.
    """

    opponent: int
    rating: int
    score: float
    expected: float
    step: float
    thousandths: int


def exchanges_read(kept: object) -> list[Exchange]:
    """What `RatingChange.exchanges` holds."""
    return msgspec.convert(kept, list[Exchange])


Figures = tuple[int, int, float, float, float, int]
"""An Exchange without the names of its fields: a replay makes millions."""


class Change(msgspec.Struct, frozen=True, gc=False):
    """What a match did to one rating: the sum of the exchanges, and `levelling` (see `pools`).

    `before` is the rating that it changed; `from_provisional` is the part that an established
    player had from provisional ones.
    """

    before: EloRating
    thousandths: int
    uncertainty: int
    figures: Sequence[Figures]
    from_provisional: int = 0
    levelling: int = 0

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        """What passed between the player and each opponent."""
        return tuple(map(Exchange._make, self.figures))


def expectation(difference: float) -> float:
    """What a player rated `difference` points above another scores against them, 0 to 1."""
    return 0.5 * math.erfc(-difference / WIDTH)


def rate(
    ratings: Sequence[EloRating],
    places: Sequence[int],
    abandoned: Iterable[int] = (),
    weights: Mapping[tuple[int, int], float] = NO_WEIGHTS,
    largest_table: int | None = LARGEST_TABLE,
    players: Sequence[int] | None = None,
) -> list[Change]:
    """What a match changes, in the order of `ratings`; a lower place is better.

    `abandoned` holds the positions of those who left: they lost to everybody who stayed, whatever
    their place, and nothing passes between two of them. Among players whose `step` is the same and
    of whom all or none are provisional the changes sum to exactly 0. An established player's step
    against a provisional one is halved, and what such matches have won is never over
    `MOST_FROM_PROVISIONAL` net. `weights` multiplies what passes between two positions, the
    lower of them first, where it is not 1. Every rating is that from before the match. Opponents
    go by their numbers in `players`, else by their positions. Raises ValueError unless 2 to 6
    ratings have as many places; `largest_table` None takes more.
    """
    count = len(ratings)
    largest = count if largest_table is None else largest_table
    if not SMALLEST_TABLE <= count <= largest or len(places) != count:
        raise ValueError("a rated match has 2 to 6 players, each with a place")
    ranks: Sequence[float] = places
    if left := frozenset(abandoned):
        ranks = [math.inf if seat in left else place for seat, place in enumerate(places)]
    seats: list[_Seat] = [
        (name, one.thousandths, one.points, one.uncertainty, one.step, one.is_provisional, rank,
         [], [])
        for name, one, rank in zip(players or range(count), ratings, ranks, strict=True)
    ]  # fmt: skip
    _exchange(seats, 1000 / math.sqrt(count - 1), weights)
    are_new = {seat[0]: seat[5] for seat in seats}
    is_mixed = 0 < sum(are_new.values()) < count
    changes = []
    for (name, _, _, error, _, _, _, own, swings), rating in zip(seats, ratings, strict=True):
        won = 0
        if is_mixed and not are_new[name]:
            own, won = _capped(rating.from_provisional, own, are_new)  # noqa: PLW2901
        total = sum([part[5] for part in own])
        changes.append(Change(rating, total, _uncertainty(error, swings), own, won))
    return changes


_Swing = tuple[float, float, int]
"""What an exchange pulls an error back by, how far chance throws it, and the opponent's error."""
_Seat = tuple[int, int, float, int, float, bool, float, list[Figures], list[_Swing]]
"""Who sits there: thousandths, points, uncertainty, step, whether provisional; the rank; what
passes between them and each opponent."""


def _exchange(
    seats: Sequence[_Seat], share: float, weights: Mapping[tuple[int, int], float]
) -> None:
    """Add what passes between every two at the table to both; the hot part of a replay."""
    erfc, root, hill, width, weight = math.erfc, math.sqrt, HILL, WIDTH, share
    for one, (name, before, points, error, step, is_new, rank, own, swings) in enumerate(seats):
        for other, seat in enumerate(seats[one + 1 :], one + 1):
            opponent, theirs, others, doubt, stride, are_new, place, parts, sways = seat
            if rank == place == math.inf:
                continue
            score = 0.5 if rank == place else 1.0 if rank < place else 0.0
            expected = 0.5 * erfc((others - points) / width)
            surplus = score - expected  # taken once, so that both sides round alike
            if weights:
                weight = share * weights.get((one, other), 1.0)
            first, second = weight * step, weight * stride
            if is_new is not are_new:
                first, second = (first, second / 2) if is_new else (first / 2, second)
            gained, lost = round(first * surplus), -round(second * surplus)
            first, second = first / 1000, second / 1000
            own.append((opponent, theirs, score, expected, first, gained))
            parts.append((name, before, 1 - score, 1 - expected, second, lost))
            variance = expected * (1 - expected)
            spread = root(variance)
            swings.append((first * hill * variance, first * spread, doubt))
            sways.append((second * hill * variance, second * spread, error))


def _capped(
    won_before: int, exchanges: list[Figures], are_new: Mapping[int, bool]
) -> tuple[list[Figures], int]:
    """The exchanges without what is over the most that can be won from provisional ratings, and
    what was won from these."""
    brought = [part[5] for part in exchanges if are_new[part[0]]]
    won = sum(brought)
    if won_before + won <= MOST_FROM_PROVISIONAL:
        return exchanges, won
    # Losses make room first, so that the sum depends on nobody's seat.
    room = MOST_FROM_PROVISIONAL - won_before - sum([one for one in brought if one < 0])
    kept = []
    for part in exchanges:
        opponent, rating, score, expected, step, thousandths = part
        if are_new[opponent] and thousandths > 0:
            gained = max(0, min(thousandths, room))
            room -= gained
            if gained < thousandths:
                step, thousandths = gained / 1000 / (score - expected), gained
        kept.append((opponent, rating, score, expected, step, thousandths))
    return kept, sum([part[5] for part in kept if are_new[part[0]]])


def _uncertainty(error: int, swings: Iterable[_Swing]) -> int:
    """The rating's standard error after the match, carried through the update it went through.

    An update pulls the error towards 0 and adds the chance in the result, the opponents' errors
    and drift. The scores of one player against two others at a table correlate with 1/3.
    """
    pull = chance = single = others = 0.0
    for slope, swing, doubt in swings:
        pull += slope
        chance += swing
        single += swing * swing
        off = slope * doubt
        others += off * off
    own = (1 - pull) * error
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
