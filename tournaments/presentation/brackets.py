"""A tournament's bracket: as a drawing, and the same as lists for who does not see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext

from tournaments.formats.registry import format_of
from tournaments.pictures.bracket import Box, BoxRow, bracket
from tournaments.presentation.names import stage_name
from tournaments.presentation.numbers import figure
from tournaments.presentation.stage_boxes import stage_boxes
from tournaments.presentation.viewer import Viewer
from tournaments.ranking.points import total_points
from tournaments.stages.bracket import Bracket
from tournaments.stages.bracket_plans import BracketMatch, Feed, Source
from tournaments.values.setup import EntryId, TournamentSetup
from tournaments.values.tables import Entrant, TableResult

SECTIONS = {"upper": 0, "knockout": 0, "final": 0, "lower": 1, "third_place": 2}


class Column(NamedTuple):
    """A column of the bracket: what it is called, and its boxes from the top."""

    name: str
    boxes: tuple[Box, ...]


class Drawing(NamedTuple):
    """A bracket as SVG, and its columns."""

    svg: str
    columns: tuple[Column, ...]


def bracket_picture(
    setup: TournamentSetup,
    entries: Sequence[Entrant],
    results: Sequence[TableResult],
    sight: Viewer,
) -> Drawing | None:
    """The knockout part of a tournament; None for a format or a time without one.

    Stages that are not dealt yet are drawn with empty places, as many as there will be.
    """
    made = format_of(setup.format).bracket(setup, entries, results) if entries else None
    if made is not None:
        boxes = _pairs(made, sight)
        names = [gettext("Round %(number)d") % {"number": n + 1} for n in range(_width(boxes))]
    else:
        boxes, names = stage_boxes(setup, entries, results, sight)
    if not boxes:
        return None
    label = gettext("The stages of the tournament, from left to right")
    columns = tuple(
        Column(name, tuple(box for box in boxes if box.column == number))
        for number, name in enumerate(names)
    )
    return Drawing(bracket(boxes, label, is_tree=made is not None), columns)


def _width(boxes: Sequence[Box]) -> int:
    return 1 + max((box.column for box in boxes), default=-1)


def _pairs(made: Bracket, sight: Viewer) -> list[Box]:
    """A bracket for two at a table. A first match without an opponent is not drawn."""
    drawn = [index for index, match in enumerate(made.matches) if not _is_bye(made, match)]
    position = {index: number for number, index in enumerate(drawn)}
    return [_pair(made, index, position, sight) for index in drawn]


def _is_bye(made: Bracket, match: BracketMatch) -> bool:
    return any(
        side.feed is Feed.SEED and side.index >= len(made.seeds) for side in match.sides
    ) or (_is_empty(made, match))


def _is_empty(made: Bracket, match: BracketMatch) -> bool:
    """A match of the lower bracket into which no loser can come."""
    return any(
        side.feed is Feed.LOSER and _is_bye(made, made.matches[side.index]) for side in match.sides
    )


def _pair(made: Bracket, index: int, position: Mapping[int, int], sight: Viewer) -> Box:
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
            shown = _figures(entry, points, games)
            rows.append(sight.row(entry, shown, goes_on=has_won))
        else:
            rows.append(BoxRow(_coming(made, source), is_known=False))
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


def _figures(
    entry: EntryId | None, points: Mapping[EntryId, Fraction], games: Sequence[TableResult]
) -> str:
    """The game's own scores; before them the points, where more than one match is played."""
    if entry is None or entry not in points:
        return ""
    scores = ", ".join(str(one.points[entry]) for one in games if entry in one.points)
    if not scores:
        return figure(points[entry])
    return scores if len(games) == 1 else f"{figure(points[entry])} ({scores})"


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


def _title(made: Bracket, match: BracketMatch) -> str:
    words = f"{match.level}.{match.table}"
    is_plain = match.stage in {"knockout", "upper"}
    return words if is_plain else f"{words} · {stage_name(match.stage)}"


def _label(made: Bracket, match: BracketMatch, rows: Sequence[BoxRow]) -> str:
    winner = next((row.name for row in rows if row.goes_on), "")
    values = {
        "match": _title(made, match),
        "one": rows[0].name,
        "other": rows[1].name,
        "winner": winner,
    }
    if winner:
        return gettext("%(match)s: %(one)s against %(other)s, %(winner)s won") % values
    return gettext("%(match)s: %(one)s against %(other)s") % values
