"""The post of the simulated month: a mail server in memory that takes, refuses or returns mails."""

from __future__ import annotations

import smtplib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import ClassVar, cast

from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import EmailMessage
from django.test.utils import override_settings

from games.common import clock
from tests.month.letters import Letter

BACKEND = f"{__name__}.MonthBackend"
Taken = Callable[[Letter], None]
Refuses = Callable[[str], bool]


class MonthBackend(BaseEmailBackend):
    """Django's side of it: mails go to the post that is open."""

    post: ClassVar[Post | None] = None

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Raises SMTPRecipientsRefused for an address whose server refuses all mail."""
        assert self.post is not None
        for message in email_messages:
            self.post.take(message)
        return len(email_messages)


class Post:
    """Gives every mail to `taken` but those for addresses that `refuses` names."""

    def __init__(self, taken: Taken, refuses: Refuses) -> None:
        self._taken = taken
        self._refuses = refuses
        self.refused = 0
        self.is_away = False
        self.turned_away = 0

    def fail(self, *, is_away: bool) -> None:
        """From now on the provider takes no mail at all, or all of it again."""
        self.is_away = is_away

    @contextmanager
    def open(self) -> Iterator[None]:
        """Within the block all mail of the service goes here."""
        MonthBackend.post = self
        try:
            with override_settings(EMAIL_BACKEND=BACKEND):
                yield
        finally:
            MonthBackend.post = None

    def take(self, message: EmailMessage) -> None:
        """One mail at the door of its recipient's server."""
        (address,) = message.to
        if self.is_away:
            self.turned_away += 1
            raise smtplib.SMTPSenderRefused(451, b"4.3.0 try again later", address)
        if self._refuses(address):
            self.refused += 1
            raise smtplib.SMTPRecipientsRefused({address: (550, b"5.1.1 no such mailbox")})
        # As Django's own backends do: headers that cannot be written are found here.
        message.message()
        body = str(cast("EmailMultiAlternatives", message).body)
        self._taken(
            Letter(
                message_id=message.extra_headers["Message-ID"],
                to=address,
                reply_to=next(iter(message.reply_to), ""),
                subject=str(message.subject),
                text=body,
                at=clock.now(),
            )
        )
