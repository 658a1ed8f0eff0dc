"""Stages at tables of more than two as boxes: those that were dealt, and those still to come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial

from django.utils.translation import gettext

from tournaments.formats.registry import format_of
from tournaments.pictures.bracket import Box, BoxRow
from tournaments.presentation.names import stage_name
from tournaments.presentation.numbers import figure
from tournaments.presentation.viewer import Viewer
from tournaments.ranking.points import total_points
from tournaments.stages.elimination import StageShape, stages
from tournaments.values.setup import EntryId, TournamentSetup, TournamentSetupError
from tournaments.values.tables import Entrant, TableResult, starters

TABLE_STAGES = frozenset({"elimination", "final"})


def stage_boxes(
    setup: TournamentSetup,
    entries: Sequence[Entrant],
    results: Sequence[TableResult],
    sight: Viewer,
) -> tuple[list[Box], list[str]]:
    """The boxes of all stages that send people on, and what each stage is called."""
    reaching = format_of(setup.format).reaching_stages(setup, len(starters(entries)))
    if reaching is None:
        return [], []
    dealt = _stages(setup, results)
    names = [stage_name(stage[0].stage) if stage[0].stage == "final" else "" for stage in dealt]
    boxes = _dealt(setup, dealt, sight)
    for shape in _to_come(setup, reaching, dealt):
        boxes += _empty(shape, len(names))
        names.append(stage_name("final") if shape.is_final else "")
    return boxes, [
        name or gettext("Stage %(number)d") % {"number": number}
        for number, name in enumerate(names, 1)
    ]


def _dealt(setup: TournamentSetup, dealt: Sequence[list[TableResult]], sight: Viewer) -> list[Box]:
    boxes: list[Box] = []
    seen: dict[EntryId, tuple[int, int]] = {}
    for column, stage in enumerate(dealt):
        after = {one for game in dealt[column + 1 : column + 2] for one in _seated(game)}
        place = partial(_table, setup, column, sight, after)
        made = [place(number, games, seen) for number, games in sorted(_by_table(stage).items())]
        first = len(boxes)
        boxes += made
        for offset, (_number, games) in enumerate(sorted(_by_table(stage).items())):
            for row, entry in enumerate(_order(setup, games)):
                seen[entry] = (first + offset, row)
    return boxes


def _to_come(
    setup: TournamentSetup, reaching: int, dealt: Sequence[list[TableResult]]
) -> tuple[StageShape, ...]:
    """The stages that follow, if nobody withdraws; none where so many cannot be seated."""
    try:
        if dealt:
            return stages(len({one for game in dealt[-1] for one in game.seats}), setup)[1:]
        return stages(reaching, setup)
    except TournamentSetupError:
        return ()


def _empty(shape: StageShape, column: int) -> list[Box]:
    boxes = []
    for number, size in enumerate(shape.sizes, 1):
        title = _table_title(number, is_final=shape.is_final)
        label = gettext("%(table)s, still to come: %(count)d players")
        boxes.append(
            Box(
                column=column,
                title=title,
                rows=(BoxRow(gettext("still open"), is_known=False),) * size,
                label=label % {"table": title, "count": size},
                feeders=(None,) * size,
                state="waiting",
            )
        )
    return boxes


def _table_title(number: int, *, is_final: bool) -> str:
    return stage_name("final") if is_final else gettext("Table %(table)d") % {"table": number}


def _stages(setup: TournamentSetup, results: Sequence[TableResult]) -> list[list[TableResult]]:
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


def _order(setup: TournamentSetup, games: Sequence[TableResult]) -> list[EntryId]:
    points = total_points(setup.points, games)
    seats = games[0].seats
    return sorted(seats, key=lambda entry: (-points.get(entry, Fraction(0)), seats.index(entry)))


def _table(
    setup: TournamentSetup,
    column: int,
    sight: Viewer,
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
        title=gettext("Bye") if games[0].is_bye else _table_title(number, is_final=is_final),
        rows=rows,
        label=label,
        feeders=tuple(seen.get(entry) for entry in order),
        url=sight.url(games[0].round, number),
        state="ended" if is_over else "running",
    )
