"""The independent watcher: it sees what the queue cannot tell, because it may be dead itself.

It looks every few seconds, in a thread of its own: a database that accepts and never answers holds
up one look, and not the alarm about it. While no row can be written it remembers alarms itself.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from datetime import UTC, datetime

from django.db import DatabaseError, close_old_connections, connections

from games.common import clock
from games.models import Alarm
from games.services.alarm_notifications import (
    Operator,
    note_told,
    operators,
    operators_by_setting,
    tell,
    tell_alarms,
)
from games.services.alarms import (
    AlarmReading,
    alarm_step,
    broker_reading,
    disk_reading,
    evaluate_alarms,
    keep_alarms,
)
from games.services.heartbeats import record_heartbeat

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 8.0
Look = tuple[list[Alarm], list[Operator]]


def look(remembered: list[Alarm]) -> Look:
    """One look with the database: keep what was remembered, evaluate; the open alarms, and whom
    to tell when the database is away. Raises DatabaseError."""
    keep_alarms(remembered)
    record_heartbeat("watch")
    return evaluate_alarms(), operators()


class Watcher:
    """Looks again and again; see `turn`."""

    def __init__(self, look: Callable[[list[Alarm]], Look] = look) -> None:
        self._look = look
        self._answers: queue.SimpleQueue[Look | Exception] = queue.SimpleQueue()
        self._is_looking = False
        self._remembered: dict[str, Alarm] = {}
        self._open: list[Alarm] = []
        self._to = operators_by_setting()

    def turn(self, patience: float = PATIENCE_SECONDS) -> None:
        """Look once and tell what is to be told; returns within seconds whatever hangs."""
        if not self._is_looking:
            self._is_looking = True
            threading.Thread(target=self._run, name="look", daemon=True).start()
        try:
            answer = self._answers.get(timeout=patience)
        except queue.Empty:
            self._without_database(datetime.now(UTC))
            return
        self._is_looking = False
        if isinstance(answer, Exception):
            self._without_database(datetime.now(UTC))
            return
        self._open, self._to = answer
        self._remembered = {}

    def _run(self) -> None:
        close_old_connections()
        try:
            self._answers.put(self._look(list(self._remembered.values())))
        except Exception as error:
            if not isinstance(error, DatabaseError):
                logger.exception("the watcher could not look")
            self._answers.put(error)
        else:
            self._tell()
        finally:
            connections.close_all()

    def _tell(self) -> None:
        """Waits for mail servers: the next look does not wait for it."""
        try:
            tell_alarms(clock.now())
        except Exception:
            logger.exception("alarms could not be told")

    def _without_database(self, now: datetime) -> None:
        """Remember what is amiss, and tell it, without writing a row."""
        if not self._remembered:
            self._remembered = {alarm.key: alarm for alarm in self._open}
        readings = {
            "database": AlarmReading(1.0),
            "broker": broker_reading(),
            "disk-full": disk_reading(),
        }
        for key, reading in readings.items():
            alarm = alarm_step(self._remembered.get(key), key, reading, now)
            if alarm is None:
                self._remembered.pop(key, None)
            else:
                self._remembered[key] = alarm
        untold = [
            alarm
            for alarm in self._remembered.values()
            if alarm.next_try_at is not None and alarm.next_try_at <= now
        ]
        if untold and tell(untold, self._to):
            for alarm in untold:
                note_told(alarm, now)
                alarm.next_try_at = None
