"""Strengths: what the results of a whole pool say of each player, with how sure that is.

Skill is a number on Bradley and Terry's logistic scale that wanders from match to match and with
time. What was learned of a player is a normal curve; a match moves the curves of all who sat at the
table, by a mixture of Plackett and Luce's model of the order and of its pairs. How far skills are
spread, how fast they wander, where newcomers start and how quickly they learn is nothing that is
known of a game beforehand: these are settings, and everything here is reckoned for many settings at
once, a column each, so that a pool's own results can choose among them (`learning`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]

SOFTENING = math.pi / 8
"""By how much of a difference's variance a logistic chance is blurred, near enough."""
SETTLING = 8.0
"""In how many matches what is peculiar to newcomers falls to a third."""
POOL_PACE = 0.01
ROOM = 256
LONGEST_GAP = 1000.0


class Dial(NamedTuple):
    """One figure of a setting: what is likely before any result is known, and how it is kept.

    The figures are searched as multiples of `width` from `likely`; with `is_log` these are
    logarithms.
    """

    likely: float
    width: float
    is_log: bool = True

    def figure(self, z: Array) -> Array:
        """The figures that so many widths from the likely one stand for."""
        value = self.likely + self.width * z
        return np.exp(value) if self.is_log else value


DIALS = {
    "spread": Dial(math.log(0.8), 0.6),
    "drift": Dial(math.log(0.05), 0.9),
    "time_drift": Dial(math.log(0.05), 1.0),
    "settling": Dial(math.log(0.1), 0.8),
    "start": Dial(-0.1, 0.4, is_log=False),
    "company": Dial(0.15, 0.25, is_log=False),
    "lesson": Dial(0.0, 0.04, is_log=False),
    "return_": Dial(math.log(0.004), 1.2),
    "pairwise": Dial(0.0, 1.0, is_log=False),
    "weight": Dial(math.log(0.9), 0.2),
}
"""`spread` of newcomers' skills; `drift` a match and `time_drift` in the time between a player's
matches; `settling` is the drift that newcomers have besides; newcomers `start` so far above the
pool's mean, and by `company` of their first table's distance from it; a `lesson` is what a
newcomer gains by a match; `return_` draws to the mean in that time; `pairwise` is how much of the
evidence is read by pairs, and `weight` how much a table of three or more counts."""


@dataclass(frozen=True)
class Settings:
    """Figures for each dial, an array with a column for each setting."""

    z: Array

    def __post_init__(self) -> None:
        for row, (name, dial) in enumerate(DIALS.items()):
            object.__setattr__(self, name, dial.figure(self.z[row]))
        object.__setattr__(self, "pairwise", 1 / (1 + np.exp(-self.pairwise)))

    spread: Array = field(init=False)
    drift: Array = field(init=False)
    time_drift: Array = field(init=False)
    settling: Array = field(init=False)
    start: Array = field(init=False)
    company: Array = field(init=False)
    lesson: Array = field(init=False)
    return_: Array = field(init=False)
    pairwise: Array = field(init=False)
    weight: Array = field(init=False)

    @property
    def count(self) -> int:
        """How many settings there are."""
        return int(self.z.shape[1])

    @property
    def surprise(self) -> Array:
        """How unlikely each setting was before any result, in nats."""
        return np.asarray(0.5 * np.square(self.z).sum(0))


class Table(NamedTuple):
    """A match as it is reckoned with: players as whole numbers from 0, places, and when."""

    players: Indices
    places: Array
    at: float


class Ties(NamedTuple):
    """How many of so many pairs were tied."""

    tied: float = 0.0
    pairs: float = 20.0

    @property
    def share(self) -> float:
        """The share of ties among all pairs."""
        return self.tied / self.pairs

    def after(self, table: Table) -> Ties:
        """The same with a table's pairs."""
        one, other = pairs_of(len(table.places))
        tied = int(np.count_nonzero(table.places[one] == table.places[other]))
        return Ties(self.tied + tied, self.pairs + len(one))


class Drift(NamedTuple):
    """How skills move from one match to the next: kept, `shift`ed, and blurred by `variance`."""

    hold: Array
    shift: Array
    variance: Array


class Seated(NamedTuple):
    """What is believed of those at a table before their match: a row each, a column a setting."""

    mean: Array
    variance: Array


@cache
def pairs_of(size: int) -> tuple[Indices, Indices]:
    """Every two positions of a table, as two lists."""
    both = list(combinations(range(size), 2))
    return (
        np.array([one for one, _ in both], dtype=np.intp),
        np.array([other for _, other in both], dtype=np.intp),
    )


class Beliefs:
    """What is believed of every player under every setting; matches are taken in one by one."""

    def __init__(self, settings: Settings, pace: float = 1.0) -> None:
        """`pace` is the time from one match of a player's to the next, as a rule."""
        self.settings = settings
        self.pace = pace
        self.mean = np.zeros((ROOM, settings.count))
        self.variance = np.ones((ROOM, settings.count))
        self.matches = np.zeros(ROOM, dtype=np.int64)
        self.last = np.zeros(ROOM)
        self.pool = np.zeros(settings.count)
        self.ties = Ties()

    def step(self, table: Table) -> Drift:
        """How the skills of the table's players have moved since each one's last match."""
        one, players = self.settings, table.players
        self._make_room(int(players.max()))
        played = self.matches[players]
        early = np.exp(-played / SETTLING)[:, None]
        gap = np.maximum(table.at - self.last[players], 0.0)[:, None] / self.pace
        gap = np.minimum(gap, LONGEST_GAP)
        hold = np.exp(-one.return_ * gap)
        shift = self.pool * (1 - hold) + one.lesson * early
        variance = (
            np.square(one.drift) + np.square(one.time_drift) * gap + np.square(one.settling) * early
        )
        known = played > 0
        if not known.all():
            hold[~known] = 0.0
            company = 0.0
            if known.any():
                company = self.mean[players[known]].mean(0) - self.pool
            shift[~known] = self.pool + one.start + one.company * company
            variance[~known] = np.square(one.spread)
        return Drift(hold, shift, variance)

    def seated(self, table: Table, step: Drift | None = None) -> Seated:
        """What is believed of the table's players as their match begins."""
        hold, shift, variance = step or self.step(table)
        players = table.players
        return Seated(
            hold * self.mean[players] + shift,
            np.square(hold) * self.variance[players] + variance,
        )

    def take(self, table: Table, seated: Seated) -> None:
        """Take in the match's result, before which `seated` was believed."""
        mean, variance = learned(table.places, seated, self.settings, self.ties.share)
        self.ties = self.ties.after(table)
        players = table.players
        self.mean[players], self.variance[players] = mean, variance
        self.matches[players] += 1
        self.last[players] = table.at
        self.pool += POOL_PACE * (mean.mean(0) - self.pool)

    def copy(self) -> Beliefs:
        """The same to go on with apart."""
        other = Beliefs(self.settings, self.pace)
        other.mean, other.variance = self.mean.copy(), self.variance.copy()
        other.matches, other.last = self.matches.copy(), self.last.copy()
        other.pool, other.ties = self.pool.copy(), self.ties
        return other

    def played(self, players: Indices) -> npt.NDArray[np.int64]:
        """How many matches each of them has behind them."""
        self._make_room(int(players.max()))
        return self.matches[players]

    def _make_room(self, player: int) -> None:
        if player < len(self.matches):
            return
        more = max(player + 1, 2 * len(self.matches)) - len(self.matches)
        columns = self.settings.count
        self.mean = np.concatenate([self.mean, np.zeros((more, columns))])
        self.variance = np.concatenate([self.variance, np.ones((more, columns))])
        self.matches = np.concatenate([self.matches, np.zeros(more, dtype=np.int64)])
        self.last = np.concatenate([self.last, np.zeros(more)])


def logits(seated: Seated) -> Array:
    """For every two at the table how far the first is ahead, in logits of their chances."""
    one, other = pairs_of(len(seated.mean))
    blur = 1 + SOFTENING * (seated.variance[one] + seated.variance[other])
    return (seated.mean[one] - seated.mean[other]) / np.sqrt(blur)


def learned(
    places: Array, seated: Seated, settings: Settings, tied: float = 0.0
) -> tuple[Array, Array]:
    """The means and variances after a result with these places.

    `tied` is the share of pairs that tie. Skills stand for chances where somebody wins: what a
    player is expected to score is half of that share, and of the rest their chance.
    """
    mean, variance = seated
    size = len(places)
    scale = np.sqrt(1 + 2 * SOFTENING * variance.mean(0))
    if size == 2:
        chance = 1 / (1 + np.exp((mean[1] - mean[0]) / scale))
        score = 0.5 * (1 + np.sign(places[1] - places[0]))
        pull = (score - tied / 2 - (1 - tied) * chance) / scale
        bend = (1 - tied) * chance * (1 - chance) / np.square(scale)
        share = 1 / (1 + bend * variance.sum(0))
        moved = variance * share * np.stack([pull, -pull])
        return mean + moved, variance - np.square(variance) * bend * share
    pull, bend = _evidence(places, mean / scale, settings.pairwise)
    pull, bend = (
        pull * settings.weight / scale,
        bend * (settings.weight / np.square(scale))[:, None, None],
    )
    diagonal = np.arange(size)
    bend[:, diagonal, diagonal] += 1 / variance.T
    covariance = np.linalg.inv(bend)
    moved = np.einsum("mij,jm->im", covariance, pull)
    return mean + moved, covariance[:, diagonal, diagonal].T


def _evidence(places: Array, mean: Array, pairwise: Array) -> tuple[Array, Array]:
    """The slope of the result's likelihood, and its curvature, a matrix for each setting."""
    order = np.lexsort((mean[:, 0], places))
    pull, bend = _ordered(order, mean)
    if len(set(places.tolist())) < len(places):  # ties count half each way
        other = np.lexsort((-mean[:, 0], places))
        more, bends = _ordered(other, mean)
        pull, bend = (pull + more) / 2, (bend + bends) / 2
    share = 2 / len(places)
    gaps = mean[:, None, :] - mean[None, :, :]
    chance = 1 / (1 + np.exp(-gaps))
    score = 0.5 * (1 + np.sign(places[None, :] - places[:, None]))
    swing = chance * (1 - chance)
    diagonal = np.arange(len(places))
    swing[diagonal, diagonal] = 0
    total = (score[:, :, None] - chance).sum(1)
    curve = -np.moveaxis(swing, 2, 0)
    curve[:, diagonal, diagonal] = swing.sum(1).T
    part = pairwise * share
    whole = 1 - pairwise
    return (
        whole * pull + part * total,
        whole[:, None, None] * bend + part[:, None, None] * curve,
    )


def _ordered(order: Indices, mean: Array) -> tuple[Array, Array]:
    """Plackett and Luce: each stage chooses one of those who are left."""
    size = len(order)
    height = np.exp(mean[order] - mean.max(0))
    left = np.cumsum(height[::-1], 0)[::-1]
    stages = np.arange(size - 1)
    chance = height[None, :, :] / left[: size - 1, None, :]
    chance *= (np.arange(size)[None, :] >= stages[:, None])[:, :, None]
    total = chance.sum(0)
    pull, bend = np.empty_like(mean), np.empty((mean.shape[1], size, size))
    chosen = np.ones(size)
    chosen[-1] = 0
    pull[order] = chosen[:, None] - total
    shaped = np.moveaxis(chance, 2, 0)
    curve = -np.matmul(shaped.transpose(0, 2, 1), shaped)
    diagonal = np.arange(size)
    curve[:, diagonal, diagonal] += total.T
    bend[:, order[:, None], order[None, :]] = curve
    return pull, bend
