"""What has happened to the entries so far, as far as pairing wants to know it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tournaments.values.setup import EntryId
from tournaments.values.tables import TableResult

Pair = tuple[EntryId, EntryId]


def pair_of(one: EntryId, other: EntryId) -> Pair:
    """The two as one key."""
    return (one, other) if one < other else (other, one)


def pairs_at(table: Sequence[EntryId]) -> Iterable[Pair]:
    """Everybody at the table with everybody else."""
    for index, one in enumerate(table):
        for other in table[index + 1 :]:
            yield pair_of(one, other)


@dataclass(frozen=True, slots=True)
class History:
    """Meetings of pairs; per entry its seats as (seat, table size), short tables and byes."""

    meetings: Counter[Pair] = field(default_factory=Counter)
    seats: dict[EntryId, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    short_tables: Counter[EntryId] = field(default_factory=Counter)
    byes: Counter[EntryId] = field(default_factory=Counter)

    def met(self, one: EntryId, other: EntryId) -> int:
        """How often the two sat at one table."""
        return self.meetings[pair_of(one, other)]


def history_of(results: Iterable[TableResult], table_size: int) -> History:
    """The history of all tables dealt, open ones included; `table_size` is the one wanted."""
    history = History()
    for result in sorted(results, key=lambda table: (table.round, table.table)):
        if result.is_bye:
            history.byes[result.seats[0]] += not result.is_half_bye
            continue
        history.meetings.update(pairs_at(result.seats))
        for seat, entry in enumerate(result.seats):
            history.seats[entry].append((seat, len(result.seats)))
        if len(result.seats) < table_size:
            history.short_tables.update(result.seats)
    return history


def repeats(meetings: Counter[Pair]) -> int:
    """How many meetings were not the pair's first."""
    return sum(times - 1 for times in meetings.values() if times > 1)
