"""What the formats share: who plays, in which order, what is dealt, and a dealt round's reasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

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
from tournaments.formats.points import total_points
from tournaments.pairing.history import History, history_of
from tournaments.pairing.lots import lot
from tournaments.pairing.seats import seated, taken
from tournaments.standings import standings

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
    first_table: int = 1,
) -> RoundPlan:
    """The round with its seats and its reasons; tables for one are byes."""
    history = history_of(results, setup.table_size)
    totals = total_points(setup.points, results)
    made: list[Table] = []
    reasons: list[Reason] = []
    for table_number, table in enumerate(tables, first_table):
        seats = seated(table, history, setup.seed, f"round {number} table {table_number}")
        made.append(Table(table_number, seats))
        reasons += _reasons(setup, seats, history, totals)
    repeated = [reason.figures["times"] for reason in reasons if reason.code == "met_before"]
    reasons.append(Reason("round", None, {"tables": len(made), "repeats": len(repeated) // 2}))
    return RoundPlan(number, stage, tuple(made), tuple(reasons))


def _reasons(
    setup: Setup,
    seats: Sequence[EntryId],
    history: History,
    totals: Mapping[EntryId, Fraction],
) -> Iterable[Reason]:
    points = {entry: totals.get(entry, Fraction(0)) for entry in seats}
    size = len(seats)
    for seat, entry in enumerate(seats):
        if size == 1:
            yield Reason("bye", entry, {"points": points[entry], "before": history.byes[entry]})
            continue
        others = tuple(other for other in seats if other != entry)
        yield Reason(
            "points",
            entry,
            {
                "own": points[entry],
                "lowest": min(points[other] for other in others),
                "highest": max(points[other] for other in others),
            },
        )
        for other in others:
            if times := history.met(entry, other):
                yield Reason("met_before", entry, {"opponent": other, "times": times})
        if size < setup.table_size:
            before = history.short_tables[entry]
            yield Reason("short_table", entry, {"size": size, "before": before})
        past = history.seats.get(entry, ())
        sat = Fraction(taken(past, seat, size), 60)
        yield Reason("seat", entry, {"seat": seat, "of": size, "before": sat, "games": len(past)})
