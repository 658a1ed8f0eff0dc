"""Brackets and timelines as drawings: well formed, nothing on top of anything, nothing injected."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import combinations, product
from xml.etree import ElementTree as ET

import pytest

from tests.sizes import few
from tests.tournaments.formats.playing import TWO, play
from tournaments.formats.registry import format_of
from tournaments.pictures.bracket import BOX_WIDTH, Box, BoxRow, bracket
from tournaments.pictures.svg import shortened
from tournaments.pictures.timeline import Span, ticks, timeline
from tournaments.presentation.brackets import MOST_BOXES, BracketParts, Drawing
from tournaments.presentation.viewer import Viewer
from tournaments.values.setup import TournamentSetup
from tournaments.values.tables import Entrant, TableResult

SVG = "{http://www.w3.org/2000/svg}"
START = datetime(2026, 3, 1, 12, tzinfo=UTC)
NASTY = '<script>alert("x")</script> & co'


def names(count: int) -> dict[int, str]:
    return {number: f"Player {number}" for number in range(1, count + 1)}


def bracket_picture(
    setup: TournamentSetup,
    entries: Sequence[Entrant],
    results: Sequence[TableResult],
    sight: Viewer,
) -> Drawing | None:
    made = format_of(setup.format).bracket(setup, entries, results) if entries else None
    parts = BracketParts(setup, entries, results, made)
    return parts.drawing(0, sight) if parts else None


def drawn(
    setup: TournamentSetup,
    entries: Sequence[Entrant],
    results: Sequence[TableResult],
    sight: Viewer,
) -> str:
    made = bracket_picture(setup, entries, results, sight)
    assert made is not None
    return made.svg


def boxes(svg: str) -> list[tuple[float, float, float, float]]:
    root = ET.fromstring(svg)
    return [
        tuple(float(one.attrib[key]) for key in ("x", "y", "width", "height"))  # type: ignore[misc]
        for one in root.iter(f"{SVG}rect")
        if one.attrib.get("class") == "bracket-box"
    ]


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return not (
        one[0] + one[2] <= other[0]
        or other[0] + other[2] <= one[0]
        or one[1] + one[3] <= other[1]
        or other[1] + other[3] <= one[1]
    )


@pytest.mark.parametrize("key", ["knockout", "double_knockout"])
@pytest.mark.parametrize("entries", [2, 3, 5, 8, 13, 16, 23, 40])
def test_no_two_boxes_of_a_bracket_lie_on_each_other(key: str, entries: int) -> None:
    setup = TournamentSetup(key, "s", third_place=True, **TWO)
    played = play(setup, entries)
    for upto in (0, len(played.results) // 2, len(played.results)):
        svg = drawn(setup, played.entries, played.results[:upto], Viewer(names(entries), own=1))
        found = boxes(svg)
        assert found
        assert not any(overlap(one, other) for one, other in combinations(found, 2))
        width, height = (float(ET.fromstring(svg).attrib[key]) for key in ("width", "height"))
        assert all(x + w <= width and y + h <= height for x, y, w, h in found)


@pytest.mark.parametrize(
    ("setup", "entries"),
    [
        (TournamentSetup("knockout", "s", third_place=True, **TWO), 80),
        (TournamentSetup("double_knockout", "s", **TWO), 70),
        (TournamentSetup("elimination", "s", advance=2), 140),
    ],
    ids=["knockout", "double_knockout", "elimination"],
)
def test_a_large_bracket_is_drawn_in_parts_that_leave_nobody_out(
    setup: TournamentSetup, entries: int
) -> None:
    played = play(setup, entries, at_once=True)
    made = format_of(setup.format).bracket(setup, played.entries, played.results)
    parts = BracketParts(setup, played.entries, played.results, made)
    assert parts.count > 2
    named = set()
    for part in range(parts.count):
        drawing = parts.drawing(part, Viewer(names(entries)))
        assert 0 < sum(len(one.boxes) for one in drawing.columns) <= 2 * MOST_BOXES
        named |= parts.entries(part)
    assert named == {one.id for one in played.entries}
    for entry in (1, entries // 2, entries):
        assert entry in parts.entries(parts.part_of(entry))
    assert parts.part_of(None) == 0


def test_a_knockout_has_a_box_for_every_match_and_a_tick_for_every_winner() -> None:
    setup = TournamentSetup("knockout", "s", **TWO)
    played = play(setup, 13)
    root = ET.fromstring(drawn(setup, played.entries, played.results, Viewer(names(13))))
    matches = [one for one in played.results if not one.is_bye]
    assert len(boxes(ET.tostring(root, encoding="unicode"))) == len(matches) == 12
    assert sum(one.attrib.get("class") == "bracket-mark" for one in root.iter(f"{SVG}path")) == 12


def test_elimination_shows_who_of_each_table_went_on() -> None:
    setup = TournamentSetup("elimination", "s", advance=2)
    played = play(setup, 16)
    svg = drawn(setup, played.entries, played.results, Viewer(names(16)))
    tables = {(one.round, one.table) for one in played.results}
    assert len(boxes(svg)) == len(tables)
    assert svg.count("bracket-mark") >= 8 + 4 + 1


WITH_STAGES = {
    "heats": TournamentSetup("heats", "s", rounds=2, cut=16, games=2),
    "elimination": TournamentSetup("elimination", "s", advance=2),
    "groups": TournamentSetup("groups", "s", group_size=8, advance=4),
    "groups of two": TournamentSetup("groups", "s", group_size=4, advance=2, **TWO),
}


@pytest.mark.parametrize(("key", "entries"), few(product(WITH_STAGES, [16, 23, 40]), 5))
def test_stages_still_to_come_are_drawn_with_empty_places(key: str, entries: int) -> None:
    setup = WITH_STAGES[key]
    played = play(setup, entries)
    columns = set()
    last = max(one.round for one in played.results)
    for number in range(1, last + 1):
        dealt = [one for one in played.results if one.round <= number]
        made = bracket_picture(setup, played.entries, dealt, Viewer(names(entries), own=1))
        assert made is not None
        assert not any(overlap(one, other) for one, other in combinations(boxes(made.svg), 2))
        columns.add(len(made.columns))
        assert sum(len(column.boxes) for column in made.columns) == len(boxes(made.svg))
    assert len(columns) == 1, "the picture keeps its columns from the first deal to the end"
    assert made is not None
    assert not any(box.state == "waiting" for column in made.columns for box in column.boxes)


@pytest.mark.parametrize("key", ["swiss", "round_robin", "league", "ladder"])
def test_formats_without_stages_have_no_bracket(key: str) -> None:
    setup = TournamentSetup(key, "s", rounds=2, seasons=1, group_size=6)
    played = play(setup, 12)
    assert bracket_picture(setup, played.entries, played.results, Viewer(names(12))) is None


def test_a_name_cannot_bring_markup_into_a_drawing() -> None:
    svg = bracket(
        [Box(0, NASTY, (BoxRow(NASTY), BoxRow("b")), NASTY, (None, None), 'x" onload="y')],
        NASTY,
    )
    root = ET.fromstring(svg)
    assert "<script" not in svg
    assert not any("onload" in one.attrib for one in root.iter())


def test_the_lookers_own_path_is_marked() -> None:
    setup = TournamentSetup("knockout", "s", **TWO)
    played = play(setup, 8)
    champion = played.placing[0][0]
    svg = drawn(setup, played.entries, played.results, Viewer(names(8), own=champion))
    assert svg.count('class="bracket-line bracket-own"') == 2
    assert svg.count("bracket-table bracket-ended bracket-own") == 3


def test_long_names_are_cut_to_their_box() -> None:
    assert shortened("Bo", BOX_WIDTH) == "Bo"
    long = shortened("W" * 60, BOX_WIDTH)
    assert long.endswith("…")
    assert len(long) < 20


def test_an_unplayed_bracket_says_who_comes_from_where() -> None:
    setup = TournamentSetup("knockout", "s", **TWO)
    entries = [Entrant(number, rating=2000 - number) for number in range(1, 5)]
    svg = drawn(setup, entries, [], Viewer(names(4)))
    assert "winner of 1.1" in svg
    assert "winner of 1.2" in svg


def spans(count: int) -> list[Span]:
    return [
        Span(
            f"Round {number}",
            f"Round {number}, over",
            START + timedelta(days=20 * number),
            START + timedelta(days=20 * number + 21),
            START + timedelta(days=20 * number + 19) if number < count - 1 else None,
            tuple(START + timedelta(days=20 * number + day) for day in (3, 9, 18)),
            0 if number < count - 1 else 2,
        )
        for number in range(count)
    ]


@pytest.mark.parametrize("count", [1, 2, 9])
def test_a_timeline_keeps_everything_between_its_edges(count: int) -> None:
    now = START + timedelta(days=20 * count)
    made = spans(count)
    days = [f"{at:%d.%m.}" for at in ticks(made, now)]
    root = ET.fromstring(timeline(made, now, days, "Rounds"))
    width = float(root.attrib["width"])
    circles = list(root.iter(f"{SVG}circle"))
    assert len(circles) == 3 * count
    assert all(0 <= float(one.attrib["cx"]) <= width for one in circles)
    assert len(days) <= 6
