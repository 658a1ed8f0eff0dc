"""Whole histories: every player's skill at each of their matches, all results weighed at once.

What happens later tells of earlier matches too: who beat somebody that turns out to be strong did
well. The most likely course of all skills together is found by Newton's method. Each result is a
list of choices, one of several at a time; each course is a chain, so that what couples a player's
own matches is solved exactly, and what couples players by conjugate gradients.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

import numpy as np

from tournaments.rating.strengths import Array, Beliefs, Drift, Indices, Seated, Settings, Table

STEPS, INNER_STEPS = 8, 25
ENOUGH, ENOUGH_INSIDE = 3e-3, 1e-5


class Choices(NamedTuple):
    """Who was chosen among whom: `member` of choice `of`; `chosen` and `weight` for each choice."""

    member: Indices
    of: Indices
    chosen: Indices
    weight: Array


class Chains(NamedTuple):
    """What is expected of each skill before any result, from the skill before it in its chain.

    A skill is `hold` times the one at `before` and `shift`, give or take `variance`; where a chain
    begins, `before` is -1 and `hold` 0.
    """

    before: Indices
    hold: Array
    shift: Array
    variance: Array


class Course(NamedTuple):
    """The skills found, and of how much information each choice's members are; by node."""

    skill: Array
    information: Array


class _Record:
    """Chains and choices as the tables come by; a node for each seat."""

    def __init__(self, settings: Settings) -> None:
        self.pairwise = float(settings.pairwise[0])
        self.weight = float(settings.weight[0])
        self.last: dict[int, int] = {}
        self.nodes = 0
        self.before: list[int] = []
        self.steps: list[Array] = []
        self.members: list[int] = []
        self.sizes: list[int] = []
        self.weights: list[float] = []

    def take(self, table: Table, step: Drift, seated: Seated, ties: float) -> None:
        """Add a table; what is to be expected of it is kept as the filter told it."""
        players, places = table.players.tolist(), table.places.tolist()
        nodes = list(range(self.nodes, self.nodes + len(players)))
        self.nodes += len(players)
        for node, player in zip(nodes, players, strict=True):
            self.before.append(self.last.get(player, -1))
            self.last[player] = node
        variance = seated.variance[:, 0]
        others = (variance.sum() - variance) / (len(players) - 1)
        parts = (step.hold[:, 0], step.shift[:, 0], step.variance[:, 0], seated.mean[:, 0], others)
        self.steps.append(np.stack(parts))
        self._result(nodes, places, ties)

    def _result(self, nodes: list[int], places: list[float], ties: float) -> None:
        size = len(nodes)
        if size == 2:
            score = 0.5 * (1 + np.sign(places[1] - places[0]))
            self._choose(nodes, score - ties / 2)
            self._choose(nodes[::-1], 1 - score - ties / 2)
            return
        by_order = 1 - self.pairwise
        orders = [
            [node for _, node in sorted(zip(places, some, strict=True))]
            for some in (nodes, [-node for node in nodes])
        ]
        tied = len(set(places)) < size  # ties count half each way
        for order in orders if tied else orders[:1]:
            for stage in range(size - 1):
                left = [abs(node) for node in order[stage:]]
                self._choose(left, self.weight * by_order / (2 if tied else 1))
        for (one, place), (other, place_of_other) in combinations(
            zip(nodes, places, strict=True), 2
        ):
            pair = [one, other] if place <= place_of_other else [other, one]
            share = self.weight * self.pairwise * 2 / size
            for members in (pair, pair[::-1]) if place == place_of_other else (pair,):
                self._choose(members, share / (2 if place == place_of_other else 1))

    def _choose(self, members: list[int], weight: float) -> None:
        self.members += members
        self.sizes.append(len(members))
        self.weights.append(weight)

    def choices(self) -> Choices:
        sizes = np.array(self.sizes)
        members = np.array(self.members, dtype=np.intp)
        firsts = np.cumsum(sizes) - sizes
        of = np.repeat(np.arange(len(sizes)), sizes)
        return Choices(members, of, members[firsts], np.array(self.weights))


class WholeHistory:
    """A pool's history under one setting: a filter from match to match, and all of it at once."""

    def __init__(self, settings: Settings, pace: float) -> None:
        self.beliefs = Beliefs(settings, pace)
        self.record = _Record(settings)
        self.skill = np.zeros(0)

    def take(self, table: Table) -> None:
        """Add a table, later than all others."""
        step = self.beliefs.step(table)
        seated = self.beliefs.seated(table, step)
        self.record.take(table, step, seated, self.beliefs.ties.share)
        self.beliefs.take(table, seated)

    def weighed(self) -> Beliefs:
        """What is believed of every player when all results are weighed at once."""
        record = self.record
        hold, shift, variance, begun, others = np.concatenate(record.steps, axis=1)
        chains = Chains(np.array(record.before), hold, shift, variance)
        begun[: len(self.skill)] = self.skill
        course = most_likely(chains, record.choices(), begun)
        self.skill = course.skill
        information = course.information / (1 + course.information * others)
        players = np.fromiter(record.last, dtype=np.intp)
        last = np.fromiter(record.last.values(), dtype=np.intp)
        beliefs = self.beliefs.copy()
        beliefs.mean[players, 0] = course.skill[last]
        beliefs.variance[players, 0] = _variances(chains, information)[last]
        return beliefs


def summed(to: Indices, figures: Array, count: int) -> Array:
    """The sum of the figures that go to each of so many places."""
    return np.bincount(to, figures, count).astype(float)


def most_likely(chains: Chains, choices: Choices, skill: Array) -> Course:
    """The most likely skills; `skill` is where the search begins."""
    order, band = _banded(chains)
    information = np.zeros_like(skill)
    for _ in range(STEPS):
        chance = _chances(choices, skill)
        weighted = chance * choices.weight[choices.of]
        pull = summed(choices.chosen, choices.weight, len(skill))
        pull -= summed(choices.member, weighted, len(skill))
        pull -= _slope(chains, skill)
        information = summed(choices.member, weighted * (1 - chance), len(skill))
        moved = _solved(chains, choices, chance, pull, (order, band, information))
        skill = skill + moved
        if np.abs(moved).max() < ENOUGH:
            break
    return Course(skill, information)


def _chances(choices: Choices, skill: Array) -> Array:
    height = np.exp(np.clip(skill[choices.member], -30, 30))
    total = summed(choices.of, height, len(choices.weight))
    return height / total[choices.of]


def _slope(chains: Chains, skill: Array) -> Array:
    """The prior's: how strongly each skill is drawn to what was expected of it."""
    begins = chains.before < 0
    error = skill - chains.shift - np.where(begins, 0, chains.hold * skill[chains.before])
    error /= chains.variance
    back = summed(chains.before[~begins], (chains.hold * error)[~begins], len(skill))
    return error - back


def _banded(chains: Chains) -> tuple[Indices, Array]:
    """The prior's precision with each chain's nodes in a row: their order, and two diagonals."""
    count = len(chains.before)
    root = np.arange(count)
    for node in range(count):  # a node comes after the one before it
        if chains.before[node] >= 0:
            root[node] = root[chains.before[node]]
    order = np.lexsort((np.arange(count), root))
    diagonal = 1 / chains.variance
    linked = chains.before >= 0
    more = np.square(chains.hold) / chains.variance
    diagonal = diagonal + summed(chains.before[linked], more[linked], count)
    beside = np.where(linked, -chains.hold / chains.variance, 0)[order]
    band = np.zeros((2, count))
    band[1] = diagonal[order]
    band[0] = beside  # upper form: entry j couples j - 1 and j
    return order, band


def _solved(
    chains: Chains,
    choices: Choices,
    chance: Array,
    pull: Array,
    prepared: tuple[Indices, Array, Array],
) -> Array:
    """Newton's step: conjugate gradients, with the chains alone solved exactly before each."""
    eased = _chains_solved(*prepared)
    linked = chains.before >= 0
    weighted = chance * choices.weight[choices.of]

    def curved(step: Array) -> Array:
        own = step[choices.member]
        mean = summed(choices.of, chance * own, len(choices.weight))
        bend = summed(choices.member, weighted * (own - mean[choices.of]), len(step))
        error = (step - np.where(linked, chains.hold * step[chains.before], 0)) / chains.variance
        bend += error
        bend -= summed(chains.before[linked], (chains.hold * error)[linked], len(step))
        return bend

    step, residual = np.zeros_like(pull), pull.copy()
    direction = eased(residual)
    aim = float(residual @ direction)
    first = aim
    for _ in range(INNER_STEPS):
        if aim <= ENOUGH_INSIDE * first or aim <= 0:
            break
        bent = curved(direction)
        length = aim / float(direction @ bent)
        step += length * direction
        residual -= length * bent
        better = eased(residual)
        next_aim = float(residual @ better)
        direction = better + next_aim / aim * direction
        aim = next_aim
    return step


def _chains_solved(order: Indices, band: Array, information: Array) -> Callable[[Array], Array]:
    """What solves the chains alone: for a residual of each node, the step of each."""
    # Late: half a second and 25 MB in every process, needed by the nightly one alone.
    from scipy.linalg import cho_solve_banded, cholesky_banded

    factor = cholesky_banded(np.stack([band[0], band[1] + information[order]]))

    def solved(residual: Array) -> Array:
        out = np.empty_like(residual)
        out[order] = cho_solve_banded((factor, False), residual[order])
        return out

    return solved


def _variances(chains: Chains, information: Array) -> Array:
    """Each node's variance from what came until then in its own chain, opponents as uncertain."""
    out = np.empty_like(information)
    before, hold, wide = chains.before.tolist(), chains.hold.tolist(), chains.variance.tolist()
    for node, known in enumerate(information.tolist()):
        prior = wide[node] + (hold[node] ** 2 * out[before[node]] if before[node] >= 0 else 0.0)
        out[node] = prior / (1 + prior * known)
    return out
