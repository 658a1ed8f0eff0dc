"""How much mail one member, or one unknown sender, may send in an hour."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists

from games.models import InboundMail, Member

HOUR = timedelta(hours=1)
MOST_FROM_MEMBER = 120
"""Twice as much as somebody writes who answers a match a minute."""

MOST_FROM_SENDER = 60
"""For mail to no address of a member's: of more, nothing is stored."""


def member_over(member: Any, since: Any, most: int) -> Exists:
    """In a query: whether this member's addresses have had so much mail since then, or more."""
    recent = InboundMail.objects.filter(member=member, received_at__gt=since).order_by()
    return Exists(recent[most - 1 : most])


def is_member_over(member_id: int, now: datetime) -> bool:
    """Whether the member's addresses have had more mail than is read."""
    return Member.objects.filter(
        member_over(member_id, now - HOUR, MOST_FROM_MEMBER), pk=member_id
    ).exists()


def is_sender_over(envelope_sender: str, now: datetime) -> bool:
    """Whether this sender has sent more mail to nobody in particular than is kept."""
    recent = InboundMail.objects.filter(
        envelope_sender=envelope_sender, member=None, received_at__gt=now - HOUR
    )
    return recent[:MOST_FROM_SENDER].count() >= MOST_FROM_SENDER
