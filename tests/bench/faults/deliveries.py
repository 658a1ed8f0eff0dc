"""F5: every task delivered two to five times, to several workers, with sweeps all along."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Sequence

from django.db import connections

from games.models import Match, Phase
from games.tasks import advance_match, sweep_deadlines
from tests.bench.faults.results import DrillResult
from tests.bench.faults.tables import doubled_counted, lost_counted, made_due, matches_made

WORKERS = 4
TOGETHER = 60
MOST_DELIVERIES = 5


def tasks_doubled(count: int) -> Sequence[DrillResult]:
    """So many deliveries of the tasks that close, each task two to five times, in no order."""
    chance = random.Random(count)
    made: list[Match] = []
    delivered = raised = 0
    while delivered < count:
        matches = matches_made(min(TOGETHER, max(1, (count - delivered) // 3)))
        made += matches
        made_due([match.pk for match in matches])
        deeds: list[Callable[[], object]] = []
        for match in matches:
            times = chance.randint(2, MOST_DELIVERIES)
            deeds += [lambda pk=match.pk: advance_match(pk)] * times  # type: ignore[misc]
        deeds += [sweep_deadlines] * WORKERS
        chance.shuffle(deeds)
        raised += _delivered(deeds)
        delivered += len(deeds)
    lost, doubled = lost_counted(made), doubled_counted()
    ids = [match.pk for match in made]
    odd = Phase.objects.filter(Phase.OPEN, match__in=ids).exclude(number=2, attempts=0).count()
    return [
        DrillResult(
            name="tasks delivered 2 to 5 times to several workers: errors, phases closed twice or "
            "not, lost, doubled",
            wanted="0, 0, 0, 0",
            measured=f"{raised}, {odd}, {lost}, {doubled}",
            passed=not (raised or odd or lost or doubled),
            count=delivered,
        )
    ]


def _delivered(deeds: Sequence[Callable[[], object]]) -> int:
    """Let the workers do them all; returns how many raised."""
    raised: list[Exception] = []

    def work(mine: Sequence[Callable[[], object]]) -> None:
        for deed in mine:
            try:
                deed()
            except Exception as error:
                raised.append(error)
        connections.close_all()

    threads = [
        threading.Thread(target=work, args=(deeds[first::WORKERS],)) for first in range(WORKERS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(raised)
