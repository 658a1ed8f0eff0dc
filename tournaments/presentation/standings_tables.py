"""Standings and cross tables as rows of cells, each figure with its working at hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tournaments.formats.registry import format_of
from tournaments.presentation.calculations import Calculation, calculation, shown
from tournaments.presentation.format_words import words_of
from tournaments.presentation.names import FIGURES, stage_name
from tournaments.presentation.numbers import figure
from tournaments.ranking.points import table_points, total_points
from tournaments.ranking.score_sheet import pair_score
from tournaments.ranking.standings import StandingsRow, standings
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
    columns = tuple(
        (str(FIGURES[key].name), str(FIGURES[key].means))
        for key in ("points", *tie_breaks_of(setup))
    )
    return [
        Standings(
            words_of(setup.format).part_title(part.number),
            columns,
            tuple(_lines(standings(setup, part.entries, part.results), names)),
            any(one.is_open for one in part.results),
        )
        for part in format_of(setup.format).parts(setup, entries, results)
    ]


def _lines(rows: Sequence[StandingsRow], names: Names) -> Iterable[StandingsLine]:
    sharing: dict[int, int] = defaultdict(int)
    for row in rows:
        sharing[row.place] += 1
    for row in rows:
        cells = tuple(Cell(one.key, shown(one)) for one in row.figures)
        yield StandingsLine(
            row.place, sharing[row.place] > 1, row.entry, names.get(row.entry, "?"), cells
        )


def workings_of(
    setup: TournamentSetup,
    entries: Sequence[Entrant],
    results: Sequence[TableResult],
    names: Names,
    entry: EntryId,
) -> list[Calculation]:
    """Every figure of one entry with its sum; empty where points do not rank."""
    for part in format_of(setup.format).parts(setup, entries, results):
        if any(one.id == entry for one in part.entries):
            row = next(
                row for row in standings(setup, part.entries, part.results) if row.entry == entry
            )
            return [calculation(one, names) for one in row.figures]
    return []


def placing_lines(
    setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult], names: Names
) -> list[Placed]:
    """Everybody by how far they came, as things stand."""
    lines: list[Placed] = []
    for group in format_of(setup.format).places(setup, entries, results):
        place = len(lines) + 1
        lines += [Placed(place, len(group) > 1, one, names.get(one, "?")) for one in group]
    return lines


def points_shown(
    setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
) -> dict[EntryId, str]:
    """Everybody's points in their table of standings; none where points rank nobody."""
    none = Fraction(0)
    found: dict[EntryId, str] = {}
    for part in format_of(setup.format).parts(setup, entries, results):
        points = total_points(setup.points, part.results)
        found |= {one.id: figure(points.get(one.id, none)) for one in part.entries}
    return found


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
    setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult], names: Names
) -> CrossTable:
    """Who met whom and when, the best placed first. A row meets itself with None."""
    order = [line.entry for line in placing_lines(setup, entries, results, names)]
    stages = {one.round: one.stage for one in results}
    rounds = tuple((number, stage_name(stages[number])) for number in sorted(stages))
    own: dict[EntryId, dict[int, list[TableResult]]] = defaultdict(lambda: defaultdict(list))
    for one in results:
        for entry in one.seats:
            own[entry][one.round].append(one)
    worth = {(one.round, one.table): table_points(setup.points, one) for one in results}
    has_grid = len(order) <= MOST_IN_A_GRID

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
            None if other == entry else _meetings(mine, entry, other) for other in order
        )
        return CrossLine(
            entry, names.get(entry, "?"), cells, meetings if has_grid else (), figure(total)
        )

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
