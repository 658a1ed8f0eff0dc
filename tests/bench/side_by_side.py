"""The same work in one process and in two at once: whether a second worker is worth its core."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier

from django.db import connections

from tests.bench.figures import CORES, Effort, Figure, duration, speed
from wildcards_site.lanes import let_pages_go_first
from wildcards_site.serving.forking import load_the_site
from wildcards_site.serving.garbage import keep_what_is_loaded

LEAST_FASTER = 1.8
"""How much faster by the clock two should be on two idle cores."""

BY_TURNS = (1, 2, 2, 1)
"""How many processes at a time: what each run leaves in the tables slows those after it."""

WARM_UP = 20
"""So many are done by each process before the clock runs."""

LEAST_UNMOVED = 0.9
"""The same by processor time, which holds on a busy machine, too: one's cost beside two's."""


def drained_by(
    work: Callable[[], int],
    processes: int,
    warm_up: Callable[[], object] = int,
    beside: Callable[[], float] = float,
) -> Effort:
    """Call `work` until it answers 0, in so many processes that begin together.

    `count` is the sum of its answers, processor times are added up, `wall` is the longest. Each
    process does `warm_up` before, which is not counted: to prepare its statements and to compile
    its templates takes a lane as long as hundreds of mails, once in its life. `beside` tells the
    processor seconds so far of what works for this process. The caller's connections are closed.
    Raises RuntimeError where a process has failed.
    """
    load_the_site()  # as `serve` does before it forks its lanes
    connections.close_all()
    # They are to have this process's settings and scratch database.
    begun = multiprocessing.get_context("fork")
    barrier = begun.Barrier(processes)
    ends = [begun.Pipe(duplex=False) for _number in range(processes)]
    workers = [
        begun.Process(target=_drain, args=(work, warm_up, beside, barrier, writing))
        for _reading, writing in ends
    ]
    for worker in workers:
        worker.start()
    for _reading, writing in ends:
        writing.close()
    try:
        efforts: list[Effort] = [reading.recv() for reading, _writing in ends]
    except EOFError as error:
        raise RuntimeError("a process of the measurement failed") from error
    finally:
        for worker in workers:
            worker.join()
    return Effort(
        count=sum(each.count for each in efforts),
        wall=max(each.wall for each in efforts),
        cpu=sum(each.cpu for each in efforts),
        database=sum(each.database for each in efforts),
    )


def _drain(
    work: Callable[[], int],
    warm_up: Callable[[], object],
    beside: Callable[[], float],
    barrier: Barrier,
    told: Connection,
) -> None:
    connections["default"].ensure_connection()
    # As lanes do.
    keep_what_is_loaded()
    let_pages_go_first()
    warm_up()
    effort, begun = Effort(), beside()
    barrier.wait()
    with effort.timed():
        while done := work():
            effort.count += done
    effort.cpu += beside() - begun
    told.send(effort)
    connections.close_all()


def two_beside_one(name: str, two: Effort, one: Effort) -> list[Figure]:
    """How much faster two are by the clock, and what the second costs by processor time."""
    faster = two.per_second / one.per_second if one.per_second else None
    flat = one.each / two.each if two.each else None
    return [
        Figure(
            f"two {name} at once, by the clock",
            speed(two),
            speed(one),
            faster,
            f"≥ {LEAST_FASTER} × one on {CORES} idle cores",
            None,
            two.wall / max(two.count, 1),
        ),
        Figure(
            f"two {name} at once, by processor time",
            f"{duration(two.each)} each",
            f"{duration(one.each)} each",
            flat,
            f"≥ {LEAST_UNMOVED} × one",
            None if flat is None else flat >= LEAST_UNMOVED,
            two.each,
        ),
    ]
