"""The search behind pods: tables as one row of slots, what they cost, and how it is made less.

Whole numbers only, so that the same seed gives the same tables on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

POINT = 20  # units: a win is 60, so this is the third part of one

_STEPS = 64
_GRAIN = 1024
# The waiting times of annealing, rounded: -ln of evenly spread chances.
_SLACK = tuple(round(-math.log((n + 0.5) / _GRAIN) * _GRAIN) for n in range(_GRAIN))


@dataclass(frozen=True, slots=True)
class Cooling:
    """One annealing run: how many proposals, from and to which temperature in square points."""

    proposals: int
    hottest: float
    coldest: float

    def temperatures(self) -> list[int]:
        """The temperatures of the steps, falling evenly in ratio, in square units."""
        ratio = self.coldest / self.hottest
        return [
            max(1, round(self.hottest * ratio ** (n / (_STEPS - 1)) * POINT**2))
            for n in range(_STEPS)
        ]


class Search:
    """Positions in slots, table after table; `known[a]` says whom a has met, and how often.

    The cost is a sum over tables: for each pair `repeat_cost` for every earlier meeting and the
    square of the difference of scores; and `repeat_cost` for each earlier short table of those at
    a short one.
    """

    def __init__(
        self,
        scores: Sequence[int],
        known: Sequence[Mapping[int, int]],
        short_before: Sequence[int],
        sizes: Sequence[int],
        repeat_cost: int,
    ) -> None:
        self.scores = list(scores)
        self.known = list(known)
        self.met = [bytearray(len(scores)) for _ in scores]  # the same, quicker to look up
        for row, others in zip(self.met, known, strict=True):
            for other, times in others.items():
                row[other] = times
        self.repeat_cost = repeat_cost
        self.slots = list(range(len(scores)))
        self.ranges: list[tuple[int, int]] = []  # of each slot: its table's first and last + 1
        self.short: list[int] = []  # of each slot: 1 at a short table
        starts = 0
        for size in sizes:
            self.ranges += [(starts, starts + size)] * size
            self.short += [int(size < max(sizes))] * size
            starts += size
        self.short_before = list(short_before)

    def tables(self) -> Iterator[list[int]]:
        """The positions at each table."""
        for slot, (first, last) in enumerate(self.ranges):
            if slot == first:
                yield self.slots[first:last]

    def cost(self) -> int:
        """The whole sum."""
        spread = 0
        for table in self.tables():
            scores = [self.scores[one] for one in table]
            spread += len(table) * sum(score * score for score in scores) - sum(scores) ** 2
        unfair = sum(
            self.short_before[one] for slot, one in enumerate(self.slots) if self.short[slot]
        )
        return spread + self.repeat_cost * (self.repeats() + unfair)

    def repeats(self) -> int:
        """The earlier meetings of all pairs that sit together."""
        return sum(self.met[a][b] for table in self.tables() for a in table for b in table) // 2

    def change(self, slot: int, other_slot: int) -> int:
        """What it adds to the cost if the two slots, of different tables, are swapped."""
        slots, scores = self.slots, self.scores
        one, other = slots[slot], slots[other_slot]
        (first, last), (other_first, other_last) = self.ranges[slot], self.ranges[other_slot]
        here, there = slots[first:last], slots[other_first:other_last]
        met_one, met_other = self.met[one], self.met[other]
        meetings = -2 * met_one[other]
        sums = 0
        for seated in here:
            meetings += met_other[seated] - met_one[seated]
            sums += scores[seated]
        for seated in there:
            meetings += met_one[seated] - met_other[seated]
            sums -= scores[seated]
        low, high = scores[one], scores[other]
        step = high - low
        change = -2 * step * (sums + step)
        if len(here) != len(there):
            change += self.change_of_sizes(slot, other_slot)
        return change + self.repeat_cost * meetings

    def change_of_sizes(self, slot: int, other_slot: int) -> int:
        """That part of the change which comes from tables of different sizes."""
        one, other = self.slots[slot], self.slots[other_slot]
        (first, last), (other_first, other_last) = self.ranges[slot], self.ranges[other_slot]
        larger = (last - first) - (other_last - other_first)
        squares = self.scores[other] ** 2 - self.scores[one] ** 2
        owed = self.short_before[other] - self.short_before[one]
        shorter = self.short[slot] - self.short[other_slot]
        return larger * squares + self.repeat_cost * owed * shorter

    def swap(self, slot: int, other_slot: int) -> None:
        """Let the two change places."""
        slots = self.slots
        slots[slot], slots[other_slot] = slots[other_slot], slots[slot]


def anneal(search: Search, cooling: Cooling, chance: Random) -> None:
    """Propose swaps of slots, and take those whose cost the falling temperature allows."""
    slots = len(search.slots)
    everything = slots * slots * _GRAIN
    ranges, change, swap, draw = search.ranges, search.change, search.swap, chance.random
    for temperature in cooling.temperatures():
        for _ in range(cooling.proposals // _STEPS):
            rest, slack = divmod(int(draw() * everything), _GRAIN)
            slot, other = divmod(rest, slots)
            if ranges[slot] == ranges[other]:
                continue
            if change(slot, other) * _GRAIN <= temperature * _SLACK[slack]:
                swap(slot, other)
