"""What the formats share: who plays, in which order, what is dealt, and a dealt round's reasons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from tournaments.chance.lots import lot
from tournaments.formats.base import (
    Entry,
    EntryId,
    Reason,
    RoundPlan,
    Seeding,
    Setup,
    Table,
    TableResult,
)
from tournaments.pairing.history import history_of, pairs_at
from tournaments.pairing.seat_order import seated
from tournaments.ranking.standings import standings
from tournaments.stages.reasons import Because, of_the_seat

Groups = tuple[tuple[EntryId, ...], ...]


def seeded(setup: Setup, entries: Iterable[Entry]) -> list[EntryId]:
    """The entries best first by the set-up's seeding; who has no figure comes last."""

    def rank(entry: Entry) -> tuple[bool, int, bytes]:
        drawn = lot(setup.seed, "seeding", entry.id)
        if setup.seeding is Seeding.RATING:
            return entry.rating is None, -(entry.rating or 0), drawn
        if setup.seeding is Seeding.HAND:
            return entry.seeding is None, entry.seeding or 0, drawn
        return False, 0, drawn

    return [entry.id for entry in sorted(entries, key=rank)]


def starters(entries: Iterable[Entry]) -> list[Entry]:
    """Who plays from the first round."""
    return [entry for entry in entries if entry.plays_in(1)]


def playing(entries: Iterable[Entry], round_number: int) -> set[EntryId]:
    """Who is to be dealt into that round."""
    return {entry.id for entry in entries if entry.plays_in(round_number)}


def last_round(results: Iterable[TableResult]) -> int:
    """The latest round of which a table is dealt; 0 before the first."""
    return max((result.round for result in results), default=0)


def ended(results: Iterable[TableResult]) -> bool:
    """Whether no match is open."""
    return not any(result.is_open for result in results)


def stands(setup: Setup, entries: Sequence[Entry], results: Iterable[TableResult]) -> Groups:
    """All entries by points and tie-breaks; those whom nothing tells apart in order of seeding."""
    seeds = {entry: rank for rank, entry in enumerate(seeded(setup, entries))}
    rows = standings(setup, entries, results)
    return tuple(
        tuple(sorted((row.entry for row in group), key=seeds.__getitem__))
        for _, group in groupby(rows, lambda row: row.place)
    )


def ranked(setup: Setup, entries: Sequence[Entry], results: Iterable[TableResult]) -> list[EntryId]:
    """All entries in one row, best first."""
    return [entry for group in stands(setup, entries, results) for entry in group]


def dealt(
    setup: Setup,
    number: int,
    stage: str,
    tables: Iterable[Sequence[EntryId]],
    results: Sequence[TableResult],
    because: Because,
    numbers: Sequence[int] = (),
) -> RoundPlan:
    """The round with its seats, and the reasons that `because` gives; tables for one are byes.

    `numbers` are the tables'; without them they are counted from 1.
    """
    history = history_of(results, setup.table_size)
    made: list[Table] = []
    reasons: list[Reason] = []
    repeats = 0
    for count, table in enumerate(tables):
        table_number = numbers[count] if numbers else count + 1
        seats = seated(table, history, setup.seed, f"round {number} table {table_number}")
        made.append(Table(table_number, seats))
        repeats += sum(history.meetings[pair] > 0 for pair in pairs_at(seats))
        for entry in seats:
            reasons += because(seats, entry)
            reasons += of_the_seat(seats, entry, setup.table_size, history)
    reasons.append(Reason("round", None, {"tables": len(made), "repeats": repeats}))
    return RoundPlan(number, stage, tuple(made), tuple(reasons))
