"""Stages side by side: what a bracket is, for two at a table and for more.

Every table is a box with a row for each who sits there, and a line leads from a row to the box in
which that player sits next. For two this is the usual tree; for tables of four it shows who of
each went on, and to where. The names of the columns are the page's to set above them: a column
is BOX_WIDTH + GAP_ACROSS wide, after a margin of MARGIN.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tournaments.pictures.svg import element, picture, shortened, text, titled

BOX_WIDTH, ROW_HEIGHT, HEADING = 188, 26, 20
GAP_ACROSS, GAP_DOWN, MARGIN = 40, 18, 8


@dataclass(frozen=True, slots=True)
class BoxRow:
    """One side of a table: who, what they have there, and whether they went on."""

    name: str
    figure: str = ""
    goes_on: bool = False
    is_own: bool = False
    is_known: bool = True


@dataclass(frozen=True, slots=True)
class Box:
    """One table. `feeders` are the boxes (by index) that lead to each of its rows, if any."""

    column: int
    title: str
    rows: tuple[BoxRow, ...]
    label: str
    feeders: tuple[tuple[int, int] | None, ...] = ()
    url: str = ""
    state: str = "open"
    section: int = 0


@dataclass(slots=True)
class _Layout:
    boxes: Sequence[Box]
    is_tree: bool
    tops: dict[int, float] = field(default_factory=dict)
    lowest: float = MARGIN

    def place(self, index: int) -> None:
        """The box beside the middle of those that lead to it, or under what is there."""
        if index in self.tops:
            return
        box = self.boxes[index]
        before = [
            feeder[0]
            for feeder in box.feeders
            if self.is_tree and feeder and self.boxes[feeder[0]].section == box.section
        ]
        for feeder in before:
            self.place(feeder)
        height = box_height(box)
        if before:
            middles = [self.tops[one] + box_height(self.boxes[one]) / 2 for one in before]
            top = sum(middles) / len(middles) - height / 2
        else:
            top = self.lowest if self.is_tree else MARGIN
        top = max([top, *self._below_neighbours(box)])
        self.tops[index] = top
        self.lowest = max(self.lowest, top + height + GAP_DOWN)

    def _below_neighbours(self, box: Box) -> list[float]:
        return [
            top + box_height(self.boxes[other]) + GAP_DOWN
            for other, top in self.tops.items()
            if self.boxes[other].column == box.column
        ]


def box_height(box: Box) -> int:
    """How tall the box is drawn."""
    return HEADING + ROW_HEIGHT * len(box.rows)


def bracket(boxes: Sequence[Box], label: str, *, is_tree: bool = True) -> str:
    """The stages as one drawing: a tree, or else every column from the top."""
    layout = _Layout(boxes, is_tree)
    for section in sorted({box.section for box in boxes}):
        last_first = sorted(
            (index for index, box in enumerate(boxes) if box.section == section),
            key=lambda index: (-boxes[index].column if is_tree else 0, index),
        )
        for index in last_first:
            layout.place(index)
    columns = 1 + max(box.column for box in boxes)
    width = MARGIN * 2 + columns * (BOX_WIDTH + GAP_ACROSS) - GAP_ACROSS
    lines = [_line(boxes, layout.tops, *fed) for fed in _fed(boxes)]
    drawn = [_box(box, layout.tops[index]) for index, box in enumerate(boxes)]
    return picture(width, layout.lowest + MARGIN, label, lines + drawn, role="group")


def _fed(boxes: Sequence[Box]) -> list[tuple[int, int, tuple[int, int]]]:
    return [
        (index, row, feeder)
        for index, box in enumerate(boxes)
        for row, feeder in enumerate(box.feeders)
        if feeder is not None
    ]


def _left(column: int) -> float:
    return MARGIN + column * (BOX_WIDTH + GAP_ACROSS)


def _row_middle(boxes: Sequence[Box], tops: dict[int, float], index: int, row: int) -> float:
    if row < 0:
        return tops[index] + (HEADING + box_height(boxes[index])) / 2
    return tops[index] + HEADING + ROW_HEIGHT * (row + 0.5)


def _line(
    boxes: Sequence[Box], tops: dict[int, float], index: int, row: int, feeder: tuple[int, int]
) -> str:
    """From the row of the earlier box (its middle, where the row is not known yet) to this one."""
    start_x = _left(boxes[feeder[0]].column) + BOX_WIDTH
    start_y = _row_middle(boxes, tops, *feeder)
    end_x = _left(boxes[index].column)
    end_y = _row_middle(boxes, tops, index, row)
    bend = end_x - GAP_ACROSS / 2
    own = boxes[index].rows[row].is_own
    return element(
        "path",
        d=f"M{start_x:g} {start_y:g}H{bend - 8:g}"
        f"C{bend + 4:g} {start_y:g} {bend - 4:g} {end_y:g} {bend + 8:g} {end_y:g}H{end_x:g}",
        class_="bracket-line bracket-own" if own else "bracket-line",
    )


def _box(box: Box, top: float) -> str:
    left = _left(box.column)
    height = box_height(box)
    own = any(row.is_own for row in box.rows)
    content = [
        element("rect", x=left, y=top, width=BOX_WIDTH, height=height, rx=6, class_="bracket-box"),
        text(
            shortened(box.title, BOX_WIDTH - 16, 11),
            x=left + 8,
            y=top + 14,
            class_="bracket-title",
        ),
    ]
    for number, row in enumerate(box.rows):
        content += _row(row, left, top + HEADING + ROW_HEIGHT * number)
    classes = f"bracket-table bracket-{box.state}" + (" bracket-own" if own else "")
    group = titled(box.label, "".join(content), class_=classes)
    return element("a", group, href=box.url) if box.url else group


def _row(row: BoxRow, left: float, top: float) -> list[str]:
    classes = "bracket-name"
    classes += " bracket-on" if row.goes_on else ""
    classes += "" if row.is_known else " bracket-unknown"
    middle = top + ROW_HEIGHT / 2 + 4.5
    drawn = [
        element(
            "path", d=f"M{left:g} {top:g}h{BOX_WIDTH}", class_="bracket-rule", aria_hidden="true"
        ),
        text(shortened(row.name, BOX_WIDTH - 62), x=left + 8, y=middle, class_=classes),
    ]
    if row.goes_on:
        mark = f"M{left + BOX_WIDTH - 50:g} {middle - 5:g}l4 4 7-8"
        drawn.append(element("path", d=mark, class_="bracket-mark"))
    if row.figure:
        drawn.append(
            text(row.figure, x=left + BOX_WIDTH - 8, y=middle, class_=f"{classes} bracket-figure")
        )
    return drawn
