"""What entrants are to be told: rows for the outbox, written with what causes them.

Only reasons are written down here; `tournaments.mail` finds the words when a row is sent.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.conf import settings

from games.common.task_queue import enqueue_outbox
from games.models import Member, OutboundMail
from tournaments.models import Tournament

KIND = "tournament"
"""What the outbox calls all of these; the payload says which letter it is."""


class Letter(enum.StrEnum):
    """What a mail about a tournament tells."""

    INVITED = "invited"  # a place is offered
    ENTERED = "entered"
    WAITING = "waiting"
    MOVED_UP = "moved-up"  # from the waiting list to a place
    CHECK_IN = "check-in"  # confirm that you will play
    STARTED = "started"  # how it goes, and the first tables
    DEALT = "dealt"  # the next tables
    ADJUDICATED = "adjudicated"  # a match was ended as it stood
    MISSED = "missed"  # withdrawn, because a bot had to play too often
    SUBSTITUTE = "substitute"  # a seat is free for one who waits
    REPLACED = "replaced"  # somebody took the place over: told to both
    REMOVED = "removed"
    OUT = "out"  # no further match comes
    FINISHED = "finished"
    CANCELLED = "cancelled"
    RULING = "ruling"  # what the organiser did, with the reason
    PARKED = "parked"  # to the organiser: it has stopped after a fault


NEWS = frozenset({Letter.ENTERED, Letter.OUT, Letter.FINISHED, Letter.RULING})
"""Letters that nobody who wants no news has to get; all others ask for something or tell of it."""


def letter(
    tournament: Tournament,
    member: Member,
    name: Letter,
    *,
    key: str,
    at: datetime,
    payload: dict[str, Any] | None = None,
) -> OutboundMail | None:
    """An unsaved outbox row; None for who wants no such mail. Equal keys are sent once."""
    if member.mail_level == Member.MailLevel.NONE or (name in NEWS and not member.wants_news):
        return None
    return OutboundMail(
        dedupe_key=f"tournament:{tournament.pk}:{name}:{key}",
        kind=KIND,
        address=member.email,
        language=member.language,
        member=member,
        payload={
            "letter": name.value,
            "tournament": tournament.pk,
            "in_reply_to": thread_id(tournament),
            **(payload or {}),
        },
        created_at=at,
        due_at=at,
    )


def thread_id(tournament: Tournament) -> str:
    """The id that all mails about a tournament refer to, so that they stay together."""
    return f"<tournament-{tournament.code}@{settings.REPLY_DOMAIN}>"


def post(rows: Iterable[OutboundMail | None]) -> None:
    """Put the letters into the outbox; those that were written before stay as they are."""
    written = [row for row in rows if row is not None]
    if written:
        OutboundMail.objects.bulk_create(written, ignore_conflicts=True)
        enqueue_outbox()
