"""The standings of a tournament or of one of its stages, each figure with its working."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from tournaments.chance.seeding import seeded
from tournaments.ranking.reckoning import Reckoning
from tournaments.ranking.score_sheet import ScoreSheet
from tournaments.ranking.tie_breaks import TIE_BREAKS, points, tie_breaks_of
from tournaments.values.setup import EntryId, TournamentSetup
from tournaments.values.tables import (
    Entrant,
    TableResult,
)

PLAY_OFF = "play_off"
"""The stage of the one match that those play who share the first place."""


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One entry's place, shared with whom nothing tells apart, and its figures in order.

    The first figure is the points, then come the tournament's tie-breaks.
    """

    place: int
    entry: EntryId
    figures: tuple[Reckoning, ...]


class KeptLine(NamedTuple):
    """Where an entry stands, as it is kept: by how far it came, and in its table of standings.

    `figures` are fractions as text, None where one decides nothing; `part` is 0 for who is in no
    table.
    """

    entry: EntryId
    name: str
    place: int
    is_shared: bool
    part: int
    part_place: int
    part_shared: bool
    figures: Sequence[str | None]


def standings(
    setup: TournamentSetup, entries: Sequence[Entrant], results: Iterable[TableResult]
) -> tuple[StandingsRow, ...]:
    """All entries by points, then by the tournament's tie-breaks in their order, best first.

    Whoever was removed comes after all who stayed, in the order of what they had won. A lot never
    decides who is first: those whom only it would part share that place, or play off for it.
    Only closed tables count, and in whatever order they are listed. Rows that share a place stand
    in the order of their entries' ids. Raises TournamentSetupError for a tie-break that is unknown,
    and ValueError where a table seats somebody who is no entry.
    """
    groups, figures = _parted_by_figures(setup, entries, results, is_whole=True)
    rows: list[StandingsRow] = []
    for group in groups:
        place = len(rows) + 1
        rows += [StandingsRow(place, entry, tuple(figures[entry])) for entry in group]
    return tuple(rows)


Figures = dict[EntryId, list[Reckoning]]


def _parted_by_figures(
    setup: TournamentSetup,
    entries: Sequence[Entrant],
    results: Iterable[TableResult],
    *,
    is_whole: bool,
) -> tuple[list[list[EntryId]], Figures]:
    """Who shares which place, best first, and the figures; unless `is_whole`, no further tie-breaks
    of whom nobody is tied with."""
    keys = tie_breaks_of(setup)
    tables = list(results)
    sheet = ScoreSheet(setup, entries, [one for one in tables if one.stage != PLAY_OFF])
    figures: Figures = {
        entry: [points(sheet, entry, frozenset())] for entry in sorted(sheet.tables)
    }
    removed = {entry.id for entry in entries if entry.is_removed}
    groups = _split(list(parted(list(figures), removed)), figures)
    for key in keys:
        for group in groups:
            tied = frozenset(group)
            for entry in group if is_whole or len(group) > 1 else ():
                figures[entry].append(TIE_BREAKS[key](sheet, entry, tied))
        shared = groups[:1] if key == "lot" else []
        groups = shared + _split(groups[len(shared) :], figures)
    return [part for group in groups for part in _played_off(group, tables)], figures


def _played_off(group: list[EntryId], tables: Iterable[TableResult]) -> Iterator[list[EntryId]]:
    """Those who share the first place, by the places of their play-off once it has ended."""
    match = next((one for one in tables if one.stage == PLAY_OFF and not one.is_open), None)
    if match is None or set(match.seats) != set(group):
        yield group
        return
    order = sorted(group, key=lambda entry: (match.places[entry], entry))
    for _, equals in groupby(order, lambda entry: match.places[entry]):
        yield list(equals)


def parted(group: Sequence[EntryId], removed: Collection[EntryId]) -> Iterator[list[EntryId]]:
    """Those of the group who stayed, and those who were removed, where there are any."""
    for part in (
        [entry for entry in group if entry not in removed],
        [entry for entry in group if entry in removed],
    ):
        if part:
            yield part


def _split(groups: list[list[EntryId]], figures: Figures) -> list[list[EntryId]]:
    """The groups of entries that were tied, parted by their latest figure, best first."""
    parted = []
    for group in groups:
        ranked = sorted(group, key=lambda entry: (-figures[entry][-1].value, entry))
        parted += [
            list(equals) for _, equals in groupby(ranked, lambda entry: figures[entry][-1].value)
        ]
    return parted


Groups = tuple[tuple[EntryId, ...], ...]


def stands(
    setup: TournamentSetup, entries: Sequence[Entrant], results: Iterable[TableResult]
) -> Groups:
    """All entries by points and tie-breaks; those whom nothing tells apart in order of seeding."""
    groups, _ = _parted_by_figures(setup, entries, results, is_whole=False)
    return _by_seeding(setup, entries, groups)


def in_seeding_order(
    setup: TournamentSetup, entries: Sequence[Entrant], rows: Iterable[StandingsRow]
) -> Groups:
    """The standings as groups of those who share a place, each in order of seeding."""
    groups = groupby(rows, lambda row: row.place)
    return _by_seeding(setup, entries, ([row.entry for row in group] for _, group in groups))


def _by_seeding(
    setup: TournamentSetup, entries: Sequence[Entrant], groups: Iterable[Sequence[EntryId]]
) -> Groups:
    seeds = {entry: rank for rank, entry in enumerate(seeded(setup, entries))}
    return tuple(tuple(sorted(group, key=seeds.__getitem__)) for group in groups)


def ranked(
    setup: TournamentSetup, entries: Sequence[Entrant], results: Iterable[TableResult]
) -> list[EntryId]:
    """All entries in one row, best first."""
    return [entry for group in stands(setup, entries, results) for entry in group]
