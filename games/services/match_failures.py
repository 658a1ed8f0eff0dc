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
        running = Match.objects.filter(pk=match_id, status=Match.Status.RUNNING)
        match = running.select_for_update(of=("self",)).first()
        row = Phase.objects.filter(Phase.OPEN, match=match, lease_until=until).first()
        if match is None or row is None:
            return
        now = clock.now()
        match.fault = "".join(traceback.format_exception(error))[-4000:]
        if row.attempts >= MOST_TRIES:
            _park(match, now)
        else:
            row.wake_at, row.lease_until = now + BACKOFF[max(row.attempts, 1) - 1], None
            row.save(update_fields=["wake_at", "lease_until"])
        match.save(update_fields=["fault", "status"])


def park_matches(due: QuerySet[Phase], *, limit: int) -> int:
    """Park the matches of those due phases that have used up their tries; returns how many.

    Their processes died: `record_match_failure` parks a match whose last try raised an error.
    """
    used_up = due.filter(attempts__gte=MOST_TRIES).order_by("wake_at")
    with transaction.atomic():
        skip = connection.features.has_select_for_update_skip_locked
        with_match = used_up.select_related("match")
        phases = list(with_match.select_for_update(skip_locked=skip, of=("self", "match"))[:limit])
        now = clock.now()
        for match in (phase.match for phase in phases):
            logger.error("match parked: its process died", extra={"match": match.pk})
            match.fault = f"{match.fault}\n{DIED}".strip()[-4000:]
            _park(match, now)
            match.save(update_fields=["fault", "status"])
    return len(phases)


def _park(match: Match, now: datetime) -> None:
    match.status = Match.Status.PARKED
    match.put_to_rest()
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
        phase = match.phases.get(Phase.OPEN)
        deadline = max(now, match.rests_until or now) + match.phase_time
        shift_time_banks(match, deadline - (match.deadline_at or deadline))
        DeadlineChange.objects.create(
            phase=phase,
            changed_at=now,
            old_deadline_at=phase.deadline_at,
            new_deadline_at=deadline,
            why=DeadlineChange.Why.FAULT,
        )
        phase.deadline_at, phase.wake_at, phase.remind_at = deadline, now, now
        phase.attempts, phase.lease_until = 0, None
        phase.save(update_fields=["deadline_at", "wake_at", "remind_at", "attempts", "lease_until"])
        match.status, match.fault, match.deadline_at = Match.Status.RUNNING, "", deadline
        match.save(update_fields=["status", "fault", "deadline_at", "banks_open_since"])
    return match
