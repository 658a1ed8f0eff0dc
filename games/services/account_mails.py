"""Mails of joining and signing in: written into the outbox, sent before all others."""

from __future__ import annotations

import secrets

from games.common import clock
from games.common.task_queue import enqueue_outbox
from games.letters.account import AccountLetter
from games.models import Member, OutboundMail
from games.services.notices import Recipient, notice


def account_mail(
    *, address: str, subject: str, text: str, language: str, member: Member | None = None
) -> OutboundMail:
    """Have these words sent to the address at once.

    They may hold a code, so they stand in the row only until it is sent, or for fifteen minutes,
    and nowhere else. Nothing here speaks with the mail server: the caller's page never waits for
    it. Part of the caller's transaction, where there is one.
    """
    mail = notice(
        AccountLetter(subject=subject, text=text),
        Recipient(address, language, member),
        key=f"account:{secrets.token_hex(16)}",
        at=clock.now(),
    )
    mail.priority = OutboundMail.Priority.SIGN_IN
    mail.save(force_insert=True)
    enqueue_outbox()
    return mail
