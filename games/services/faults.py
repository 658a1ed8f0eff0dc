"""A match that fails must not stop the others: count, wait, and in the end park it.

Tries are counted before they are made, so that even a fault that kills the process is counted.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from games.models import DeadlineChange, Match, OutboundMail, Phase, Player
from games.services import clock, notices
from games.services.lateness import banks_shift

logger = logging.getLogger(__name__)

BACKOFF = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2))
MOST_TRIES = len(BACKOFF) + 1


def tries_count(match_ids: Sequence[int]) -> None:
    """One more try begins for each of these matches. A success sets the count back."""
    Match.objects.filter(pk__in=match_ids).update(attempts=F("attempts") + 1)


def match_failed(match_id: int, error: BaseException) -> None:
    """Put the next try off, or park the match and tell its players after too many."""
    # The text of the error may hold cards: it goes to the row that only operators read, and the
    # log gets no more than its kind.
    logger.error("match failed", extra={"match": match_id, "error": type(error).__name__})
    with transaction.atomic():
        match = (
            Match.objects.select_for_update(of=("self",))
            .filter(pk=match_id, status=Match.Status.RUNNING)
            .first()
        )
        if match is None:
            return
        now = clock.now()
        match.fault = "".join(traceback.format_exception(error))[-4000:]
        if match.attempts >= MOST_TRIES:
            _park(match, now)
        else:
            match.wake_at = now + BACKOFF[max(match.attempts, 1) - 1]
        match.save(update_fields=["fault", "status", "wake_at"])


def _park(match: Match, now: datetime) -> None:
    match.status = Match.Status.PARKED
    match.wake_at = None
    players = Player.objects.filter(match=match).select_related("member")
    OutboundMail.objects.bulk_create(
        notices.table_notices(notices.Kind.PARKED, match, players, now), ignore_conflicts=True
    )


def match_resume(*, match_id: int) -> Match:
    """Take a repaired match up again, with its whole time for the open decision.

    Raises Match.DoesNotExist if it is not parked.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update(of=("self",)).get(
            pk=match_id, status=Match.Status.PARKED
        )
        now = clock.now()
        phase = Phase.objects.get(match=match, closed_at=None, number__gt=0)
        deadline = now + match.phase_time
        banks_shift(match, deadline - (match.deadline_at or deadline))
        DeadlineChange.objects.create(
            phase=phase,
            changed_at=now,
            old_deadline_at=phase.deadline_at,
            new_deadline_at=deadline,
            why=DeadlineChange.Why.FAULT,
        )
        Phase.objects.filter(pk=phase.pk).update(deadline_at=deadline)
        match.status = Match.Status.RUNNING
        match.attempts, match.fault = 0, ""
        match.deadline_at, match.wake_at, match.remind_at = deadline, now, now
        match.save(
            update_fields=[
                "status",
                "attempts",
                "fault",
                "deadline_at",
                "wake_at",
                "remind_at",
                "banks_open_since",
            ]
        )
    return match
