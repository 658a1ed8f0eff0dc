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


def anneal(search: Search, cooling: Cooling, chance: Random) -> int:
    """Propose swaps of slots, and take those whose cost the falling temperature allows.

    Returns what that has added to the cost.
    """
    kept = _Tallies(search)
    slots, scores, met = search.slots, search.scores, search.met
    tables, totals, meetings = kept.tables, kept.totals, kept.meetings
    cost, short, added = search.repeat_cost, search.short, 0
    count, draw = len(slots), chance.random
    everything = count * count * _GRAIN
    for temperature in cooling.temperatures():
        for _ in range(cooling.proposals // _STEPS):
            rest, slack = divmod(int(draw() * everything), _GRAIN)
            slot, other_slot = divmod(rest, count)
            table, other_table = tables[slot], tables[other_slot]
            if table == other_table:
                continue
            one, other = slots[slot], slots[other_slot]
            mine, theirs = meetings[one], meetings[other]
            step = scores[other] - scores[one]
            change = cost * (
                mine[other_table] - mine[table] + theirs[table] - theirs[other_table]
                - 2 * met[one][other]
            ) - 2 * step * (totals[table] - totals[other_table] + step)  # fmt: skip
            if short[slot] != short[other_slot]:
                change += search.change_of_sizes(slot, other_slot)
            if change * _GRAIN <= temperature * _SLACK[slack]:
                added += change
                search.swap(slot, other_slot)
                kept.swapped(one, other, table, other_table)
    return added


class _Tallies:
    """What a proposal asks for, kept while swaps are made: each slot's table, each table's total,
    and how often each position has met those who sit at a table now."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.tables: list[int] = []
        self.totals: list[int] = []
        self.meetings = [[0] * len(set(search.ranges)) for _ in search.slots]
        for number, table in enumerate(search.tables()):
            self.tables += [number] * len(table)
            self.totals.append(sum(search.scores[one] for one in table))
            for one in table:
                self._seat(one, number, 1)

    def swapped(self, one: int, other: int, table: int, other_table: int) -> None:
        """The two have changed places: `one` sat at `table`."""
        step = self.search.scores[other] - self.search.scores[one]
        self.totals[table] += step
        self.totals[other_table] -= step
        for moved, left, come in ((one, table, other_table), (other, other_table, table)):
            self._seat(moved, left, -1)
            self._seat(moved, come, 1)

    def _seat(self, moved: int, table: int, sign: int) -> None:
        for known, times in self.search.known[moved].items():
            self.meetings[known][table] += sign * times
