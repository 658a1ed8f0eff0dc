"""Signs of life: each lane says that it moves, and a probe says that the database takes a write."""

from __future__ import annotations

import time

from django.db import DatabaseError, connection, transaction

from games.common import clock
from games.models import LaneBeat

BEAT_EVERY_SECONDS = 3.0
PROBE = "ready"
"""The name of the row that the probe writes."""

PROBE_MILLISECONDS = 2000
_last_beats: dict[str, float] = {}


def record_heartbeat(name: str, *, every: float = BEAT_EVERY_SECONDS) -> None:
    """Note that a lane is at work; costs nothing when its last beat is a moment old."""
    instant = time.monotonic()
    if instant - _last_beats.get(name, float("-inf")) < every:
        return
    _write(name)
    _last_beats[name] = instant


def database_takes_writes() -> bool:
    """Whether a small write is done within two seconds, whoever holds locks meanwhile."""
    try:
        if connection.vendor == "postgresql":
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = {PROBE_MILLISECONDS}")
                cursor.execute(f"SET LOCAL statement_timeout = {PROBE_MILLISECONDS}")
                _write(PROBE)
        else:
            _write_in_sqlite()
    except DatabaseError:
        # What a connection is worth after this, nobody knows.
        if not connection.in_atomic_block:
            connection.close()
        return False
    return True


def _write_in_sqlite() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        (usual,) = cursor.fetchone()
        cursor.execute(f"PRAGMA busy_timeout = {PROBE_MILLISECONDS}")
        try:
            _write(PROBE)
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {usual}")


def _write(name: str) -> None:
    now = clock.now()
    if not LaneBeat.objects.filter(name=name).update(beat_at=now):
        LaneBeat.objects.bulk_create([LaneBeat(name=name, beat_at=now)], ignore_conflicts=True)
