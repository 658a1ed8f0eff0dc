"""The boxes of a tournament's stages, for `tournaments.pictures.bracket` to draw."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from django.utils.translation import gettext

from tournaments.formats.base import Entry, EntryId, Setup, TableResult
from tournaments.formats.brackets import Feed, Match, Source
from tournaments.formats.groups import GroupsThenKnockout
from tournaments.formats.knockout import Bracket, Knockout
from tournaments.formats.points import total_points
from tournaments.formats.registry import format_of
from tournaments.pictures.bracket import Box, Row, bracket
from tournaments.presentation.figures import figure
from tournaments.presentation.words import stage_name

SECTIONS = {"upper": 0, "knockout": 0, "final": 0, "lower": 1, "third_place": 2}
TABLE_STAGES = frozenset({"elimination", "final"})


@dataclass(frozen=True, slots=True)
class Sight:
    """Whose picture it is: everybody's names, the looker's own entry, where a table's page is."""

    names: Mapping[EntryId, str]
    own: EntryId | None = None
    url: Callable[[int, int], str] = lambda _round, _table: ""

    def row(self, entry: EntryId | None, shown: str, *, goes_on: bool = False) -> Row:
        """A side of a table; nobody where a bye left a gap."""
        if entry is None:
            return Row(gettext("nobody"), is_known=False)
        return Row(self.names.get(entry, "?"), shown, goes_on, entry == self.own)


def bracket_picture(
    setup: Setup, entries: Sequence[Entry], results: Sequence[TableResult], sight: Sight
) -> str:
    """The knockout part of a tournament as SVG; empty for a format or a time without one."""
    made = _bracket_of(setup, entries, results)
    boxes = _pairs(made, sight) if made is not None else _tables(setup, results, sight)
    if not boxes:
        return ""
    count = 1 + max(box.column for box in boxes)
    columns = [gettext("Round %(number)d") % {"number": number + 1} for number in range(count)]
    if made is None:
        stages = _stages(setup, results)
        columns = [
            stage_name("final")
            if stage[0].stage == "final"
            else gettext("Stage %(number)d") % {"number": number}
            for number, stage in enumerate(stages, 1)
        ]
    return bracket(boxes, columns, gettext("The stages of the tournament, from left to right"))


def _bracket_of(
    setup: Setup, entries: Sequence[Entry], results: Sequence[TableResult]
) -> Bracket | None:
    found = format_of(setup.format)
    if isinstance(found, Knockout):
        return found.bracket(setup, entries, results) if entries else None
    if isinstance(found, GroupsThenKnockout) and setup.table_size == 2 and results:
        return found.bracket(setup, entries, results)
    return None


def _pairs(made: Bracket, sight: Sight) -> list[Box]:
    """A bracket for two at a table. A first match without an opponent is not drawn."""
    drawn = [index for index, match in enumerate(made.matches) if not _is_bye(made, match)]
    position = {index: number for number, index in enumerate(drawn)}
    return [_pair(made, index, position, sight) for index in drawn]


def _is_bye(made: Bracket, match: Match) -> bool:
    return any(
        side.feed is Feed.SEED and side.index >= len(made.seeds) for side in match.sides
    ) or (_is_empty(made, match))


def _is_empty(made: Bracket, match: Match) -> bool:
    """A match of the lower bracket into which no loser can come."""
    return any(
        side.feed is Feed.LOSER and _is_bye(made, made.matches[side.index]) for side in match.sides
    )


def _pair(made: Bracket, index: int, position: Mapping[int, int], sight: Sight) -> Box:
    match = made.matches[index]
    number = made.first_round + (match.level - 1) * made.setup.games
    games = [
        game
        for step in range(made.setup.games)
        if (game := made.dealt.get((number + step, match.table))) is not None
    ]
    end = made.ends[index]
    points = total_points(made.setup.points, games)
    sides = [_side(made, source) for source in match.sides]
    rows, feeders = [], []
    for source, (stands, entry) in zip(match.sides, sides, strict=True):
        has_won = end is not None and entry is not None and end.winner == entry and bool(games)
        if stands:
            shown = figure(points[entry]) if entry in points else ""
            rows.append(sight.row(entry, shown, goes_on=has_won))
        else:
            rows.append(Row(_coming(made, source), is_known=False))
        feeders.append(_feeder(made, source, position, entry))
    return Box(
        column=match.level - 1,
        title=_title(made, match),
        rows=tuple(rows),
        label=_label(made, match, rows),
        feeders=tuple(feeders),
        url=sight.url(number, match.table) if games else "",
        state="ended" if end is not None else "running" if games else "waiting",
        section=SECTIONS.get(match.stage, 0),
    )


def _side(made: Bracket, source: Source) -> tuple[bool, EntryId | None]:
    if source.feed is Feed.SEED:
        return True, made.seeds[source.index]
    end = made.ends[source.index]
    if end is None:
        return False, None
    return True, end.winner if source.feed is Feed.WINNER else end.loser


def _feeder(
    made: Bracket, source: Source, position: Mapping[int, int], entry: EntryId | None
) -> tuple[int, int] | None:
    """Whence the line comes: from the winner's row, once there is one."""
    if source.feed is not Feed.WINNER or source.index not in position:
        return None
    row = -1
    for number, side in enumerate(made.matches[source.index].sides):
        if entry is not None and _side(made, side) == (True, entry):
            row = number
    return position[source.index], row


def _coming(made: Bracket, source: Source) -> str:
    match = made.matches[source.index]
    values = {"round": match.level, "table": match.table}
    if source.feed is Feed.WINNER:
        return gettext("winner of %(round)d.%(table)d") % values
    return gettext("loser of %(round)d.%(table)d") % values


def _title(made: Bracket, match: Match) -> str:
    words = f"{match.level}.{match.table}"
    is_plain = match.stage in {"knockout", "upper"}
    return words if is_plain else f"{words} · {stage_name(match.stage)}"


def _label(made: Bracket, match: Match, rows: Sequence[Row]) -> str:
    winner = next((row.name for row in rows if row.goes_on), "")
    values = {
        "match": _title(made, match),
        "one": rows[0].name,
        "other": rows[1].name,
        "winner": winner,
    }
    if winner:
        return gettext("%(match)s: %(one)s against %(other)s, won by %(winner)s") % values
    return gettext("%(match)s: %(one)s against %(other)s") % values


def _tables(setup: Setup, results: Sequence[TableResult], sight: Sight) -> list[Box]:
    """Stages at tables of more than two, as far as they have been dealt."""
    stages = _stages(setup, results)
    if not stages or (len(stages) == 1 and setup.format in {"swiss", "round_robin", "league"}):
        return []
    boxes: list[Box] = []
    seen: dict[EntryId, tuple[int, int]] = {}
    for column, stage in enumerate(stages):
        after = {one for game in stages[column + 1 : column + 2] for one in _seated(game)}
        place = partial(_table, setup, column, sight, after)
        made = [place(number, games, seen) for number, games in sorted(_by_table(stage).items())]
        first = len(boxes)
        boxes += made
        for offset, (_number, games) in enumerate(sorted(_by_table(stage).items())):
            order = _order(setup, games)
            for row, entry in enumerate(order):
                seen[entry] = (first + offset, row)
    return boxes


def _stages(setup: Setup, results: Sequence[TableResult]) -> list[list[TableResult]]:
    """The matches of each stage with tables that send people on, in their order."""
    found: dict[int, list[TableResult]] = {}
    late = [one for one in results if one.stage in TABLE_STAGES]
    if not late:
        return []
    first = min(one.round for one in late)
    for one in late:
        found.setdefault((one.round - first) // setup.games, []).append(one)
    return [found[number] for number in sorted(found)]


def _by_table(stage: Sequence[TableResult]) -> dict[int, list[TableResult]]:
    tables: dict[int, list[TableResult]] = {}
    for one in stage:
        tables.setdefault(one.table, []).append(one)
    return tables


def _seated(stage: Sequence[TableResult]) -> set[EntryId]:
    return {entry for one in stage for entry in one.seats}


def _order(setup: Setup, games: Sequence[TableResult]) -> list[EntryId]:
    points = total_points(setup.points, games)
    seats = games[0].seats
    return sorted(seats, key=lambda entry: (-points.get(entry, Fraction(0)), seats.index(entry)))


def _table(
    setup: Setup,
    column: int,
    sight: Sight,
    after: set[EntryId],
    number: int,
    games: Sequence[TableResult],
    seen: Mapping[EntryId, tuple[int, int]],
) -> Box:
    points = total_points(setup.points, games)
    order = _order(setup, games)
    is_over = not any(game.is_open for game in games)
    is_final = games[0].stage == "final"
    best = points.get(order[0], Fraction(0))
    rows = tuple(
        sight.row(
            entry,
            figure(points[entry]) if entry in points else "",
            goes_on=entry in after
            or (is_final and is_over and points.get(entry, Fraction(0)) == best),
        )
        for entry in order
    )
    title = stage_name(games[0].stage)
    label = gettext("%(stage)s, table %(table)d: %(names)s") % {
        "stage": title,
        "table": number,
        "names": ", ".join(row.name for row in rows),
    }
    return Box(
        column=column,
        title=title if is_final else gettext("Table %(table)d") % {"table": number},
        rows=rows,
        label=label,
        feeders=tuple(seen.get(entry) for entry in order),
        url=sight.url(games[0].round, number),
        state="ended" if is_over else "running",
        section=column,
    )
