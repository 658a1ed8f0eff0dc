"""The sweep: find what is due, close it in bulk, and be fair about the service's own sleep."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import F

from games.mail import inbound
from games.models import DeadlineChange, Match, ServicePulse
from games.services import clock
from games.services.extensions import deadlines_extend
from games.services.faults import match_failed, tries_count
from games.services.phases import GRACE, play_advance
from games.services.plays import Play, plays_load, plays_write

logger = logging.getLogger(__name__)

CHUNK = 100
LONGEST_WAIT_FOR_MAIL = timedelta(minutes=10)
"""A mail that came in time and cannot be read yet holds its match's deadline up for so long."""

DOWNTIME = timedelta(minutes=15)
"""No sweep for this long, and the service itself was down: deadlines that passed meanwhile move."""


def sweep_due(limit: int = CHUNK) -> int:
    """Close up to `limit` due phases; returns how many matches were taken in hand, 0 for none.

    Any number of sweeps may run at once: on PostgreSQL each takes rows that no other holds, on
    SQLite one waits for the other and then finds nothing left. A match that failed before is
    tried alone; one that fails now drops out of its chunk and is put off.
    """
    now = clock.now()
    _excuse_downtime(now)
    due = list(
        Match.objects.filter(status=Match.Status.RUNNING, wake_at__lte=now)
        .exclude(deadline_at__gt=now - GRACE, deadline_at__lte=now)
        .order_by("wake_at")
        .values_list("pk", "attempts", "deadline_at")[:limit]
    )
    if not due:
        return 0
    unread = inbound.drain_before([pk for pk, _attempts, _deadline in due], now)
    ready = [
        (pk, attempts)
        for pk, attempts, deadline in due
        if pk not in unread or (deadline is not None and deadline < now - LONGEST_WAIT_FOR_MAIL)
    ]
    tries_count([pk for pk, _attempts in ready])
    taken = _close_together([pk for pk, attempts in ready if attempts == 0])
    return taken + sum(_close_together([pk]) for pk, attempts in ready if attempts)


def _close_together(match_ids: list[int]) -> int:
    """Close these matches in one transaction; if the writing fails, each in its own.

    Returns how many of them were to be had: those that another sweep holds are its business.
    """
    if not match_ids:
        return 0
    try:
        taken, failed = _close_chunk(match_ids)
    except Exception as error:
        if len(match_ids) > 1:
            logger.warning("a chunk failed: its matches are closed one by one")
            return sum(_close_together([match_id]) for match_id in match_ids)
        match_failed(match_ids[0], error)
        return 1
    for match_id, fault in failed:
        match_failed(match_id, fault)
    return taken


def _close_chunk(match_ids: list[int]) -> tuple[int, list[tuple[int, Exception]]]:
    """One transaction over the matches that nobody else holds.

    Returns how many those are, and the ones whose rules failed.
    """
    failed: list[tuple[int, Exception]] = []
    ready: list[Play] = []
    with transaction.atomic():
        matches = list(
            Match.objects.select_for_update(skip_locked=_skips_locked(), of=("self",))
            .filter(pk__in=match_ids, status=Match.Status.RUNNING)
            .order_by("pk")
        )
        now = clock.now()
        for play in _loaded(matches, failed):
            try:
                play_advance(play, now)
            except Exception as error:
                failed.append((play.match.pk, error))
            else:
                ready.append(play)
        changed = [play for play in ready if play.has_changed]
        idle = [play.match.pk for play in ready if not play.has_changed]
        plays_write(changed)
        _sleep_on(idle)
    return len(matches), failed


def _loaded(matches: list[Match], failed: list[tuple[int, Exception]]) -> list[Play]:
    """The plays of these matches; one whose rows or state cannot be read is set aside."""
    try:
        return plays_load(matches)
    except Exception as error:
        if len(matches) == 1:
            failed.append((matches[0].pk, error))
            return []
        return [play for match in matches for play in _loaded([match], failed)]


def _sleep_on(match_ids: list[int]) -> None:
    """Nothing to close here (an order was withdrawn, a deadline moved): wake at the deadline."""
    Match.objects.filter(pk__in=match_ids).update(wake_at=F("deadline_at"), attempts=0)


def _skips_locked() -> bool:
    return connection.features.has_select_for_update_skip_locked


def _excuse_downtime(now: datetime) -> None:
    """Note that the sweep is alive; after a long silence, move the deadlines that it missed."""
    pulse, created = ServicePulse.objects.get_or_create(pk=1, defaults={"beat_at": now})
    if created or now - pulse.beat_at < timedelta(seconds=10):
        return
    silence = now - pulse.beat_at
    if silence >= DOWNTIME:
        # Before the beat: should this process die here, the next sweep goes on with the rest.
        moved = deadlines_extend(
            Match.objects.all(), since=pulse.beat_at, until=now, why=DeadlineChange.Why.DOWNTIME
        )
        logger.warning(
            "the service was down: deadlines moved",
            extra={"seconds": int(silence.total_seconds()), "matches": moved},
        )
    ServicePulse.objects.filter(pk=1, beat_at=pulse.beat_at).update(beat_at=now)
