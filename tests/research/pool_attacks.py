"""What dishonest and passing players can do to a pool: each measured in pools made for it.

Throw-away accounts lose to somebody; newcomers of all kinds come and go beside veterans whose skill
stays as it is; pairs of colluders play better when they sit together. All chance is seeded.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import count
from random import Random
from statistics import fmean
from typing import NamedTuple

from tests.research.predictions import finishing_order
from tournaments.chance.lots import stream
from tournaments.rating.collusion import Evidence, PairPattern
from tournaments.rating.elo import EloRating
from tournaments.rating.pools import DAY, MatchToRate, Pool

LESSON_MATCHES = 15.0


class Newcomers(NamedTuple):
    """Who comes: their share of the seats, how skilled they become, how far below they begin, and
    how many matches they stay for, on average."""

    share: float
    skill: float
    spread: float
    lesson: float
    stay: float


MIXES = {
    "weak, and soon gone": Newcomers(0.5, -0.8, 0.4, 0.0, 15),
    "learners who stay a while": Newcomers(0.5, 0.0, 0.5, 1.0, 60),
    "strong, and they stay": Newcomers(0.4, 0.6, 0.4, 0.0, 300),
}
SIZES = (2, 3, 4)
VETERANS, SKILL = 150, 0.5


def farmed(accounts: int = 30, matches: int = 3, table: int = 2, before: float = 1500.0) -> float:
    """The points that an established player gains by beating these fresh accounts."""
    pool = Pool({0: EloRating(round(before * 1000), 60_000, 100, 40)})
    fresh = count(1)
    for _ in range(accounts):
        others = tuple(next(fresh) for _ in range(table - 1))
        for _ in range(matches):
            pool.play(MatchToRate((0, *others), tuple(range(1, table + 1))))
    return pool.rating(0).points - before


def drift(mix: Newcomers, seed: str, matches: int = 30_000, veterans: int = VETERANS) -> float:
    """How far the veterans' mean rating has moved after these matches; their skill has not."""
    return _Crowd(mix, stream(seed, "drift"), veterans).drift(matches)


@dataclass
class _Person:
    number: int
    skill: float
    lesson: float = 0.0
    stay: float = math.inf
    matches: int = 0

    @property
    def now(self) -> float:
        return self.skill - self.lesson * math.exp(-self.matches / LESSON_MATCHES)


class _Crowd:
    """Veterans, and newcomers of one kind beside them."""

    def __init__(self, mix: Newcomers, chance: Random, veterans: int) -> None:
        self.mix, self.chance = mix, chance
        self.pool, self.numbers = Pool(), count()
        self.veterans = [
            _Person(next(self.numbers), chance.gauss(0, SKILL)) for _ in range(veterans)
        ]
        self.newcomers: list[_Person] = []

    def drift(self, matches: int) -> float:
        while min(one.matches for one in self.veterans) < 100:
            self._play(self.chance.sample(self.veterans, self.chance.choice(SIZES)))
        before = self._mean()
        for _ in range(matches):
            table: list[_Person] = []
            for _ in range(self.chance.choice(SIZES)):
                found = self._somebody()
                while found in table:
                    found = self._somebody()
                table.append(found)
            self._play(table)
            self.newcomers = [one for one in self.newcomers if one.matches <= one.stay]
        return self._mean() - before

    def _mean(self) -> float:
        return fmean(self.pool.rating(one.number).points for one in self.veterans)

    def _somebody(self) -> _Person:
        mix, chance = self.mix, self.chance
        if chance.random() >= mix.share:
            return chance.choice(self.veterans)
        if len(self.newcomers) < 60 or chance.random() < 1 / mix.stay:
            skill, stay = chance.gauss(mix.skill, mix.spread), chance.expovariate(1 / mix.stay)
            self.newcomers.append(_Person(next(self.numbers), skill, mix.lesson, stay))
            return self.newcomers[-1]
        return chance.choice(self.newcomers)

    def _play(self, table: list[_Person]) -> None:
        places = [0] * len(table)
        for place, seat in enumerate(finishing_order(self.chance, [one.now for one in table]), 1):
            places[seat] = place
        self.pool.play(MatchToRate(tuple(one.number for one in table), tuple(places)))
        for one in table:
            one.matches += 1


class Caught(NamedTuple):
    """Of the planted pairs, how many were found; and how many honest pairs were flagged.

    `apart` is how many matches each of a planted pair has played without the other, `bar` how many
    deviations were needed, both on average.
    """

    planted: int
    found: int
    false: int
    players: int
    apart: float
    bar: float


def collusion(
    seed: str, *, effect: float, together: int, pairs: int = 10, players: int = 200,
    matches: int = 15_000, circle: int = 8,
) -> Caught:  # fmt: skip
    """Look for planted pairs in a pool of circles of friends who often meet.

    Each planted pair, of different circles, shares so many tables of four; there each of both
    scores `effect` more of every comparison with the others than skill says, between equals.
    """
    chance = stream(seed, "collusion")
    skills = [chance.gauss(0, SKILL) for _ in range(players)]
    lift = math.log((0.5 + effect) / (0.5 - effect))
    guilty = [(2 * number * circle, (2 * number + 1) * circle) for number in range(pairs)]
    tables: list[tuple[tuple[int, ...], float]] = [
        (_friends(chance, players, circle), 0.0) for _ in range(matches)
    ]
    for pair in guilty:
        for _ in range(together):
            others = chance.sample([one for one in range(players) if one not in pair], 2)
            tables.append(((*pair, *others), lift))
    chance.shuffle(tables)
    pool, evidence = Pool(), Evidence()
    for number, (table, more) in enumerate(tables):
        now = [skills[one] + (more if seat < 2 else 0.0) for seat, one in enumerate(table)]
        places = [0] * len(table)
        for place, seat in enumerate(finishing_order(chance, now), 1):
            places[seat] = place
        changes = pool.play(MatchToRate(table, tuple(places), at=number * DAY))
        evidence.take({player: change.exchanges for player, change in changes.items()})
    barred = list(evidence.barred())
    flagged = {(one.one, one.other) for one, bar in barred if one.deviations > bar}
    flagged = {(min(pair), max(pair)) for pair in flagged}
    apart = fmean(
        evidence.usual[one].matches - evidence.beside[one, other].matches for one, other in guilty
    )
    bars = [
        bar for one, bar in barred
        if one.finding is PairPattern.TOGETHER and (one.one, one.other) in guilty
    ]  # fmt: skip
    caught, false = flagged & {*guilty}, flagged - {*guilty}
    return Caught(pairs, len(caught), len(false), players, apart, fmean(bars))


def _friends(chance: Random, players: int, circle: int) -> tuple[int, ...]:
    """A table: mostly of one circle of friends, sometimes of anybody."""
    size = chance.choice((2, 3, 4, 5))
    if chance.random() < 0.3:
        return tuple(chance.sample(range(players), size))
    first = circle * chance.randrange(players // circle)
    return tuple(chance.sample(range(first, first + circle), size))
