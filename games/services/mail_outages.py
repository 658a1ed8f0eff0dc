"""Fairness while mail cannot be sent: nobody misses a deadline of a question that never came.

As long as the breaker is open, a deadline that comes near is moved where somebody who is awaited
has not ordered and has their question still in the outbox. What that costs is bounded: after three
days matches go on by their rules for the late.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.models import DeadlineChange, Match, Order, OutboundMail, OutgoingMailState
from games.services.deadline_extensions import LEAST_EXTENSION, extend_deadlines

logger = logging.getLogger(__name__)

AHEAD = timedelta(seconds=30)
"""Deadlines are moved before they pass: an order that comes may have a match closed at once."""

LONGEST_OUTAGE = timedelta(days=3)

Status = OutboundMail.Status
Kind = OutboundMail.Kind


def excuse_outage(now: datetime) -> int:
    """While sending pauses: move the deadlines that would pass unasked; returns how many.

    Safe to repeat: a deadline that was moved is an hour away at least.
    """
    state = OutgoingMailState.objects.filter(pk=1).only("opened_at").first()
    if state is None or state.opened_at is None or now - state.opened_at > LONGEST_OUTAGE:
        return 0
    return _extend(state.opened_at, now + AHEAD)


def end_outage(since: datetime, now: datetime) -> int:
    """Mail is taken again: whose question comes only now, shortly before its deadline, gets time.

    After a long outage the hour that lies ahead counts, after a short one as much as it took.
    """
    if now - since > LONGEST_OUTAGE:
        return 0
    return _extend(since, now + min(now - since, LEAST_EXTENSION))


def _extend(since: datetime, until: datetime) -> int:
    moved = extend_deadlines(
        matches_unasked(until).filter(deadline_at__gt=since, deadline_at__lte=until),
        since=since,
        until=until,
        why=DeadlineChange.Why.MAIL,
    )
    if moved:
        logger.warning("mail could not be sent: deadlines moved", extra={"matches": moved})
    return moved


def matches_unasked(until: datetime) -> QuerySet[Match]:
    """Running matches in which somebody's question of the open phase is due by `until`, was not
    sent, and is not answered."""
    ordered = Order.objects.filter(
        player=OuterRef("player"), phase__number=OuterRef("phase_number")
    )
    waiting = Q(status__in=[Status.QUEUED, Status.SENDING], due_at__lte=until)
    digest = OutboundMail.objects.filter(waiting, kind=Kind.DIGEST, member=OuterRef("member"))
    collected = Q(status=Status.COLLECTED, sent_at=None) & Exists(digest)
    questions = OutboundMail.objects.filter(
        waiting | collected,
        ~Exists(ordered),
        kind=Kind.DECISION,
        match=OuterRef("pk"),
        phase_number=OuterRef("phase_number"),
        player__bot="",
        player__resigned_at=None,
        player__member=F("member"),
    )
    return Match.objects.filter(Exists(questions), status=Match.Status.RUNNING)
