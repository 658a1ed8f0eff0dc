"""The local mailbox: an embedded service keeps its mail, to be read and answered in the browser."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from email.message import EmailMessage as Letter
from email.message import Message
from email.utils import format_datetime, make_msgid
from typing import NamedTuple

from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import EmailMessage

from games.common import clock
from games.mail import inbound
from games.models import InboundMail, LocalMail
from games.replies.message_parts import bodies, decoded_header, header, message_ids
from games.replies.mime import parse_message
from games.replies.reply_parser import MARKER_START

REPLY_DOMAIN = "mailbox.localhost"
"""Where the Message-IDs of answers that are written in the browser come from."""


PREVIEW_CHARACTERS = 90


class LocalMailboxBackend(BaseEmailBackend):
    """A mail backend that keeps each recipient's copy as a row instead of sending it."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Keep the messages; returns how many there were."""
        rows = [
            LocalMail(recipient=recipient.casefold()[:320], subject=str(message.subject), raw=raw)
            for message in email_messages
            for raw in [message.message().as_bytes()]
            for recipient in message.recipients()
        ]
        LocalMail.objects.bulk_create(rows)
        return len(email_messages)


class ReadMail(NamedTuple):
    """A kept mail as the page shows it."""

    subject: str
    sender: str
    recipient: str
    sent: str
    text: str
    html: str
    reply_to: str
    message_id: str
    references: tuple[str, ...]


def read_mail(raw: bytes) -> ReadMail:
    """A kept mail taken apart. Never raises."""
    message = parse_message(raw)
    text, html = bodies(message)
    ids = message_ids(message, "Message-ID")
    return ReadMail(
        subject=decoded_header(message, "Subject"),
        sender=decoded_header(message, "From"),
        recipient=decoded_header(message, "To"),
        sent=header(message, "Date"),
        text=text,
        html=html,
        reply_to=_answer_address(message),
        message_id=ids[0] if ids else "",
        references=tuple(message_ids(message, "References")),
    )


def preview(raw: bytes) -> str:
    """The first words of a kept mail, for a list: mails of a match all have the same subject."""
    text, _html = bodies(parse_message(raw))
    lines = (line.strip() for line in text.splitlines())
    words = next((line for line in lines if line and not line.startswith(MARKER_START)), "")
    return words[:PREVIEW_CHARACTERS]


def answered(mail: LocalMail, text: str, at: datetime) -> Letter:
    """A reply to a kept mail as a mail program would write it: from its recipient, quoting it."""
    original = read_mail(bytes(mail.raw))
    letter = Letter()
    letter["From"] = mail.recipient
    letter["To"] = original.reply_to
    subject = original.subject
    letter["Subject"] = subject if subject.casefold().startswith("re:") else f"Re: {subject}"
    letter["Date"] = format_datetime(at)
    letter["Message-ID"] = make_msgid(domain=REPLY_DOMAIN)
    if original.message_id:
        letter["In-Reply-To"] = original.message_id
        letter["References"] = " ".join([*original.references, original.message_id])
    letter.set_content(f"{text.rstrip()}\n\n{quotation(original)}")
    return letter


def quotation(original: ReadMail) -> str:
    """The attribution line and the quoted text that stand below a reply."""
    quoted = "\n".join(f"> {line}".rstrip() for line in original.text.splitlines())
    return f"On {original.sent}, {original.sender} wrote:\n{quoted}\n"


def send_reply(mail: LocalMail, text: str) -> InboundMail | None:
    """Send a reply through the same door as any other mail, and have it read at once.

    Returns its row as it stands after the reading.
    """
    letter = answered(mail, text, clock.now())
    raw = letter.as_bytes()
    LocalMail.objects.create(
        recipient=mail.recipient, subject=letter["Subject"], raw=raw, is_reply=True
    )
    row = inbound.accept_raw(
        raw=raw, recipient=letter["To"], envelope_sender=mail.recipient, source="mailbox"
    )
    while inbound.process_pending():
        pass
    if row is not None:
        row.refresh_from_db()
    return row


def _answer_address(message: Message) -> str:
    """Where a reply goes: Reply-To, or else the sender."""
    for name in ("Reply-To", "From"):
        value = header(message, name)
        if value:
            return value.rpartition("<")[2].rstrip("> ") if "<" in value else value
    return ""
