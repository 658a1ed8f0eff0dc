"""One match ends every process that closes it: the others close, and it is parked."""

from __future__ import annotations

import threading
from datetime import timedelta
from pathlib import Path

import pytest

from games.common import clock
from games.models import Match, Phase
from games.services.leases import LEASE
from tests.bench.faults.tables import made_due, matches_made
from tests.faults.poisoned_app import HARD_LIMIT_SECONDS
from tests.faults.workers import Worker, sender, wait_for
from tests.sizes import few, sized

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.redis,
    pytest.mark.timeout(240),
]
SWEEP = "games.tasks.sweep_deadlines"


@pytest.mark.parametrize("way", few(["kill", "exit", "loop"], 1))
def test_a_match_that_ends_its_process_is_parked_and_the_others_close(
    way: str, redis_url: str, tmp_path: Path
) -> None:
    matches = matches_made(sized(15, 60))
    poisoned, send = matches[10].pk, sender(redis_url)
    made_due([match.pk for match in matches])
    worker = Worker(
        redis_url,
        tmp_path / "worker.log",
        app="tests.faults.poisoned_app",
        POISON=way,
        POISONED_MATCH=str(poisoned),
    )

    def parked() -> bool:
        _leases_of_the_dead_end()
        send(SWEEP)
        threading.Event().wait(0.5)
        return Match.objects.filter(pk=poisoned, status=Match.Status.PARKED).exists()

    try:
        worker.wait_until_ready()
        wait_for(parked, "the match to be parked", 200)
    finally:
        worker.kill()
    others = [match.pk for match in matches if match.pk != poisoned]
    opened = Phase.objects.filter(Phase.OPEN, match__in=others)
    rows = set(opened.values_list("match__status", "number", "attempts", "lease_until"))
    assert rows == {(Match.Status.RUNNING, 2, 0, None)}


def _leases_of_the_dead_end() -> None:
    """Do not wait for half a minute: whose lease is this old was killed by the hard limit."""
    now = clock.now()
    old = now + LEASE - timedelta(seconds=2 * HARD_LIMIT_SECONDS)
    Phase.objects.filter(lease_until__lt=old).update(lease_until=now)
