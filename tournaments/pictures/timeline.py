"""Rounds over the calendar: when each was dealt, when its matches ended, when it must be over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.pictures.svg import element, picture, shortened, text, titled

WIDTH, EDGE, ROW, TOP, BOTTOM = 360, 18, 46, 6, 26
LONGEST_STEPS = 5
HALF_A_LABEL = 30
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Span:
    """One round. `ended` are the moments at which its matches ended, `open` how many still run."""

    name: str
    label: str
    dealt_at: datetime
    deadline_at: datetime | None
    closed_at: datetime | None
    ended: tuple[datetime, ...]
    open: int


@dataclass(frozen=True, slots=True)
class _Scale:
    first: datetime
    last: datetime

    def x(self, at: datetime) -> float:
        share = (at - self.first) / (self.last - self.first)
        return round(EDGE + (WIDTH - 2 * EDGE) * share, 1)


def timeline(spans: Sequence[Span], now: datetime, days: Sequence[str], label: str) -> str:
    """The rounds as bars under one another. `days` names the first day and each tick after it.

    See `ticks` for which days these are.
    """
    scale = _Scale(*_bounds(spans, now))
    height = TOP + ROW * len(spans) + BOTTOM
    marks = [
        element("path", d=f"M{x:g} {TOP}V{height - BOTTOM}", class_="timeline-tick")
        + text(name, x=x, y=height - 8, class_=_day_class(x))
        for at, name in zip(ticks(spans, now), days, strict=True)
        for x in [scale.x(at)]
    ]
    bars = [_bar(span, scale, TOP + ROW * number, now) for number, span in enumerate(spans)]
    today = scale.x(min(now, scale.last))
    line = element("path", d=f"M{today:g} {TOP}V{height - BOTTOM}", class_="timeline-now")
    return picture(WIDTH, height, label, [*marks, *bars, line])


def ticks(spans: Sequence[Span], now: datetime) -> list[datetime]:
    """The days that are named under the bars: at most six, evenly apart."""
    first, last = _bounds(spans, now)
    whole = max(1, round((last - first) / DAY))
    step = -(-whole // LONGEST_STEPS)
    return [first + DAY * number for number in range(0, whole, step)]


def _bounds(spans: Sequence[Span], now: datetime) -> tuple[datetime, datetime]:
    first = min(span.dealt_at for span in spans)
    ends = [span.closed_at or max(now, span.deadline_at or now) for span in spans]
    ends += [max(span.ended, default=first) for span in spans]
    return first, max(*ends, first + DAY)


def _day_class(x: float) -> str:
    """A label in the middle under its day; the first begins there, or it would be cut off."""
    return "timeline-day" if x > HALF_A_LABEL else "timeline-day timeline-first"


def _bar(span: Span, scale: _Scale, top: float, now: datetime) -> str:
    start, end = scale.x(span.dealt_at), scale.x(span.closed_at or now)
    middle = top + ROW - 14
    content = [
        text(shortened(span.name, WIDTH), x=0, y=top + 15, class_="timeline-name"),
        element(
            "rect",
            x=start,
            y=middle - 8,
            width=max(4, round(end - start, 1)),
            height=16,
            rx=4,
            class_="timeline-bar timeline-closed" if span.closed_at else "timeline-bar",
        ),
    ]
    content += [
        element("circle", cx=scale.x(at), cy=middle, r=3, class_="timeline-end")
        for at in span.ended
    ]
    if span.deadline_at is not None:
        x = scale.x(min(span.deadline_at, scale.last))
        content.append(element("path", d=f"M{x:g} {middle - 11:g}v22", class_="timeline-deadline"))
    return titled(span.label, "".join(content))
