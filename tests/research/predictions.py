"""How well ratings predict matches: populations of known strength, and what is measured on them.

Skill is normal; a table's order is Plackett and Luce's model, in which a stronger player beats a
weaker one by a logistic curve in the difference of their skills, whoever else sits there. Activity
is heavy-tailed, and skill drifts from match to match. A third of the players is there from the
beginning, the others come one after the other, start below what they will be able to and learn;
some stop. Tables are mildly banded by the rating that is shown, as people choose opponents.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from statistics import fmean
from typing import Protocol

from tournaments.chance.lots import stream
from tournaments.rating.parameter_fitting import Learner, TableOf
from tournaments.rating.pools import MatchToRate, Pool

NEWCOMER_MATCHES = 10
BAND = 3  # each seat goes to the nearest in shown rating of so many who were drawn
FOUNDERS = 1 / 3
ARRIVED = 0.9  # of the matches are played when the last newcomer comes
LESSON, LEARNING = 0.8, 15.0  # how far newcomers start below, in spreads, and in how many matches
STAYING = 60.0  # matches after which half of the newcomers stop, on average
DRIFT = 0.01
SMALLEST_PROBABILITY = 1e-6


@dataclass(frozen=True, slots=True)
class Population:
    """Players with their skills at the end, and matches in order with the skills of the time."""

    skills: tuple[float, ...]
    matches: tuple[MatchToRate, ...]
    skills_then: tuple[tuple[float, ...], ...]


class System(Protocol):
    """A rating system under measurement."""

    def play(self, match: MatchToRate) -> object:
        """Take in a match."""

    def strength(self, player: int) -> float:
        """The player's strength, on the system's own scale."""


@dataclass(frozen=True, slots=True)
class Measures:
    """What a system achieved on the last half of the matches; losses in nats, lower is better."""

    log_loss: float
    newcomer_log_loss: float
    winner_log_loss: float
    calibration: float  # mean distance of promised and kept, over ten bins
    rank_correlation: float  # Kendall's tau with the true skills, of those with 10 matches


def population(
    seed: str, *, players: int, matches: int, spread: float, sizes: Sequence[int] = (2, 3, 4, 5, 6)
) -> Population:
    """Players whose skills have the standard deviation `spread`, and their matches."""
    chance = stream(seed, "population")
    skills = [spread * normal(chance) for _ in range(players)]
    # a few play much, most play little
    until, total = [], 0.0
    for _ in range(players):
        total += (1 - chance.random()) ** -0.7
        until.append(total)
    founders = max(2 * max(sizes), round(FOUNDERS * players))
    stops = [
        -STAYING * math.log(_open(chance)) if number >= founders and chance.random() < 0.5
        else math.inf for number in range(players)
    ]  # fmt: skip
    counts, pool = [0] * players, Pool()
    played, then = [], []

    def now(player: int) -> float:
        lesson = LESSON * spread if player >= founders else 0.0
        return skills[player] - lesson * math.exp(-counts[player] / LEARNING)

    for number in range(matches):
        come = founders + (players - founders) * number / (ARRIVED * matches)
        seats = min(sizes[int(chance.random() * len(sizes))], players)
        table = _table(
            chance,
            lambda player: pool.rating(player).points,
            until,
            seats,
            lambda player, come=come: player < come and counts[player] < stops[player],  # type: ignore[misc]
        )
        then.append(tuple(now(player) for player in table))
        order = finishing_order(chance, then[-1])
        places = [0] * seats
        for place, seat in enumerate(order, start=1):
            places[seat] = place
        played.append(MatchToRate(tuple(table), tuple(places)))
        pool.play(played[-1])
        for player in table:
            counts[player] += 1
            skills[player] += DRIFT * normal(chance)
    return Population(tuple(map(now, range(players))), tuple(played), tuple(then))


def finishing_order(chance: Random, skills: Sequence[float]) -> list[int]:
    """The seats from first to last: the order of skill plus Gumbel's noise."""
    heights = [skill - math.log(-math.log(_open(chance))) for skill in skills]
    return sorted(range(len(skills)), key=lambda seat: -heights[seat])


def measure(people: Population, system: System) -> Measures:
    """Play all matches in order; each is predicted before the system learns of it.

    Systems use scales of their own, so one factor is fitted on the second quarter of the matches;
    but who tells chances is measured by these as they are told. All measures are of the last half.
    """
    quarter, half = len(people.matches) // 4, len(people.matches) // 2
    played: dict[int, int] = {}
    fitting: list[float] = []
    scored: list[tuple[MatchToRate, list[float], list[int]]] = []
    told: list[float] = []
    told_of_new: list[float] = []
    for number, match in enumerate(people.matches):
        strengths = [system.strength(player) for player in match.players]
        if quarter <= number < half:
            fitting += _won_by(match, strengths)
        elif number >= half:
            past = [played.get(player, 0) for player in match.players]
            scored.append((match, strengths, past))
            if isinstance(system, StrengthSystem):
                leads = system.leads(match)
                told += _leads_won(match, leads)
                told_of_new += _leads_won(match, leads, past)
        system.play(match)
        for player in match.players:
            played[player] = played.get(player, 0) + 1
    scale = fitted(fitting)
    known = [player for player, count in played.items() if count >= NEWCOMER_MATCHES]
    pairs = [scale * gap for match, strengths, _ in scored for gap in _won_by(match, strengths)]
    new = [
        scale * gap for match, strengths, past in scored for gap in _won_by(match, strengths, past)
    ]
    if isinstance(system, StrengthSystem):
        pairs, new = told, told_of_new
    return Measures(
        log_loss(pairs),
        log_loss(new),
        fmean(_winnerlog_loss(match, strengths, scale) for match, strengths, _ in scored),
        calibration(pairs),
        kendall_tau(
            [people.skills[player] for player in known],
            [system.strength(player) for player in known],
        ),
    )


class EloSystem:
    """Our own ratings, as the service reckons them."""

    def __init__(self) -> None:
        self.pool = Pool()

    def play(self, match: MatchToRate) -> object:
        return self.pool.play(match)

    def strength(self, player: int) -> float:
        return self.pool.rating(player).points


class StrengthSystem:
    """Our strengths, all of the past weighed again as it grows."""

    def __init__(self) -> None:
        self.learner, self.table_of = Learner(is_whole=True), TableOf()

    def leads(self, match: MatchToRate) -> list[float]:
        """For every two at the table how far the first is ahead, in logits of the chance told."""
        return [float(lead) for lead in self.learner.ahead(self.table_of(match))]

    def play(self, match: MatchToRate) -> object:
        self.learner.take(self.table_of(match))
        return None

    def strength(self, player: int) -> float:
        return self.learner.strength(self.table_of.numbers.get(player))


class PlainElo:
    """Elo on the logistic curve: `step(matches, players)` is a pair's K."""

    def __init__(self, step: Callable[[int, int], float]) -> None:
        self.step = step
        self.ratings: dict[int, float] = {}
        self.matches: dict[int, int] = {}

    def play(self, match: MatchToRate) -> object:
        before = [self.strength(player) for player in match.players]
        for seat, player in enumerate(match.players):
            pair = self.step(self.matches.get(player, 0), len(before))
            surplus = 0.0
            for other, rating in enumerate(before):
                if other != seat:
                    score = (
                        0.5
                        if match.places[seat] == match.places[other]
                        else float(match.places[seat] < match.places[other])
                    )
                    surplus += score - 1 / (1 + 10 ** ((rating - before[seat]) / 400))
            self.ratings[player] = before[seat] + pair * surplus
            self.matches[player] = self.matches.get(player, 0) + 1
        return None

    def strength(self, player: int) -> float:
        return self.ratings.get(player, 1500.0)


class TrueSkills:
    """Who knows the skills themselves, drift included: no system can predict better."""

    def __init__(self, people: Population) -> None:
        self.people = people
        self.number = 0
        self.now: dict[int, float] = {}
        self._look()

    def play(self, match: MatchToRate) -> object:
        self.number += 1
        self._look()
        return None

    def strength(self, player: int) -> float:
        return self.now.get(player, self.people.skills[player])

    def _look(self) -> None:
        if self.number < len(self.people.matches):
            match = self.people.matches[self.number]
            seated = zip(match.players, self.people.skills_then[self.number], strict=True)
            self.now = dict(seated)
        else:
            self.now = {}


class Nothing:
    """Who takes all players for equal: what any system has to beat."""

    def play(self, match: MatchToRate) -> object:
        return None

    def strength(self, player: int) -> float:
        return 0.0


def kendall_tau(one: Sequence[float], other: Sequence[float]) -> float:
    """Kendall's rank correlation (tau-a) of two lists of figures: -1 to 1; 0 for under two.

    A pair that is equal in either list counts for neither side.
    """
    pairs = len(one) * (len(one) - 1) // 2
    if not pairs:
        return 0.0
    agreeing = 0
    for (a, x), (b, y) in combinations(zip(one, other, strict=True), 2):
        product = (a - b) * (x - y)
        agreeing += (product > 0) - (product < 0)
    return agreeing / pairs


def calibration(gaps: Sequence[float]) -> float:
    """Over ten bins of promised probability, the mean distance to how often it was kept.

    `gaps` are logits of the pairs' winners; each pair counts from both sides.
    """
    promised: list[list[float]] = [[] for _ in range(10)]
    kept = [0] * 10
    for gap in gaps:
        for logit, won in ((gap, 1), (-gap, 0)):
            chance = 1 / (1 + math.exp(-logit))
            bin_of = min(9, int(chance * 10))
            promised[bin_of].append(chance)
            kept[bin_of] += won
    total = sum(map(len, promised))
    away = (abs(sum(bin_) - won) for bin_, won in zip(promised, kept, strict=True))
    return sum(away) / total if total else 0.0


def _won_by(
    match: MatchToRate, strengths: Sequence[float], past: Sequence[int] | None = None
) -> list[float]:
    """The winner's strength less the loser's for every pair; with `past` only newcomers' pairs."""
    leads = [one - other for one, other in combinations(strengths, 2)]
    return _leads_won(match, leads, past)


def _leads_won(
    match: MatchToRate, leads: Sequence[float], past: Sequence[int] | None = None
) -> list[float]:
    """The winner's lead for every pair that somebody won, given the first one's."""
    gaps = []
    for lead, (one, other) in zip(leads, combinations(range(len(match.players)), 2), strict=True):
        if match.places[one] == match.places[other]:
            continue
        if past and min(past[one], past[other]) >= NEWCOMER_MATCHES:
            continue
        gaps.append(lead if match.places[one] < match.places[other] else -lead)
    return gaps


def _winnerlog_loss(match: MatchToRate, strengths: Sequence[float], scale: float) -> float:
    """How surprising it was who came first, by Plackett and Luce."""
    best = max(strengths)
    weights = [math.exp(scale * (strength - best)) for strength in strengths]
    first = match.places.index(min(match.places))
    return -math.log(max(weights[first] / sum(weights), SMALLEST_PROBABILITY))


def log_loss(logits: Sequence[float]) -> float:
    """The mean log-loss of the pairs, given how much the winner was ahead in logits."""
    if not logits:
        return 0.0
    least = math.log(SMALLEST_PROBABILITY)
    return fmean(min(-least, _softplus(-logit)) for logit in logits)


def _softplus(x: float) -> float:
    return x + math.log1p(math.exp(-x)) if x > 0 else math.log1p(math.exp(x))


def fitted(gaps: Sequence[float]) -> float:
    """The factor to logits with the least loss; 1 where nothing tells."""
    spread = math.sqrt(fmean(gap * gap for gap in gaps)) if gaps else 0.0
    if not spread:
        return 1.0
    low, high = 0.01 / spread, 10 / spread
    while high - low > 0.001 * low:  # the loss is convex in the factor
        third = (high - low) / 3
        if log_loss([gap * (low + third) for gap in gaps]) < log_loss(
            [gap * (high - third) for gap in gaps]
        ):
            high -= third
        else:
            low += third
    return (low + high) / 2


def _table(
    chance: Random,
    shown: Callable[[int], float],
    until: Sequence[float],
    seats: int,
    plays: Callable[[int], bool],
) -> list[int]:
    """Different players, the busy ones more often, the others near the first in shown rating."""
    host = _drawn(chance, until, plays)
    table = [host]
    while len(table) < seats:
        offered = [player for player in (_drawn(chance, until, plays) for _ in range(BAND))
                   if player not in table]  # fmt: skip
        if offered:
            table.append(min(offered, key=lambda player: abs(shown(player) - shown(host))))
    return [table[index] for index in sorted(range(seats), key=lambda _: chance.random())]


def _drawn(chance: Random, until: Sequence[float], plays: Callable[[int], bool]) -> int:
    """A player who plays now, by activity."""
    while True:
        player = min(bisect_right(until, chance.random() * until[-1]), len(until) - 1)
        if plays(player):
            return player


def _open(chance: Random) -> float:
    """A uniform number above 0 and below 1."""
    return max(chance.random(), 1e-300)


def normal(chance: Random) -> float:
    """A standard normal number from `random()` alone, whose stream Python keeps stable."""
    return math.sqrt(-2 * math.log(_open(chance))) * math.cos(2 * math.pi * chance.random())
