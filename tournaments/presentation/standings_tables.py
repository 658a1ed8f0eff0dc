"""Standings and cross tables as rows of cells, each figure with its working at hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from tournaments.formats.registry import format_of
from tournaments.presentation.calculations import shown
from tournaments.presentation.format_words import words_of
from tournaments.presentation.names import FIGURES, stage_name
from tournaments.presentation.numbers import figure
from tournaments.ranking.points import table_points
from tournaments.ranking.score_sheet import pair_score
from tournaments.ranking.standings import KeptLine, StandingsRow, standings
from tournaments.ranking.tie_breaks import tie_breaks_of
from tournaments.values.setup import EntryId, TournamentSetup
from tournaments.values.tables import Entrant, TableResult

Names = Mapping[EntryId, str]
MOST_IN_A_GRID = 24
"""A grid of everybody against everybody is for people to read: above this it is left out."""


class Cell(NamedTuple):
    """A figure of the standings: as it is shown, and the key that its working is found by."""

    key: str
    shown: str


class StandingsLine(NamedTuple):
    """One entry in a table of standings."""

    place: int
    is_shared: bool
    entry: EntryId
    name: str
    cells: tuple[Cell, ...]


class Standings(NamedTuple):
    """One table of standings, with the names of its columns and what each of them means."""

    title: str
    columns: tuple[tuple[str, str], ...]
    lines: tuple[StandingsLine, ...]
    is_open: bool


class Placed(NamedTuple):
    """An entry and how far it came: places are shared by those who came equally far."""

    place: int
    is_shared: bool
    entry: EntryId
    name: str


def standings_tables(
    setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult], names: Names
) -> list[Standings]:
    """Every table of standings that the tournament has, in order."""
    return [
        Standings(
            words_of(setup.format).part_title(part.number),
            _columns(setup),
            tuple(_lines(standings(setup, part.entries, part.results), names)),
            any(one.is_open for one in part.results),
        )
        for part in format_of(setup.format).parts(setup, entries, results)
    ]


def _columns(setup: TournamentSetup) -> tuple[tuple[str, str], ...]:
    return tuple(
        (str(FIGURES[key].name), str(FIGURES[key].means))
        for key in ("points", *tie_breaks_of(setup))
    )


def _lines(rows: Sequence[StandingsRow], names: Names) -> Iterable[StandingsLine]:
    sharing: dict[int, int] = defaultdict(int)
    for row in rows:
        sharing[row.place] += 1
    for row in rows:
        cells = tuple(Cell(one.key, shown(one)) for one in row.figures)
        yield StandingsLine(
            row.place, sharing[row.place] > 1, row.entry, names.get(row.entry, "?"), cells
        )


def kept_tables(
    setup: TournamentSetup, lines: Sequence[KeptLine], open_parts: Collection[int]
) -> list[Standings]:
    """Some lines of the standings as tables; a part of which lines are missing has the others."""
    return [
        Standings(
            words_of(setup.format).part_title(part),
            _columns(setup),
            tuple(
                StandingsLine(
                    one.part_place,
                    one.part_shared,
                    one.entry,
                    one.name,
                    tuple(map(_kept_cell, ("points", *tie_breaks_of(setup)), one.figures)),
                )
                for one in own
            ),
            part in open_parts,
        )
        for part, own in groupby(lines, lambda one: one.part)
    ]


def _kept_cell(key: str, value: str | None) -> Cell:
    return Cell(key, "–" if value is None else figure(Fraction(value)))


def points_shown(figures: Sequence[str | None]) -> str:
    """The first of somebody's kept figures: the points, where they rank."""
    return figure(Fraction(figures[0] or 0)) if figures else ""


def kept_places(lines: Iterable[KeptLine]) -> list[Placed]:
    """Some lines of everybody by how far they came."""
    return [Placed(one.place, one.is_shared, one.entry, one.name) for one in lines]


def placing_lines(
    setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult], names: Names
) -> list[Placed]:
    """Everybody by how far they came, as things stand."""
    lines: list[Placed] = []
    for group in format_of(setup.format).places(setup, entries, results):
        place = len(lines) + 1
        lines += [Placed(place, len(group) > 1, one, names.get(one, "?")) for one in group]
    return lines


class CrossMeeting(NamedTuple):
    """What became of two at one table, from the side of the row: 1, ½ or 0; empty while open."""

    score: str
    round: int
    table: int


class CrossLine(NamedTuple):
    """One row: an entry, what it did in each round, and against each of the others."""

    entry: EntryId
    name: str
    rounds: tuple[tuple[RoundCell, ...], ...]
    meetings: tuple[tuple[CrossMeeting, ...] | None, ...]
    total: str


class RoundCell(NamedTuple):
    """A table of one round from an entry's side: where, with what place and worth how much."""

    table: int
    place: str
    points: str
    is_open: bool
    is_bye: bool
    is_forfeit: bool
    opponents: tuple[str, ...]


class CrossTable(NamedTuple):
    """All entries in order against the rounds, and against each other where they are few."""

    rounds: tuple[tuple[int, str], ...]
    lines: tuple[CrossLine, ...]
    has_grid: bool


def cross_table(
    setup: TournamentSetup,
    order: Sequence[EntryId],
    stages: Sequence[tuple[int, str]],
    results: Sequence[TableResult],
    names: Names,
    *,
    has_grid: bool = False,
) -> CrossTable:
    """What these entries did in these rounds, each with its stage; with a grid, whom they met too.

    `results` are all tables of these entries. A row of the grid meets itself with None.
    """
    rounds = tuple((number, stage_name(stage)) for number, stage in stages)
    own: dict[EntryId, dict[int, list[TableResult]]] = defaultdict(lambda: defaultdict(list))
    for one in results:
        for entry in one.seats:
            own[entry][one.round].append(one)
    worth = {(one.round, one.table): table_points(setup.points, one) for one in results}

    def line(entry: EntryId) -> CrossLine:
        mine = own[entry]
        earned = [
            worth[one.round, one.table].get(entry) for games in mine.values() for one in games
        ]
        total = sum((one for one in earned if one is not None), Fraction(0))
        cells = tuple(
            tuple(
                _cell(one, entry, worth[one.round, one.table].get(entry), names)
                for one in mine[number]
            )
            for number, _stage in rounds
        )
        meetings = tuple(
            None if other == entry else _meetings(mine, entry, other)
            for other in (order if has_grid else ())
        )
        return CrossLine(entry, names.get(entry, "?"), cells, meetings, figure(total))

    return CrossTable(rounds, tuple(line(entry) for entry in order), has_grid)


def _cell(one: TableResult, entry: EntryId, earned: Fraction | None, names: Names) -> RoundCell:
    return RoundCell(
        one.table,
        "" if one.is_open else str(one.places[entry]),
        "" if earned is None else figure(earned),
        one.is_open,
        one.is_bye,
        entry in one.forfeits,
        tuple(names.get(other, "?") for other in one.seats if other != entry),
    )


def _meetings(
    mine: Mapping[int, Sequence[TableResult]], entry: EntryId, other: EntryId
) -> tuple[CrossMeeting, ...]:
    return tuple(
        CrossMeeting(
            "" if one.is_open else figure(pair_score(one, entry, other)), one.round, one.table
        )
        for number in sorted(mine)
        for one in mine[number]
        if other in one.seats
    )
