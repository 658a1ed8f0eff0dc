"""`manage.py bench month`: a month of play by mail, and the same without digests and standing
orders, each in a process and a database of its own."""

from __future__ import annotations

import multiprocessing
import os
import queue
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.queues import Queue

from tests.bench.figures import Effort
from tests.bench.population import Advance
from tests.bench.processes import set_up, tell
from tests.bench.scratch import scratch_database
from tests.month.checks import Check, checks_of
from tests.month.counts import Counts, counts_of
from tests.month.run import Month, Plan

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
    ended: Queue[int] = context.Queue()
    with ProcessPoolExecutor(2, mp_context=context, initializer=set_up, initargs=(ended,)) as pool:
        played = [pool.submit(_played, each, os.getpid()) for each in (plan, plain)]
        _follow(played, ended, advance)
        first, second = (future.result() for future in played)
    _tell_all(ended, advance)
    return first, second


def _played(plan: Plan, beginner: int) -> Result:
    return month_played(plan, lambda amount: tell(amount, beginner))


def _follow(played: list[Future[Result]], ended: Queue[int], advance: Advance) -> None:
    """Tell how many matches have ended until both are done, or one has failed."""
    while not all(future.done() for future in played):
        if any(future.done() and future.exception() for future in played):
            return
        try:
            advance(ended.get(timeout=POLLED_EVERY))
        except queue.Empty:
            continue


def _tell_all(ended: Queue[int], advance: Advance) -> None:
    with suppress(queue.Empty):
        while True:
            advance(ended.get(timeout=POLLED_EVERY))
