"""kill -9 of sweeping processes at random moments."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Sequence

from games.common import clock
from games.models import Match, Phase
from games.services.database_connections import drop_connections
from games.services.deadline_sweep import sweep_due
from tests.bench.faults.alarming import Watched
from tests.bench.faults.results import DrillResult
from tests.bench.faults.tables import (
    doubled_counted,
    leases_end,
    lost_counted,
    made_due,
    matches_made,
)

MATCHES = 60
LONGEST_LIFE_SECONDS = 0.5
PHASES_A_KILL = 25
"""Between two kills others work so much on the average. Were every process killed at its first
match, no count of tries could tell a deadly match from a deadly day."""


def sweeps_killed(count: int) -> Sequence[DrillResult]:
    """So many sweeping processes are killed, each within the first moments of its work."""
    chance = random.Random(count)
    matches = matches_made(MATCHES)
    late = _late_while_nobody_sweeps(matches)
    for kill in range(1, count + 1):
        _something_due(matches)
        drop_connections()
        sweeper = _sweeper()
        time.sleep(chance.uniform(0.0, LONGEST_LIFE_SECONDS))
        os.kill(sweeper, signal.SIGKILL)
        os.waitpid(sweeper, 0)
        leases_end()
        while _closed(matches) < kill * PHASES_A_KILL:
            _something_due(matches)
            sweep_due(limit=PHASES_A_KILL)
    while _due(matches):
        sweep_due()
    lost, doubled = lost_counted(matches), doubled_counted()
    parked = Match.objects.filter(status=Match.Status.PARKED).count()
    return [
        DrillResult(
            name="sweeping processes killed: phases and mails lost, doubled, innocent parked",
            wanted="0, 0, 0",
            measured=f"{lost}, {doubled}, {parked} of {_closed(matches):,} phases",
            passed=not lost and not doubled and not parked,
            count=count,
        ),
        late.result(),
    ]


def _late_while_nobody_sweeps(matches: list[Match]) -> Watched:
    """The alarm of phases that are due and not closed, and its end once they are."""
    made_due([match.pk for match in matches])
    late = Watched("sweep-late")
    late.expect()
    while _due(matches):
        sweep_due()
    late.expect_end()
    return late


def _something_due(matches: list[Match]) -> None:
    """All deadlines have just passed, if none has; where all matches have ended, there are more."""
    if not _due(matches):
        ids = [match.pk for match in matches]
        if not Match.objects.filter(pk__in=ids, status=Match.Status.RUNNING).exists():
            matches += matches_made(MATCHES)
        made_due([match.pk for match in matches])


def _due(matches: Sequence[Match]) -> bool:
    running = Match.objects.filter(pk__in=[match.pk for match in matches], status="running")
    return running.filter(deadline_at__lte=clock.now()).exists()


def _closed(matches: Sequence[Match]) -> int:
    closed = Phase.objects.filter(closed_at__isnull=False, number__gt=0)
    return closed.filter(match__in=[match.pk for match in matches]).count()


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
