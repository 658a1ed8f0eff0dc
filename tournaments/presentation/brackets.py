"""A tournament's bracket: as a drawing, and the same as lists for who does not see it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext

from tournaments.pictures.bracket import Box, BoxRow, bracket
from tournaments.presentation.names import stage_name
from tournaments.presentation.numbers import figure
from tournaments.presentation.stage_boxes import stage_boxes, stage_names, stage_places
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


MOST_BOXES = 64
"""A bracket with more is shown in parts."""
IN_A_COLUMN = 16
"""So many boxes of one column a part has at most."""


class BracketParts:
    """The knockout part of a tournament as its tables: drawn whole, or a part of it where large.

    Part 0 has the last stages, in which few tables are left; every other one a share of each stage,
    from the top down. There is one part, 0, with everything where that is not much.
    """

    def __init__(
        self,
        setup: TournamentSetup,
        entries: Sequence[Entrant],
        results: Sequence[TableResult],
        made: Bracket | None,
    ) -> None:
        self._setup, self._made = setup, made
        if made is None:
            self._stages = stage_places(setup, entries, results)
            groups = [(place.column, 0) for place in self._stages]
            self._drawn = list(range(len(self._stages)))
        else:
            groups = [(one.level - 1, SECTIONS.get(one.stage, 0)) for one in made.matches]
            self._drawn = [
                index for index, match in enumerate(made.matches) if not _is_bye(made, match)
            ]
        self._groups: dict[tuple[int, int], list[int]] = defaultdict(list)
        for index, group in enumerate(groups):
            self._groups[group].append(index)
        largest = max(map(len, self._groups.values()), default=0)
        self.count = 1 if len(self._drawn) <= MOST_BOXES else 1 - (-largest // IN_A_COLUMN)

    def __bool__(self) -> bool:
        return bool(self._drawn)

    def part_of(self, own: EntryId | None) -> int:
        """The part in which somebody plays or played last; 0 for who is nowhere."""
        if self.count == 1 or own is None:
            return 0
        latest = max((one for one in self._drawn if own in self._entries(one)), default=None)
        if latest is None:
            return 0
        row = next(row for row in self._groups.values() if latest in row)
        if len(row) <= IN_A_COLUMN:
            return 0
        shares = self.count - 1
        return 1 + min(shares - 1, row.index(latest) * shares // len(row))

    def _chosen(self, part: int) -> list[int]:
        if self.count == 1:
            return self._drawn
        chosen: set[int] = set()
        for row in self._groups.values():
            if part == 0:
                chosen.update(row if len(row) <= IN_A_COLUMN else ())
                continue
            first = (part - 1) * len(row) // (self.count - 1)
            chosen.update(row[first : max(first + 1, part * len(row) // (self.count - 1))])
        return [index for index in self._drawn if index in chosen]

    def _entries(self, index: int) -> Iterable[EntryId | None]:
        if self._made is None:
            return (entry for game in self._stages[index].games for entry in game.seats)
        return (_side(self._made, side)[1] for side in self._made.matches[index].sides)

    def entries(self, part: int) -> set[EntryId]:
        """Who is named in the part."""
        found = {entry for index in self._chosen(part) for entry in self._entries(index)}
        return {entry for entry in found if entry is not None}

    def drawing(self, part: int, sight: Viewer) -> Drawing:
        """The part as a picture and as lists. Stages that are not dealt yet have empty places, as
        many as there will be."""
        chosen = self._chosen(part)
        if self._made is None:
            boxes = stage_boxes(self._setup, self._stages, chosen, sight)
            names = stage_names(self._stages)
        else:
            position = {index: number for number, index in enumerate(chosen)}
            boxes = [_pair(self._made, index, position, sight) for index in chosen]
            width = 1 + max(box.column for box in boxes)
            names = [gettext("Round %(number)d") % {"number": n + 1} for n in range(width)]
        first = min(box.column for box in boxes)
        boxes = [replace(box, column=box.column - first) for box in boxes] if first else boxes
        label = gettext("The stages of the tournament, from left to right")
        columns = tuple(
            Column(name, tuple(box for box in boxes if box.column == number))
            for number, name in enumerate(names[first:])
        )
        return Drawing(bracket(boxes, label, is_tree=self._made is not None), columns)


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
