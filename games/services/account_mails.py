"""Mails of joining and signing in: written into the outbox, sent before all others."""

from __future__ import annotations

import secrets

from games.common import clock
from games.common.task_queue import enqueue_outbox
from games.models import Member, OutboundMail


def account_mail(
    *, address: str, subject: str, text: str, language: str, member: Member | None = None
) -> OutboundMail:
    """Have these words sent to the address at once.

    They may hold a code, so they stand in the row only until it is sent, or for fifteen minutes,
    and nowhere else. Nothing here speaks with the mail server: the caller's page never waits for
    it. Part of the caller's transaction, where there is one.
    """
    now = clock.now()
    mail = OutboundMail.objects.create(
        dedupe_key=f"account:{secrets.token_hex(16)}",
        kind=OutboundMail.Kind.ACCOUNT,
        priority=OutboundMail.Priority.SIGN_IN,
        address=address,
        language=language,
        member=member,
        payload={"subject": subject, "text": text},
        created_at=now,
        due_at=now,
    )
    enqueue_outbox()
    return mail
