"""Readings as curves: a small plot for each deed, all from zero, over matches in powers of ten."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor, log10

from tests.bench.growth import Reading
from tournaments.pictures.svg import element, picture, text

COLUMNS = 3
WIDTH, HEIGHT = 300, 150
LEFT, RIGHT, TOP, BOTTOM = 46, 24, 30, 24
HEAD = 26
WHOLE, DATABASE, FAINT, INK = "#2f5d8a", "#b4552d", "#d8d8d8", "#222222"
FONT = "system-ui, sans-serif"
STEPS = (1, 2, 4, 6, 10)


def growth_picture(readings: Sequence[Reading]) -> str:
    """An SVG with what each deed takes, in milliseconds: all of it, and the database's share."""
    deeds = list(dict.fromkeys(one.deed for one in readings))
    rows = -(-len(deeds) // COLUMNS)
    width, height = COLUMNS * WIDTH, HEAD + rows * HEIGHT
    parts = [element("rect", width=width, height=height, fill="white"), *_legend()]
    for number, deed in enumerate(deeds):
        x, y = number % COLUMNS * WIDTH, HEAD + number // COLUMNS * HEIGHT
        content = "".join(_plot([one for one in readings if one.deed == deed]))
        parts.append(element("g", content, transform=f"translate({x} {y})"))
    label = "What one deed takes in milliseconds of a processor, over the number of running matches"
    return picture(width, height, label, parts)


def _legend() -> Iterator[str]:
    for x, colour, words in (
        (LEFT, WHOLE, "all of a deed’s processor time, in ms"),
        (LEFT + 300, DATABASE, "of that, the database’s"),
    ):
        yield element("rect", x=x, y=12, width=18, height=4, fill=colour)
        yield _label(words, x + 24, 18)


def _plot(readings: Sequence[Reading]) -> Iterator[str]:
    top = _round_up(1000 * max(one.each for one in readings))
    low, high = (log10(one.running) for one in (readings[0], readings[-1]))

    def x(running: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (log10(running) - low) / (high - low or 1), 1)

    def y(seconds: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * 1000 * seconds / top, 1)

    yield _label(readings[0].deed, LEFT, 18, weight="600")
    for value in (0, top / 2, top):
        at = y(value / 1000)
        yield element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=at, y2=at, stroke=FAINT)
        yield _label(f"{value:g}", LEFT - 6, at + 4, anchor="end")
    for one in readings:
        yield _label(_short(one.running), x(one.running), HEIGHT - 8, anchor="middle")
    curves = {WHOLE: [one.each for one in readings], DATABASE: [one.database for one in readings]}
    for colour, values in curves.items():
        dots = [(x(one.running), y(value)) for one, value in zip(readings, values, strict=True)]
        line = " ".join(f"{across},{down}" for across, down in dots)
        yield element("polyline", points=line, fill="none", stroke=colour, stroke_width=2)
        for across, down in dots:
            yield element("circle", cx=across, cy=down, r=2.5, fill=colour)


def _label(words: str, x: float, y: float, *, anchor: str = "start", weight: str = "400") -> str:
    return text(
        words, x=x, y=y, fill=INK, font_family=FONT, font_size=11, font_weight=weight,
        text_anchor=anchor,
    )  # fmt: skip


def _round_up(value: float) -> float:
    """The next number that is good for an axis."""
    power = 10.0 ** floor(log10(max(value, 1e-3)))
    return next(step * power for step in STEPS if step * power >= value)


def _short(count: int) -> str:
    if count >= 1_000_000:
        return f"{count / 1_000_000:g} M"
    return f"{count / 1000:g} k" if count >= 1000 else str(count)
