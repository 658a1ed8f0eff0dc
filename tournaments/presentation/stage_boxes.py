"""Stages at tables of more than two as boxes: those that were dealt, and those still to come."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

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


@dataclass(frozen=True, slots=True)
class StagePlace:
    """A table of a stage: its matches where it is dealt, else how many will sit there."""

    column: int
    number: int
    games: tuple[TableResult, ...]
    size: int
    is_final: bool


def stage_places(
    setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
) -> list[StagePlace]:
    """The tables of all stages that send people on, dealt or still to come, column by column."""
    reaching = format_of(setup.format).reaching_stages(setup, len(starters(entries)))
    if reaching is None:
        return []
    dealt = _stages(setup, results)
    places = [
        StagePlace(column, number, tuple(games), len(games[0].seats), games[0].stage == "final")
        for column, stage in enumerate(dealt)
        for number, games in sorted(_by_table(stage).items())
    ]
    return places + [
        StagePlace(column, number, (), size, shape.is_final)
        for column, shape in enumerate(_to_come(setup, reaching, dealt), len(dealt))
        for number, size in enumerate(shape.sizes, 1)
    ]


def stage_names(places: Sequence[StagePlace]) -> list[str]:
    """What the columns are called."""
    finals = {one.column for one in places if one.is_final}
    return [
        stage_name("final")
        if column in finals
        else gettext("Stage %(number)d") % {"number": column + 1}
        for column in sorted({one.column for one in places})
    ]


def stage_boxes(
    setup: TournamentSetup,
    places: Sequence[StagePlace],
    chosen: Sequence[int],
    sight: Viewer,
) -> list[Box]:
    """The boxes of those chosen, by their indices among all the places."""
    seated: dict[int, set[EntryId]] = defaultdict(set)
    for place in places:
        seated[place.column].update(entry for game in place.games for entry in game.seats)
    boxes: list[Box] = []
    seen: dict[EntryId, tuple[int, int]] = {}
    column, latest = 0, seen
    for index in chosen:
        place = places[index]
        if place.column != column:  # a line leads from one stage to the next
            column, seen, latest = place.column, seen | latest, {}
        if not place.games:
            boxes.append(_empty(place))
            continue
        order = _order(setup, place.games)
        latest |= {entry: (len(boxes), row) for row, entry in enumerate(order)}
        boxes.append(_table(setup, place, sight, seated[column + 1], seen, order))
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


def _empty(place: StagePlace) -> Box:
    title = _table_title(place.number, is_final=place.is_final)
    label = gettext("%(table)s, still to come: %(count)d players")
    return Box(
        column=place.column,
        title=title,
        rows=(BoxRow(gettext("still open"), is_known=False),) * place.size,
        label=label % {"table": title, "count": place.size},
        feeders=(None,) * place.size,
        state="waiting",
    )


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


def _order(setup: TournamentSetup, games: Sequence[TableResult]) -> list[EntryId]:
    points = total_points(setup.points, games)
    seats = games[0].seats
    return sorted(seats, key=lambda entry: (-points.get(entry, Fraction(0)), seats.index(entry)))


def _table(
    setup: TournamentSetup,
    place: StagePlace,
    sight: Viewer,
    after: Collection[EntryId],
    seen: Mapping[EntryId, tuple[int, int]],
    order: Sequence[EntryId],
) -> Box:
    games, number = place.games, place.number
    points = total_points(setup.points, games)
    is_over = not any(game.is_open for game in games)
    best = points.get(order[0], Fraction(0))
    rows = tuple(
        sight.row(
            entry,
            figure(points[entry]) if entry in points else "",
            goes_on=entry in after
            or (place.is_final and is_over and points.get(entry, Fraction(0)) == best),
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
        column=place.column,
        title=gettext("Bye") if games[0].is_bye else _table_title(number, is_final=place.is_final),
        rows=rows,
        label=label,
        feeders=tuple(seen.get(entry) for entry in order),
        url=sight.url(games[0].round, number),
        state="ended" if is_over else "running",
    )
