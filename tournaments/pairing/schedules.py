"""Whole schedules at once: several rounds at tables of a few, nobody twice with anybody.

Where the number of tables is a prime power a finite field gives the rounds. Otherwise they are
made one after the other and then improved together. Everything is by position, 0 the top seed:
where the field serves, every table has one of each tier, so that the best seeds never meet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import comb

from tournaments.pairing.finite_fields import finite_field
from tournaments.pairing.history import History, Pair, pairs_at, repeats
from tournaments.pairing.larger_tables import LARGE_FIELD, Wishes, pods
from tournaments.pairing.schedule_annealing import improved

Tables = tuple[tuple[int, ...], ...]

_JOINT_UP_TO = 100  # larger fields have no repeats to take out


@lru_cache(maxsize=32)
def schedule(sizes: tuple[int, ...], rounds: int, seed: str) -> tuple[Tables, ...]:
    """So many rounds at tables of these sizes, with as few repeats as are found.

    Bounded: some seconds where no field serves. Kept, as every round of a stage asks again.
    """
    made = from_field(sizes, rounds)
    if made is not None:
        return made
    made = _one_by_one(sizes, rounds, seed)
    entries = sum(sizes)
    if entries > _JOINT_UP_TO or schedule_repeats(made) <= fewest_repeats(sizes, rounds):
        return made
    # Every two rounds have the forced pairs in common: a pair that meets thrice counts in three.
    common = comb(rounds, 2) * _forced(sizes)
    return improved(made, max(_counted(sizes, rounds), common), seed)


def schedule_repeats(rounds: Sequence[Tables]) -> int:
    """How many meetings in the whole schedule are not the pair's first."""
    return repeats(_meetings(rounds))


def fewest_repeats(sizes: Sequence[int], rounds: int) -> int:
    """A number that no schedule can go below, though not every one can reach it.

    By counting all pairs there are; and from the second round on because a table larger than the
    number of tables seats some who sat together in any one round before.
    """
    return max(_counted(sizes, rounds), (rounds - 1) * _forced(sizes))


def _counted(sizes: Sequence[int], rounds: int) -> int:
    """How many more seats together there are than pairs."""
    return max(0, rounds * sum(comb(size, 2) for size in sizes) - comb(sum(sizes), 2))


def _forced(sizes: Sequence[int]) -> int:
    """How many pairs of one round must have sat together in any given other one."""
    forced = 0
    for size in sizes:
        each, more = divmod(size, len(sizes))
        forced += more * comb(each + 1, 2) + (len(sizes) - more) * comb(each, 2)
    return forced


def from_field(sizes: Sequence[int], rounds: int) -> tuple[Tables, ...] | None:
    """Rounds without a repeat by arithmetic; None where there is no such arithmetic.

    The entries stand in tiers of as many as there are tables. In round r the tier a moves r·a
    tables on: two of different tiers then meet in one round alone. Without a field two rounds
    work; a whole square adds the round in which each tier is a table.
    """
    tables, size, entries = len(sizes), max(sizes), sum(sizes)
    if not size - 1 <= min(sizes) or size > tables:
        return None
    field = finite_field(tables)
    square = entries == tables * tables
    if rounds > (tables if field else 2) + square:
        return None
    made: list[Tables] = []
    for number in range(rounds):
        if square and number == rounds - 1:
            seating = [[a * tables + b for b in range(tables)] for a in range(size)]
        else:
            moved = [field.products[number][a] if field else number * a for a in range(size)]
            seating = [
                [
                    a * tables + (field.sums[t][moved[a]] if field else (t + moved[a]) % tables)
                    for a in range(size)
                ]
                for t in range(tables)
            ]
        made.append(tuple(tuple(one for one in table if one < entries) for table in seating))
    return tuple(made)


def round_robin(entries: int) -> tuple[Tables, ...]:
    """Everybody meets everybody once, two at a table: the circle method, first seats in turn.

    With an odd number everybody sits out once, at a table for one.
    """
    count = entries + entries % 2
    rounds = []
    for number in range(count - 1):
        tables = []
        for step in range(count // 2):
            one = (number + step) % (count - 1)
            other = (number - step) % (count - 1) if step else count - 1
            # Crossing the seats by the step's parity gives everybody both seats by turns.
            pair = (one, other) if (step % 2 if step else number % 2) else (other, one)
            tables.append(tuple(position for position in pair if position < entries))
        rounds.append(tuple(tables))
    return tuple(rounds)


def _one_by_one(sizes: Sequence[int], rounds: int, seed: str) -> tuple[Tables, ...]:
    entries = sum(sizes)
    history = History()
    restarts = 1 if entries < LARGE_FIELD else 0
    made = []
    for number in range(rounds):
        tables = pods(
            range(entries), {}, sizes, history, f"{seed}\nround {number}", Wishes(restarts=restarts)
        )
        for table in tables:
            history.meetings.update(pairs_at(table))
            if len(table) < max(sizes):
                history.short_tables.update(table)
        made.append(tables)
    return tuple(made)


def _meetings(rounds: Sequence[Tables]) -> Counter[Pair]:
    meetings: Counter[Pair] = Counter()
    for tables in rounds:
        for table in tables:
            meetings.update(pairs_at(table))
    return meetings
