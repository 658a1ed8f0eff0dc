"""F12: a column comes and goes while orders are given."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Sequence

from django.db import DatabaseError, connection, connections

from tests.bench.faults.doors import Caller, callers_made, orders_kept
from tests.bench.faults.results import DrillResult
from tests.bench.faults.tables import matches_made

THREADS = 3
LONGEST_SECONDS = 5.0
LOCK_TIMEOUT_MILLISECONDS = 500
PAUSE_SECONDS = 0.05
STEPS = (
    "ALTER TABLE games_match ADD COLUMN drill integer NULL",
    "ALTER TABLE games_match DROP COLUMN drill",
)


def migrated_under_load(count: int) -> Sequence[DrillResult]:
    """So many orders over http while the busiest table is changed, and changed back, all along."""
    callers = callers_made(matches_made(count))
    answers: dict[int, int] = {}
    seconds: list[float] = []

    def order(mine: Sequence[Caller]) -> None:
        for caller in mine:
            began = time.monotonic()
            answers[caller.player.pk] = caller.order_here(1)
            seconds.append(time.monotonic() - began)
        connections.close_all()

    threads = [
        threading.Thread(target=order, args=(callers[first::THREADS],)) for first in range(THREADS)
    ]
    for thread in threads:
        thread.start()
    steps, waits = _changed_meanwhile(threads)
    acknowledged = {player for player, status in answers.items() if status == 200}
    failed = len(callers) - len(acknowledged)
    lost = len(acknowledged - orders_kept(callers, 1))
    return [
        DrillResult(
            name="migrations under load: orders failed, lost, longest order",
            wanted=f"0, 0, ≤ {LONGEST_SECONDS:.0f} s",
            measured=f"{failed} {dict(Counter(answers.values()))}, {lost}, {max(seconds):.1f} s; "
            f"{steps} changes, {waits} put off",
            passed=not failed and not lost and max(seconds) <= LONGEST_SECONDS and steps > 0,
            count=count,
        )
    ]


def _changed_meanwhile(threads: Sequence[threading.Thread]) -> tuple[int, int]:
    """Change the table until the threads are done; what gets no lock soon is tried again."""
    steps = waits = 0
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"SET lock_timeout = {LOCK_TIMEOUT_MILLISECONDS}")
        while any(thread.is_alive() for thread in threads) or steps % 2:
            try:
                cursor.execute(STEPS[steps % 2])
                steps += 1
            except DatabaseError:
                waits += 1
            time.sleep(PAUSE_SECONDS)
    for thread in threads:
        thread.join()
    return steps, waits
