"""A match that fails must not stop the others: count, wait, and in the end park it.

Tries are counted with the lease, before they are made, so that even a fault that kills the process
is counted. What is the database's fault is given back.
"""

from __future__ import annotations

import logging
import traceback
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import QuerySet

from games.common import clock
from games.letters.matches import ParkedLetter
from games.models import DeadlineChange, Match, OutboundMail, Phase, Player
from games.services import notices
from games.services.leases import held
from games.services.match_news import publish_match
from games.services.missed_deadlines import shift_time_banks

logger = logging.getLogger(__name__)

BACKOFF = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2))
MOST_TRIES = len(BACKOFF) + 1
DIED = "The last process that had this match in hand died: killed, out of memory or out of time."


def record_match_failure(match_id: int, error: BaseException, *, until: datetime) -> None:
    """Put the next try off, or park the match and tell its players after too many.

    Does nothing if the lease until then is no longer held: whoever has the match now decides.
    """
    # The text of the error may hold cards: it goes to the row that only operators read, and the
    # log gets no more than its kind.
    logger.error("match failed", extra={"match": match_id, "error": type(error).__name__})
    with transaction.atomic():
        running = Match.objects.filter(status=Match.Status.RUNNING)
        match = held(running, [match_id], until).select_for_update(of=("self",)).first()
        if match is None:
            return
        now = clock.now()
        match.lease_until = None
        match.fault = "".join(traceback.format_exception(error))[-4000:]
        if match.attempts >= MOST_TRIES:
            _park(match, now)
        else:
            match.wake_at = now + BACKOFF[max(match.attempts, 1) - 1]
        match.save(update_fields=["fault", "status", "wake_at", "lease_until"])


def park_matches(due: QuerySet[Match], *, limit: int) -> int:
    """Park those of the due matches that have used up their tries; returns how many.

    Their processes died: `record_match_failure` parks a match whose last try raised an error.
    """
    used_up = due.filter(attempts__gte=MOST_TRIES).order_by("wake_at")
    with transaction.atomic():
        skip = connection.features.has_select_for_update_skip_locked
        matches = list(used_up.select_for_update(skip_locked=skip, of=("self",))[:limit])
        now = clock.now()
        for match in matches:
            logger.error("match parked: its process died", extra={"match": match.pk})
            match.lease_until = None
            match.fault = f"{match.fault}\n{DIED}".strip()[-4000:]
            _park(match, now)
            match.save(update_fields=["fault", "status", "wake_at", "lease_until"])
    return len(matches)


def _park(match: Match, now: datetime) -> None:
    match.status = Match.Status.PARKED
    match.wake_at = None
    publish_match(match)
    players = Player.objects.filter(match=match).select_related("member")
    OutboundMail.objects.bulk_create(
        notices.table_notices(ParkedLetter(), match, players, now), ignore_conflicts=True
    )


def resume_match(*, match_id: int) -> Match:
    """Take a repaired match up again, with its whole time for the open decision.

    Raises Match.DoesNotExist if it is not parked.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update(of=("self",)).get(
            pk=match_id, status=Match.Status.PARKED
        )
        now = clock.now()
        phase = Phase.objects.get(match=match, closed_at=None, number__gt=0)
        deadline = max(now, match.rests_until or now) + match.phase_time
        shift_time_banks(match, deadline - (match.deadline_at or deadline))
        DeadlineChange.objects.create(
            phase=phase,
            changed_at=now,
            old_deadline_at=phase.deadline_at,
            new_deadline_at=deadline,
            why=DeadlineChange.Why.FAULT,
        )
        Phase.objects.filter(pk=phase.pk).update(deadline_at=deadline)
        match.status = Match.Status.RUNNING
        match.attempts, match.fault, match.lease_until = 0, "", None
        match.deadline_at, match.wake_at, match.remind_at = deadline, now, now
        match.save(
            update_fields=[
                "status",
                "attempts",
                "lease_until",
                "fault",
                "deadline_at",
                "wake_at",
                "remind_at",
                "banks_open_since",
            ]
        )
    return match
