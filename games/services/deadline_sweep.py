"""The sweep: find what is due, close it in bulk, and be fair about the service's own sleep."""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta

from django.db.models import QuerySet

from games.common import clock
from games.common.signals import mail_needed
from games.models import DeadlineChange, Match, Phase, ServicePulse
from games.services.batch_closing import close_leased
from games.services.deadline_extensions import extend_deadlines
from games.services.leases import LEASE, free_at, return_lease, settle_excuses, take_lease
from games.services.mail_outages import excuse_outage
from games.services.match_failures import MOST_TRIES, park_matches
from games.services.phases import GRACE
from games.services.unread_mail import pending_before

logger = logging.getLogger(__name__)

CHUNK = 100
CHUNK_AFTER_A_FAULT = 10
"""A match that was tried once before is closed with so few others, and later alone: what kills its
process must not take the same neighbours with it until all of them are parked."""

SECONDS_IN_ONE_GO = 5.0
"""After so long a sweep begins no other match: what it has leased is free again in time."""

LONGEST_WAIT_FOR_MAIL = timedelta(hours=24)
"""A mail that came in time and is not read yet holds its match's deadline up for so long. Reading
settles a mail within minutes, or gives it up: only a service that reads no mail takes longer."""

PAUSE_FOR_MAIL = timedelta(seconds=2)
"""A match that waits for mail to be read is looked at again after this, so that others get on."""

DOWNTIME = timedelta(minutes=15)
"""No sweep for this long, and the service itself was down: deadlines that passed meanwhile move."""


def sweep_due(limit: int = CHUNK) -> int:
    """Close up to `limit` due phases; returns how many matches were taken in hand, 0 for none.

    Any number of sweeps may run at once: each leases matches that no other has, those with the
    fewest tries first. One that has used up its tries, however they ended, is parked in place of
    another. Takes seconds at most: what is not begun by then is left to the next sweep. Raises
    OperationalError or InterfaceError where the database is away, which counts for no match.
    """
    settle_excuses()
    now = clock.now()
    _excuse_downtime(now)
    excuse_outage(now)
    due = _due(now).exclude(match__deadline_at__gt=now - GRACE, match__deadline_at__lte=now)
    fresh = _take_leases(due.filter(attempts=0), limit, now)
    return _close(fresh, now) if fresh else _close_tried(due, limit, now)


def sweep_match(match_id: int) -> bool:
    """Close one match's phase now, if it is due and in nobody's hands; returns whether it was."""
    now = clock.now()
    due = _due(now).filter(match=match_id, attempts__lt=MOST_TRIES)
    return bool(_close(_take_leases(due, 1, now), now))


def _due(now: datetime) -> QuerySet[Phase]:
    """The open phases of running matches that a sweep must look at."""
    return Phase.objects.filter(Phase.OPEN, match__status=Match.Status.RUNNING, wake_at__lte=now)


def _close_tried(due: QuerySet[Phase], limit: int, now: datetime) -> int:
    """What was tried before: the fewest tries first, in small chunks and then alone."""
    tried = due.filter(free_at(now), attempts__gt=0)
    for attempts in sorted(set(tried.order_by().values_list("attempts", flat=True))):
        if attempts >= MOST_TRIES:
            return park_matches(tried, limit=limit)
        size = CHUNK_AFTER_A_FAULT if attempts == 1 else 1
        if phases := _take_leases(due.filter(attempts=attempts), min(limit, size), now):
            return _close(phases, now)
    return 0


def _take_leases(due: QuerySet[Phase], limit: int, now: datetime) -> list[Phase]:
    light = due.select_related("match").only(
        "match", "attempts", "lease_until", "match__deadline_at", "match__revise_until"
    )
    queue = light.order_by("wake_at")
    return take_lease(queue, limit=limit, now=now, locked_with=["match"])


def _close(phases: list[Phase], now: datetime) -> int:
    """Close the leased phases, those last whose mail must be read first; returns how many."""
    if not phases:
        return 0
    stop_at = time.monotonic() + SECONDS_IN_ONE_GO
    waiting = _wait_for_mail(phases, now)
    ready = [phase for phase in phases if phase.match_id not in waiting]
    handled = close_leased(ready, stop_at=stop_at) if ready else 0
    if not waiting:
        return handled
    # Without a lease: a mail that kills its reader is not the match's fault.
    unread = _mail_read(waiting, now)
    running = Phase.objects.filter(Phase.OPEN, match__status=Match.Status.RUNNING)
    read = _take_leases(running.filter(match__in=waiting - unread), len(waiting), now)
    if read:
        handled += close_leased(read, stop_at=stop_at)
    return handled + len(unread)


def _mail_read(match_ids: set[int], now: datetime) -> set[int]:
    """Have the mail for these matches read; returns those of which some is still unread."""
    mail_needed.send(sender=None, match_ids=match_ids, at=now)
    return pending_before(match_ids, now)


def _wait_for_mail(phases: list[Phase], now: datetime) -> set[int]:
    """Give back, uncounted, those of which mail that came in time is not read yet; their matches.

    What came in later holds nothing up.
    """
    matches = [phase.match for phase in phases]
    concerned = pending_before([match.pk for match in matches], now)
    waiting = {
        match.pk
        for match in matches
        if match.pk in concerned and pending_before([match.pk], _closes_at(match, now))
    }
    lost = {match.pk for match in matches if _closes_at(match, now) < now - LONGEST_WAIT_FOR_MAIL}
    for match_id in waiting & lost:
        logger.error("a phase is closed without its unread mail", extra={"match": match_id})
    waiting -= lost
    if waiting:
        return_lease(
            Phase.objects.all(),
            [phase.pk for phase in phases if phase.match_id in waiting],
            until=now + LEASE,
            is_counted=False,
            wake_at=now + PAUSE_FOR_MAIL,
        )
    return waiting


def _closes_at(match: Match, now: datetime) -> datetime:
    """The moment by which an order must have come in to count: the deadline, or before it the end
    of the time to revise what is complete."""
    moments = (match.deadline_at, match.revise_until)
    return min((moment for moment in moments if moment is not None), default=now)


def _excuse_downtime(now: datetime) -> None:
    """Note that the sweep is alive; after a long silence, move the deadlines that it missed."""
    pulse, created = ServicePulse.objects.get_or_create(pk=1, defaults={"beat_at": now})
    if created or now - pulse.beat_at < timedelta(seconds=10):
        return
    silence = now - pulse.beat_at
    if silence >= DOWNTIME:
        # Before the beat: should this process die here, the next sweep goes on with the rest.
        moved = extend_deadlines(
            Match.objects.all(), since=pulse.beat_at, until=now, why=DeadlineChange.Why.DOWNTIME
        )
        logger.warning(
            "the service was down: deadlines moved",
            extra={"seconds": int(silence.total_seconds()), "matches": moved},
        )
    ServicePulse.objects.filter(pk=1, beat_at=pulse.beat_at).update(beat_at=now)
