"""Annealing over all rounds of a schedule at once, until no repeat is left or time is up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from tournaments.pairing.lots import stream

Tables = tuple[tuple[int, ...], ...]

_STARTS = 6
_STEPS = 60
_PROPOSALS = 5_000  # each step; 2 s in all six starts
_HOTTEST, _COLDEST = 0.8, 0.15  # in repeats
_GRAIN = 1024
_SLACK = tuple(-math.log((n + 0.5) / _GRAIN) for n in range(_GRAIN))


def improved(rounds: Sequence[Tables], enough: int, seed: str) -> tuple[Tables, ...]:
    """The schedule with fewer repeats, a pair's second counting twice; `enough` ends the search."""
    best, best_cost = tuple(rounds), _Joint(rounds).cost
    for start in range(_STARTS):
        joint = _Joint(rounds)
        chance = stream(seed, f"joint {start}")
        for step in range(_STEPS):
            heat = _HOTTEST * (_COLDEST / _HOTTEST) ** (step / (_STEPS - 1))
            joint.run(chance, [round(heat * slack) for slack in _SLACK], enough)
        if joint.cost < best_cost:
            best, best_cost = joint.tables(), joint.cost
        if best_cost <= enough:
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
        # m meetings of one pair cost m(m-1)/2: a third one weighs more than two seconds.
        self.cost = sum(times * (times - 1) for row in self.met for times in row) // 4

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
        change = last - first + other_last - other_first - 2 - 2 * met_one[other]
        for seated in row[first:last]:
            change += met_other[seated] - met_one[seated]
        for seated in row[other_first:other_last]:
            change += met_one[seated] - met_other[seated]
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
