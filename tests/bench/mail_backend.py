"""Where a measurement's mails end: as bytes, made as a mail server would be given them."""

from __future__ import annotations

from collections.abc import Sequence

from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend


class BytesBackend(EmailBackend):
    """Makes the bytes of each message, as sending it takes, and keeps it in `mail.outbox`."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """How many there were."""
        for message in email_messages:
            message.message().as_bytes()
            mail.outbox.append(message)
        return len(email_messages)
