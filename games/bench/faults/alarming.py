"""Whether an alarm is raised by a fault, and is over by itself; on a clock that nobody awaits."""

from __future__ import annotations

from datetime import timedelta

from games.common import clock
from games.models import Alarm, Match
from games.services.alarms import CLEARED_AFTER, RAISED_AFTER, evaluate_alarms

MOMENT = timedelta(seconds=1)


def alarm_is_raised(key: str) -> bool:
    """Whether it is open after the fault has lasted as long as an alarm waits."""
    now = clock.now()
    for moment in (now, now + RAISED_AFTER + MOMENT):
        with clock.simulated(moment):
            evaluate_alarms()
    return Alarm.objects.filter(key=key, cleared_at=None, raised_at__isnull=False).exists()


def alarm_is_over(key: str) -> bool:
    """Whether it is told as over once calm has lasted; time goes on from where it was raised."""
    now = clock.now() + RAISED_AFTER + MOMENT
    for moment in (now + MOMENT, now + CLEARED_AFTER + 2 * MOMENT):
        with clock.simulated(moment):
            evaluate_alarms()
    return not Alarm.objects.filter(key=key, cleared_at=None).exists()


def due_again(matches: list[int]) -> None:
    """What was put off after a fault is due now."""
    running = Match.objects.filter(pk__in=matches, status=Match.Status.RUNNING)
    running.filter(attempts__gt=0).update(wake_at=clock.now() - MOMENT)
