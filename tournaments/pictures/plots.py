"""Curves of ratings: a history with its uncertainty, a spark of it, and how ratings are spread."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from tournaments.pictures.svg import element, picture, text

WIDTH, HEIGHT = 440, 230
LEFT, RIGHT, TOP, BOTTOM = 44, 10, 12, 26
SPARK_WIDTH, SPARK_HEIGHT = 96, 24
BAR_HEIGHT = 150
STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_LINES = 6
FEWEST_DAYS = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Dot:
    """A value at a time, and how far it may be off to either side."""

    at: datetime
    value: float
    off: float = 0.0


@dataclass(frozen=True, slots=True)
class _Axes:
    begin: datetime
    end: datetime
    low: float
    high: float

    def x(self, at: datetime) -> float:
        share = (at - self.begin) / (self.end - self.begin)
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    def y(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)


def history_plot(
    dots: Sequence[Dot], label: str, day_name: Callable[[datetime], str], beside: Sequence[Dot] = ()
) -> str:
    """The values over time as a line in a band; "" under two of them.

    `label` says in words what is to be seen, `day_name` writes a date on the axis, `beside` are
    other values over the same time, dashed and with a band of their own.
    """
    if len(dots) < 2:
        return ""
    axes = _axes(dots, beside)
    parts = [*_grid(axes), *_dates(axes, day_name)]
    if len(beside) > 1:
        parts += _curve(axes, beside, "plot-beside")
    last = dots[-1]
    parts += [
        *_curve(axes, dots, "plot-line"),
        element("circle", cx=axes.x(last.at), cy=axes.y(last.value), r=4, class_="plot-dot"),
    ]
    return picture(WIDTH, HEIGHT, label, parts)


def _curve(axes: _Axes, dots: Sequence[Dot], kind: str) -> list[str]:
    line = " ".join(f"{axes.x(dot.at)},{axes.y(dot.value)}" for dot in dots)
    above = [f"{axes.x(dot.at)},{axes.y(dot.value + dot.off)}" for dot in dots]
    below = [f"{axes.x(dot.at)},{axes.y(dot.value - dot.off)}" for dot in reversed(dots)]
    return [
        element("polygon", points=" ".join(above + below), class_=f"plot-band {kind}-band"),
        element("polyline", points=line, class_=kind),
    ]


def _axes(dots: Sequence[Dot], beside: Sequence[Dot]) -> _Axes:
    begin, end = dots[0].at, max(dots[-1].at, dots[0].at + FEWEST_DAYS)
    low = min(dot.value - dot.off for dot in (*dots, *beside))
    high = max(dot.value + dot.off for dot in (*dots, *beside))
    room = max(10.0, 0.05 * (high - low))
    return _Axes(begin, end, low - room, high + room)


def _grid(axes: _Axes) -> Iterable[str]:
    wanted = (axes.high - axes.low) / MOST_LINES
    step = next((one for one in STEPS if one >= wanted), STEPS[-1])
    value = -(-int(axes.low) // step) * step
    while value <= axes.high:
        height = axes.y(value)
        yield element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=height, y2=height, class_="plot-grid")
        yield text(str(value), x=LEFT - 6, y=height + 4, text_anchor="end", class_="plot-label")
        value += step


def _dates(axes: _Axes, day_name: Callable[[datetime], str]) -> Iterable[str]:
    """The first day, the middle and the last one."""
    middle = axes.begin + (axes.end - axes.begin) / 2
    for at, anchor in ((axes.begin, "start"), (middle, "middle"), (axes.end, "end")):
        yield text(
            day_name(at), x=axes.x(at), y=HEIGHT - 6, text_anchor=anchor, class_="plot-label"
        )


def spark(values: Sequence[float]) -> str:
    """The last values as a small curve beside a figure that says more; "" under two of them."""
    if len(values) < 2:
        return ""
    low, high = min(values), max(values)
    span = max(high - low, 1.0)
    across = (SPARK_WIDTH - 6) / (len(values) - 1)
    points = [
        (round(3 + number * across, 1), round(21 - 18 * (value - low) / span, 1))
        for number, value in enumerate(values)
    ]
    line = element("polyline", points=" ".join(f"{x},{y}" for x, y in points), class_="plot-line")
    x, y = points[-1]
    dot = element("circle", cx=x, cy=y, r=2.5, class_="plot-dot")
    # the number stands beside it: a reader of the screen loses nothing
    return element(
        "svg",
        line + dot,
        viewBox=f"0 0 {SPARK_WIDTH} {SPARK_HEIGHT}",
        width=SPARK_WIDTH,
        height=SPARK_HEIGHT,
        aria_hidden="true",
        focusable="false",
        class_="spark",
    )


def bars(bins: Sequence[tuple[int, int]], label: str, own: float | None = None) -> str:
    """How many there are from each value on; `own` marks the bar in which a value lies."""
    if not bins:
        return ""
    most = max(count for _, count in bins)
    width = (WIDTH - LEFT - RIGHT) / len(bins)
    size = bins[1][0] - bins[0][0] if len(bins) > 1 else 1
    parts = []
    every = -(-len(bins) // 8)
    for number, (start, count) in enumerate(bins):
        height = (BAR_HEIGHT - 40) * count / most
        x = LEFT + number * width
        is_own = own is not None and start <= own < start + size
        parts.append(
            element(
                "rect",
                element("title", f"{start}: {count}"),
                x=round(x + 1, 1),
                y=round(BAR_HEIGHT - 24 - height, 1),
                width=round(max(1.0, width - 2), 1),
                height=round(height, 1),
                class_="plot-bar plot-bar-own" if is_own else "plot-bar",
            )
        )
        if number % every == 0:
            parts.append(text(str(start), x=round(x, 1), y=BAR_HEIGHT - 8, class_="plot-label"))
    parts.append(text(str(most), x=LEFT - 6, y=24, text_anchor="end", class_="plot-label"))
    return picture(WIDTH, BAR_HEIGHT, label, parts)


def score_steps(scores: Sequence[float], label: str) -> str:
    """Results in a row as a path: up for ahead, level for equal, down for behind."""
    if not scores:
        return ""
    heights = [0.0]
    for score in scores:
        heights.append(heights[-1] + 2 * score - 1)
    low, high = min(heights), max(heights)
    span = max(high - low, 2.0)
    across = (WIDTH - LEFT - RIGHT) / len(scores)

    def y(height: float) -> float:
        return round(BAR_HEIGHT - 16 - (BAR_HEIGHT - 32) * (height - low) / span, 1)

    points = [(round(LEFT + number * across, 1), y(one)) for number, one in enumerate(heights)]
    level = element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y(0.0), y2=y(0.0), class_="plot-level")
    parts = [level, text("0", x=LEFT - 6, y=y(0.0) + 4, text_anchor="end", class_="plot-label")]
    for (x1, y1), (x2, y2) in pairwise(points):
        kind = "up" if y2 < y1 else "down" if y2 > y1 else "even"
        parts.append(element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=f"plot-step-{kind}"))
    for edge in {high, low} - {0.0}:
        words = f"{edge:+g}"
        parts.append(text(words, x=LEFT - 6, y=y(edge) + 4, text_anchor="end", class_="plot-label"))
    return picture(WIDTH, BAR_HEIGHT, label, parts)
