"""kill -9 of sweeping processes at random moments."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Sequence

from games.bench.faults.results import DrillResult
from games.bench.faults.tables import (
    doubled_counted,
    leases_end,
    lost_counted,
    made_due,
    matches_made,
)
from games.models import Match, Phase
from games.services import clock
from games.services.connections import connections_drop
from games.services.deadlines import sweep_due

MATCHES = 60


def sweeps_killed(count: int) -> Sequence[DrillResult]:
    """So many sweeping processes are killed, each within the first moments of its work."""
    chance = random.Random(count)  # noqa: S311
    matches = matches_made(MATCHES)
    ids = [match.pk for match in matches]
    for _kill in range(count):
        if not _due(ids):
            made_due(ids)
        connections_drop()
        sweeper = _sweeper()
        time.sleep(chance.uniform(0.0, 0.25))
        os.kill(sweeper, signal.SIGKILL)
        os.waitpid(sweeper, 0)
        leases_end()
    while _due(ids):
        sweep_due()
    lost, doubled = lost_counted(matches), doubled_counted()
    parked = Match.objects.filter(status=Match.Status.PARKED).count()
    closed = Phase.objects.filter(closed_at__isnull=False, number__gt=0, match__in=ids).count()
    return [
        DrillResult(
            name="sweeping processes killed: phases and mails lost, doubled, innocent parked",
            wanted="0, 0, 0",
            measured=f"{lost}, {doubled}, {parked} of {closed:,} phases",
            passed=not lost and not doubled and not parked,
            count=count,
        )
    ]


def _due(ids: Sequence[int]) -> bool:
    running = Match.objects.filter(pk__in=ids, status=Match.Status.RUNNING)
    return running.filter(deadline_at__lte=clock.now()).exists()


def _sweeper() -> int:
    """A process that does nothing but sweep, until it is killed; returns its id."""
    child = os.fork()
    if child:
        return child
    try:
        while True:
            if not sweep_due():
                time.sleep(0.005)
    finally:
        os._exit(1)
