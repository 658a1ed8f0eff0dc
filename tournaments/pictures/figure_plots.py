"""Small drawings beside figures: a share with what would be fair, and luck against skill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tournaments.pictures.plots import HEIGHT, LEFT, RIGHT, TOP, WIDTH
from tournaments.pictures.svg import element, picture, text

BAR_WIDTH, BAR_THICKNESS = 100, 14
BOTTOM = 26
MOST_BINS = 30


def share_bar(share: float, fair: float | None = None) -> str:
    """A share of 1 as a bar, with a line where chance or strength alone would have ended.

    The figures stand beside it: a reader of the screen loses nothing.
    """
    kind = "share-more" if fair is not None and share >= fair else "share-less"
    parts = [
        element("rect", x=0, y=2, width=BAR_WIDTH, height=BAR_THICKNESS - 4, class_="share-all"),
        element(
            "rect",
            x=0,
            y=2,
            width=round(BAR_WIDTH * min(1.0, share), 1),
            height=BAR_THICKNESS - 4,
            class_=kind if fair is not None else "share-more",
        ),
    ]
    if fair is not None:
        at = round(BAR_WIDTH * min(1.0, fair), 1)
        parts.append(element("line", x1=at, x2=at, y1=0, y2=BAR_THICKNESS, class_="share-fair"))
    return element(
        "svg",
        "".join(parts),
        viewBox=f"0 0 {BAR_WIDTH} {BAR_THICKNESS}",
        width=BAR_WIDTH,
        height=BAR_THICKNESS,
        preserveAspectRatio="none",
        aria_hidden="true",
        focusable="false",
        class_="share-bar",
    )


class LuckPoint(NamedTuple):
    """Pairs whose ratings lay so far apart: the share in which the higher one was ahead."""

    gap: int
    share: float
    expected: float


def luck_plot(points: Sequence[LuckPoint], label: str, step: int) -> str:
    """What the higher rating scored, by how much higher it was; "" under two points."""
    if len(points) < 2:
        return ""
    widest = points[-1].gap + step

    def x(gap: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * gap / widest, 1)

    def y(share: float) -> float:
        inside = min(1.0, max(0.4, share))
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - inside) / 0.6, 1)

    parts = []
    for percent in (50, 60, 70, 80, 90, 100):
        height = y(percent / 100)
        kind = "plot-level" if percent == 50 else "plot-grid"
        line = element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=height, y2=height, class_=kind)
        words = text(
            f"{percent} %", x=LEFT - 6, y=height + 4, text_anchor="end", class_="plot-label"
        )
        parts += [line, words]
    middle = step / 2
    expected = " ".join(f"{x(one.gap + middle)},{y(one.expected)}" for one in points)
    parts.append(element("polyline", points=expected, class_="plot-beside"))
    for one in points:
        at = x(one.gap + middle)
        parts.append(element("circle", cx=at, cy=y(one.share), r=5, class_="plot-dot"))
        if one.gap % (2 * step) == 0:
            parts.append(
                text(
                    str(one.gap),
                    x=x(one.gap),
                    y=HEIGHT - 6,
                    text_anchor="start",
                    class_="plot-label",
                )
            )
    return picture(WIDTH, HEIGHT, label, parts)


def binned(counts: Mapping[int, int]) -> list[tuple[int, int]]:
    """The counts of neighbouring values together, in at most so many bins that fit a phone."""
    if not counts:
        return []
    low, high = min(counts), max(counts)
    width = next(
        one for one in (1, 2, 5, 10, 20, 50, 100, 200, 500, high) if (high - low) // one < MOST_BINS
    )
    first = low // width
    found = [0] * (high // width - first + 1)
    for value, count in counts.items():
        found[value // width - first] += count
    return [((first + number) * width, count) for number, count in enumerate(found)]
