"""Efforts and figures: what was spent on so much work, and how that stands beside its floor."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from tests.bench.scratch import database_seconds_since, database_times

CORES = 2
"""The targets were set for a machine with so many: see `Effort.on_two_cores`."""

SLICE_SECONDS = 0.05
"""How long one thing is measured before it is the other's turn."""


@dataclass(slots=True)
class Effort:
    """How many times something was done, and what that took in all.

    `cpu` is this process's processor time, `database` that of the database's process where it is
    one of its own on this machine. `latencies` are the single times, if they were taken.
    """

    count: int = 0
    wall: float = 0.0
    cpu: float = 0.0
    database: float = 0.0
    latencies: list[float] = field(default_factory=list)

    @property
    def each(self) -> float:
        """Processor seconds for one."""
        return (self.cpu + self.database) / max(self.count, 1)

    @property
    def per_second(self) -> float:
        """How many a second by the clock on the wall."""
        return self.count / self.wall if self.wall else 0.0

    @property
    def on_two_cores(self) -> float:
        """How many a second two cores do that have nothing else to do, by processor time."""
        return CORES / self.each if self.each else 0.0

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Add what the block takes; the block, or the caller, counts."""
        database, cpu, wall = database_times(), time.process_time(), time.perf_counter()
        try:
            yield
        finally:
            self.wall += time.perf_counter() - wall
            self.cpu += time.process_time() - cpu
            self.database += database_seconds_since(database)

    def add(self, other: Effort) -> None:
        """What was done, and what it took, at another time."""
        self.count += other.count
        self.wall += other.wall
        self.cpu += other.cpu
        self.database += other.database
        self.latencies += other.latencies

    def one(self, work: Callable[[], object]) -> None:
        """Do it once more and keep how long it took. Used within `timed`."""
        begun = time.perf_counter()
        work()
        self.latencies.append(time.perf_counter() - begun)
        self.count += 1


def repeated(work: Callable[[], object], seconds: float, *, least: int = 3) -> Effort:
    """Do it for so long, at least so often, after once that does not count."""
    work()
    effort = Effort()
    ends_at = time.perf_counter() + seconds
    with effort.timed():
        while effort.count < least or time.perf_counter() < ends_at:
            effort.one(work)
    return effort


def interleaved(
    works: Mapping[str, Callable[[], object]], seconds: float, *, least: int = 3
) -> dict[str, Effort]:
    """What each of these takes, in short slices by turns: what else the machine does befalls all.

    Each is done for so long and at least so often, after once that does not count. All end early
    where one raises StopIteration, as `map(post, orders).__next__` does when no order is left.
    """
    efforts = {name: Effort() for name in works}
    with suppress(StopIteration):
        for work in works.values():
            work()
        while any(each.count < least or each.wall < seconds for each in efforts.values()):
            for name, work in works.items():
                _slice(efforts[name], work)
    return efforts


def _slice(effort: Effort, work: Callable[[], object]) -> None:
    ends_at = time.perf_counter() + SLICE_SECONDS
    with effort.timed():
        effort.one(work)
        while time.perf_counter() < ends_at:
            effort.one(work)


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that at least so many percent do not exceed; 0 for none."""
    if not values:
        return 0.0
    ordered = sorted(values)
    rank = -(-len(ordered) * percent // 100)
    return ordered[max(int(rank), 1) - 1]


@dataclass(frozen=True, slots=True)
class Figure:
    """A line of the result. `ratio` is our speed in speeds of the floor; `passed` is None where
    nothing is demanded. `value` is ours as a number that is better when it is less: processor
    seconds for one, a count."""

    name: str
    ours: str
    floor: str = ""
    ratio: float | None = None
    target: str = ""
    passed: bool | None = None
    value: float | None = None


def compared(
    name: str, ours: Effort, floor: Effort, *, least: float | None = None, note: str = ""
) -> Figure:
    """Ours beside the floor by processor time for one; `least` is the ratio that is demanded."""
    ratio = floor.each / ours.each if ours.each else None
    return Figure(
        name,
        f"{speed(ours)}{f', {note}' if note else ''}",
        speed(floor),
        ratio,
        "" if least is None else f"≥ {least:.2f} × floor",
        None if least is None or ratio is None else ratio >= least,
        ours.each,
    )


def at_most(name: str, value: float, most: float, unit: str, *, floor: str = "") -> Figure:
    """A value with a bound of its own."""
    return Figure(
        name,
        f"{_short(value)} {unit}",
        floor,
        None,
        f"≤ {_short(most)} {unit}",
        value <= most,
        value,
    )


def speed(effort: Effort) -> str:
    """How many a second on the wall, and the processor time of one."""
    each = f"{duration(effort.cpu / max(effort.count, 1))}"
    if effort.database:
        each += f" + {duration(effort.database / max(effort.count, 1))}"
    return f"{_short(effort.per_second)}/s, cpu {each}"


def duration(seconds: float) -> str:
    """Seconds as they are best read."""
    if seconds < 1e-3:
        return f"{_short(seconds * 1e6)} µs"
    if seconds < 1:
        return f"{_short(seconds * 1e3)} ms"
    return f"{_short(seconds)} s"


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
