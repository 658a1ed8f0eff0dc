"""What operators do to a running match: call it off, or move its deadline. Each with a reason."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.common import clock
from games.common.errors import MatchError
from games.common.task_queue import enqueue_outbox
from games.letters.matches import CancelledLetter
from games.models import DeadlineChange, DeadlineDetail, Match, Member, Phase, StandingOrder
from games.services import notices
from games.services.adjudications import adjudicate_match
from games.services.deadline_extensions import MOVED_FIELDS
from games.services.digest_scheduling import write_notices
from games.services.match_news import publish_match
from games.services.missed_deadlines import shift_time_banks

UNFINISHED = (Match.Status.OPEN, Match.Status.RUNNING, Match.Status.PARKED)
MOST_REASON = 200


def call_off_match(*, match_id: int, reason: str) -> Match:
    """End a match without a result; its players are told the reason, and no rating changes.

    A match of a tournament ends as it stands instead, by ruling, so that its round goes on.
    Raises MatchError `match-over`.
    """
    with transaction.atomic():
        match = (
            Match.objects.select_for_update(of=("self",))
            .filter(pk=match_id, status__in=UNFINISHED)
            .first()
        )
        if match is None:
            raise MatchError("match-over")
        if match.seating == Match.Seating.GIVEN:
            adjudicate_match(match.pk, Match.Adjudicated.RULING)
            match.refresh_from_db()
            return match
        now = clock.now()
        match.end(Match.Status.CANCELLED, now)
        match.save()
        match.put_to_rest()
        StandingOrder.objects.filter(player__match=match).delete()
        players = match.players.select_related("member")
        letter = CancelledLetter(reason=reason[:MOST_REASON])
        write_notices(notices.table_notices(letter, match, players, now))
    enqueue_outbox()
    return match


def move_deadline(*, match_id: int, to: datetime, by: Member | None, reason: str) -> Match:
    """Move the open deadline of a running match; the ledger says that an operator did.

    Time banks pay nothing for it. Raises MatchError `not-running`, or `bad-deadline` for a time
    that has passed.
    """
    with transaction.atomic():
        match = (
            Match.objects.select_for_update(of=("self",))
            .filter(pk=match_id, status=Match.Status.RUNNING)
            .first()
        )
        if match is None:
            raise MatchError("not-running")
        now = clock.now()
        if to <= now:
            raise MatchError("bad-deadline")
        phase = match.phases.get(Phase.OPEN)
        shift_time_banks(match, to - (match.deadline_at or to))
        DeadlineChange.objects.create(
            phase=phase,
            changed_at=now,
            old_deadline_at=phase.deadline_at,
            new_deadline_at=to,
            why=DeadlineChange.Why.OPERATOR,
            by=by,
            detail=DeadlineDetail(reason=reason[:MOST_REASON]).as_kept(),
        )
        match.deadline_at = phase.deadline_at = to
        # Where all orders are in already, only the time to revise them is waited for.
        phase.wake_at = to if match.revise_until is None else now
        phase.remind_at = now
        match.save(update_fields=["deadline_at", "banks_open_since"])
        phase.save(update_fields=MOVED_FIELDS)
        publish_match(match)
    return match
