"""`manage.py bench month`: a month of play by mail, and the same without digests and standing
orders, each in a process and a database of its own."""

from __future__ import annotations

import multiprocessing
import queue
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from games.bench.figures import Effort
from games.bench.month_checks import Check, checks_of
from games.bench.month_counts import Counts, counts_of
from games.bench.month_run import Month, Plan
from games.bench.population import Advance
from games.bench.processes import set_up
from games.bench.scratch import scratch_database

LEAST_MEMBERS = 6
"""As many as sit at the largest table."""

POLLED_EVERY = 0.5


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one month: its figures, what was checked of it, and what it took."""

    counts: Counts
    checks: list[Check]
    wall: float
    cpu: float

    @property
    def failures(self) -> list[Check]:
        return [check for check in self.checks if not check.holds]


def month_played(plan: Plan, advance: Advance) -> Result:
    """Play one month in a scratch database of its own. Calls `advance` for matches that ended."""
    effort = Effort()
    with scratch_database():
        month = Month(plan, advance)
        with effort.timed():
            month.play()
        return Result(counts_of(month), checks_of(month), effort.wall, effort.cpu + effort.database)


def months_compared(plan: Plan, advance: Advance) -> tuple[Result, Result]:
    """The month, and the same one without digests and standing orders, both at once.

    Raises what playing one raises.
    """
    plain = replace(plan, digests=False, standing=False)
    context = multiprocessing.get_context("spawn")
    with context.Manager() as manager:
        ended = manager.Queue()
        with ProcessPoolExecutor(2, mp_context=context, initializer=set_up) as pool:
            played = [pool.submit(_played, each, ended.put) for each in (plan, plain)]
            _follow(played, ended, advance)
            first, second = (future.result() for future in played)
    return first, second


def _played(plan: Plan, advance: Callable[[int], Any]) -> Result:
    return month_played(plan, advance)


def _follow(played: list[Future[Result]], ended: queue.Queue[int], advance: Advance) -> None:
    """Tell how many matches have ended until both are done, or one has failed."""
    while not all(future.done() for future in played):
        if any(future.done() and future.exception() for future in played):
            return
        try:
            advance(ended.get(timeout=POLLED_EVERY))
        except queue.Empty:
            continue
