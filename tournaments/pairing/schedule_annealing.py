"""Annealing over all rounds of a schedule at once, until no repeat is left or time is up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from tournaments.chance.lots import stream

Tables = tuple[tuple[int, ...], ...]

_STARTS = 6
_STEPS = 60
_PROPOSALS = 5_000  # each step; 2 s in all six starts
_HOTTEST, _COLDEST = 8.0, 1.5  # a repeat costs 10
_GRAIN = 1024
# What one more meeting costs a pair that has had so many, and what one less saves: 10 a repeat,
# and a little more for a third meeting than for two second ones of three pairs.
_GAIN = tuple(11 * times - (times > 0) for times in range(64))
_LOSS = (0, *_GAIN)
_SLACK = tuple(-math.log((n + 0.5) / _GRAIN) for n in range(_GRAIN))


def improved(rounds: Sequence[Tables], enough: int, seed: str) -> tuple[Tables, ...]:
    """The schedule with fewer repeats, and none with one pair often; `enough` ends the search.

    It counts the rounds that a pair has in common by twos: 1 for a second meeting, 3 for a third.
    """
    best, best_cost = tuple(rounds), _Joint(rounds).cost
    for start in range(_STARTS):
        joint = _Joint(rounds)
        chance = stream(seed, f"joint {start}")
        for step in range(_STEPS):
            heat = _HOTTEST * (_COLDEST / _HOTTEST) ** (step / (_STEPS - 1))
            joint.run(chance, [round(heat * slack) for slack in _SLACK], 10 * enough)
        if joint.cost < best_cost:
            best, best_cost = joint.tables(), joint.cost
        if best_cost <= 10 * enough:
            break
    return best


class _Joint:
    """All rounds as rows of slots, and how often each two meet in them together."""

    def __init__(self, rounds: Sequence[Tables]) -> None:
        self.rows = [[one for table in tables for one in table] for tables in rounds]
        self.ranges = []
        for tables in rounds:
            first, row = 0, []
            for table in tables:
                row += [(first, first + len(table))] * len(table)
                first += len(table)
            self.ranges.append(row)
        self.entries = len(self.rows[0])
        self.met = [[0] * self.entries for _ in range(self.entries)]
        for tables in rounds:
            for table in tables:
                for one in table:
                    for other in table:
                        self.met[one][other] += one != other
        self.cost = sum(sum(_GAIN[:times]) for row in self.met for times in row) // 2

    def run(self, chance: Random, allowed: Sequence[int], enough: int) -> None:
        """One step of cooling."""
        entries, draw = self.entries, chance.random
        everything = len(self.rows) * entries * entries * _GRAIN
        for _ in range(_PROPOSALS):
            if self.cost <= enough:
                return
            rest, slack = divmod(int(draw() * everything), _GRAIN)
            rest, other = divmod(rest, entries)
            number, slot = divmod(rest, entries)
            ranges = self.ranges[number]
            if ranges[slot] != ranges[other]:
                change = self.change(number, slot, other)
                if change <= allowed[slack]:
                    self.swap(number, slot, other)
                    self.cost += change

    def change(self, number: int, slot: int, other_slot: int) -> int:
        """What swapping the two slots of that round adds to the cost."""
        row, ranges = self.rows[number], self.ranges[number]
        (first, last), (other_first, other_last) = ranges[slot], ranges[other_slot]
        one, other = row[slot], row[other_slot]
        met_one, met_other = self.met[one], self.met[other]
        change = -2 * _GAIN[met_one[other]]
        for seated in row[first:last]:
            change += _GAIN[met_other[seated]] - _LOSS[met_one[seated]]
        for seated in row[other_first:other_last]:
            change += _GAIN[met_one[seated]] - _LOSS[met_other[seated]]
        return change

    def swap(self, number: int, slot: int, other_slot: int) -> None:
        """Let the two change places, and count the meetings anew."""
        row, ranges = self.rows[number], self.ranges[number]
        one, other = row[slot], row[other_slot]
        for (first, last), stays, leaves in (
            (ranges[slot], slot, (one, other)),
            (ranges[other_slot], other_slot, (other, one)),
        ):
            gone, come = leaves
            for place in range(first, last):
                if place == stays:
                    continue
                seated = row[place]
                self.met[gone][seated] -= 1
                self.met[seated][gone] -= 1
                self.met[come][seated] += 1
                self.met[seated][come] += 1
        row[slot], row[other_slot] = other, one

    def tables(self) -> tuple[Tables, ...]:
        """The schedule as it stands."""
        return tuple(
            tuple(
                tuple(sorted(row[first:last]))
                for slot, (first, last) in enumerate(ranges)
                if slot == first
            )
            for row, ranges in zip(self.rows, self.ranges, strict=True)
        )
