"""Alarms: rules over the service's figures, each raised when it lasts and cleared by itself.

A beat's task and the independent watcher (`manage.py watch`) evaluate the same rules; whoever comes
first writes and tells. A rule has two limits, and calm must last as well, so that none flaps.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.common import clock
from games.common.task_queue import broker_answers
from games.models import Alarm, LaneBeat
from games.selectors.service_metrics import ServiceMetrics, current_metrics, expected_lanes
from games.services.heartbeats import database_takes_writes

RAISED_AFTER = timedelta(seconds=10)
CLEARED_AFTER = timedelta(seconds=60)
CORE_LANES = ("closing", "mail-out", "mail-in")


@dataclass(frozen=True)
class AlarmReading:
    """What one rule sees: how much of its trouble there is, and in words what it is about."""

    value: float
    detail: str = ""


@dataclass(frozen=True)
class Rule:
    """Raised above `limit`; over again at `calm` and below. `words` may hold {detail}."""

    key: str
    words: object
    read: Callable[[ServiceMetrics], AlarmReading]
    limit: float = 0.0
    calm: float = 0.0


def _seconds(value: float) -> AlarmReading:
    return AlarmReading(value, f"{value:.0f} s")


def _count(value: int) -> AlarmReading:
    return AlarmReading(value, str(value))


def _nothing_moves(found: ServiceMetrics) -> AlarmReading:
    silent = set(CORE_LANES) <= set(found.silent_lanes)
    return AlarmReading(float(silent))


def _silent(found: ServiceMetrics) -> AlarmReading:
    silent = [] if _nothing_moves(found).value else found.silent_lanes
    return AlarmReading(len(silent), ", ".join(silent))


def _breakers(found: ServiceMetrics) -> AlarmReading:
    return AlarmReading(len(found.open_breakers), ", ".join(found.open_breakers))


def disk_reading(_found: ServiceMetrics | None = None) -> AlarmReading:
    """How full the disk of the data directory is: a share of it."""
    try:
        usage = shutil.disk_usage(settings.DATA_DIR)
    except OSError:
        return AlarmReading(0.0)
    share = usage.used / (usage.used + usage.free or 1)
    return AlarmReading(share, f"{share:.0%}")


def broker_reading(_found: ServiceMetrics | None = None) -> AlarmReading:
    return AlarmReading(float(not broker_answers()))


def database_reading(_found: ServiceMetrics | None = None) -> AlarmReading:
    return AlarmReading(float(not database_takes_writes()))


RULES: dict[str, Rule] = {
    rule.key: rule
    for rule in (
        Rule("database", _("The database can’t be written to."), database_reading),
        Rule("broker", _("Redis doesn’t answer."), broker_reading),
        Rule(
            "nothing-moves",
            _("Nothing runs in the background: the workers, beat or the queue have stopped."),
            _nothing_moves,
        ),
        Rule("lanes-silent", _("Background work has stalled: {detail}."), _silent),
        Rule(
            "sweep-late",
            _("Turns close late: the oldest has been due for {detail}."),
            lambda found: _seconds(found.oldest_due_phase),
            limit=60,
            calm=20,
        ),
        Rule(
            "mail-unsent",
            _("Mail isn’t leaving: the oldest has been due for {detail}."),
            lambda found: _seconds(max(found.oldest_unsent.values(), default=0.0)),
            limit=600,
            calm=300,
        ),
        Rule(
            "mail-unread",
            _("Incoming mail isn’t being read: the oldest has waited {detail}."),
            lambda found: _seconds(found.oldest_unread),
            limit=300,
            calm=120,
        ),
        Rule(
            "mailbox-away",
            _("The mailbox hasn’t been readable for {detail}. Run manage.py fetchmail --check."),
            lambda found: _seconds(found.mailbox_away),
            limit=120,
        ),
        Rule(
            "breaker-open",
            _("The mail server refuses mail: sending is paused ({detail})."),
            _breakers,
        ),
        Rule(
            "refusals",
            _("Many addresses refuse mail: {detail} in the last hour."),
            lambda found: _count(found.refusing_addresses),
            limit=10,
            calm=5,
        ),
        Rule(
            "matches-parked",
            _("Matches are on hold after a fault: {detail}."),
            lambda found: _count(found.matches.get("parked", 0)),
        ),
        Rule(
            "tournaments-parked",
            _("Tournaments are on hold after a fault: {detail}."),
            lambda found: _count(found.further.get("parked_tournaments", 0)),
        ),
        Rule("disk-full", _("The disk is nearly full: {detail}."), disk_reading, 0.95, 0.93),
    )
}


def alarm_words(alarm: Alarm) -> str:
    """What is amiss, in the active language."""
    rule = RULES.get(alarm.key)
    return str(rule.words).format(detail=alarm.detail) if rule else alarm.detail


def take_readings(found: ServiceMetrics) -> dict[str, AlarmReading]:
    """What every rule sees now."""
    return {key: rule.read(found) for key, rule in RULES.items()}


def alarm_step(alarm: Alarm | None, key: str, reading: AlarmReading, now: datetime) -> Alarm | None:
    """The alarm of a rule after one more reading; None where there is nothing to remember.

    Changes the alarm it is given, and saves nothing.
    """
    rule = RULES[key]
    is_raised = alarm is not None and alarm.raised_at is not None
    if reading.value > (rule.calm if is_raised else rule.limit):
        alarm = alarm or Alarm(key=key, noticed_at=now)
        alarm.detail, alarm.calm_since = reading.detail[:200], None
        if alarm.raised_at is None and now - alarm.noticed_at >= RAISED_AFTER:
            alarm.raised_at = alarm.next_try_at = now
        return alarm
    if alarm is None or alarm.raised_at is None:
        return None
    alarm.calm_since = alarm.calm_since or now
    if now - alarm.calm_since >= CLEARED_AFTER:
        alarm.cleared_at = alarm.next_try_at = now
        alarm.tries = 0
    return alarm


def evaluate_alarms() -> list[Alarm]:
    """Take the figures, write what has changed, and return the alarms that are open now."""
    _lanes_are_expected()
    found = current_metrics()
    return write_alarms(take_readings(found), found.at)


def write_alarms(readings: dict[str, AlarmReading], now: datetime) -> list[Alarm]:
    """Note these readings in the alarms' rows; returns the open ones. Writes only changes."""
    is_quiet = all(reading.value <= RULES[key].limit for key, reading in readings.items())
    if is_quiet and not Alarm.objects.filter(cleared_at=None).exists():
        return []
    with transaction.atomic():
        rows = Alarm.objects.select_for_update().filter(cleared_at=None)
        open_alarms = {alarm.key: alarm for alarm in rows}
        left = [
            _step_alarm(open_alarms.get(key), key, reading, now)
            for key, reading in readings.items()
        ]
    return [alarm for alarm in left if alarm is not None and alarm.cleared_at is None]


def _step_alarm(
    alarm: Alarm | None, key: str, reading: AlarmReading, now: datetime
) -> Alarm | None:
    stepped = alarm_step(alarm, key, reading, now)
    if stepped is None:
        if alarm is not None:
            alarm.delete()
    elif stepped._state.adding:
        # Two may notice at once: the row of either will do.
        Alarm.objects.bulk_create([stepped], ignore_conflicts=True)
    else:
        stepped.save()
    return stepped


def keep_alarms(alarms: Iterable[Alarm]) -> None:
    """Save alarms that were raised while no row could be written."""
    for alarm in alarms:
        if alarm._state.adding:
            Alarm.objects.bulk_create([alarm], ignore_conflicts=True)
        else:
            alarm.save()


def _lanes_are_expected() -> None:
    """A lane that has never moved counts from the first look at it."""
    known = set(LaneBeat.objects.values_list("name", flat=True))
    missing = set(expected_lanes()) - known
    if missing:
        now = clock.now()
        LaneBeat.objects.bulk_create(
            [LaneBeat(name=name, beat_at=now) for name in missing], ignore_conflicts=True
        )
