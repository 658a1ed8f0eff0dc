"""Reports of mails that came back (RFC 3464), read and noted with the address that they are about.

A report counts only if it names the Message-ID of a mail that we sent: that has a random part which
nobody knows but its recipient, so nobody else can have an address stopped.
"""

from __future__ import annotations

from collections.abc import Iterator
from email.message import Message
from itertools import islice
from typing import NamedTuple

from games.mail.mime import parse_headers, payload_bytes
from games.mail.reading import header, message_ids
from games.models import OutboundMail
from games.services import delivery

_MOST_PARTS = 20
_MOST_RECIPIENTS = 10


class Returned(NamedTuple):
    """What a report says of one recipient: the action, the status and the server's words."""

    action: str
    status: str
    words: str

    @property
    def is_final(self) -> bool:
        return self.action == "failed" and not self.status.startswith("4")


def note_bounce(message: Message) -> str:
    """Note what a report says; returns "failed", "delayed", or "" where it says nothing of ours."""
    row = _mail_returned(message)
    if row is None:
        return ""
    for returned in _recipients(message):
        event = f"report:{row.message_id}:{returned.action}"
        if returned.is_final:
            delivery.mail_bounced(row.address, returned.words, event=event)
            OutboundMail.objects.filter(pk=row.pk, status=OutboundMail.Status.SENT).update(
                status=OutboundMail.Status.FAILED, error=f"bounced: {returned.status}"
            )
            return "failed"
        if returned.action in {"delayed", "failed"}:
            delivery.mail_deferred(row.address, returned.words, event=event)
            return "delayed"
    return ""


def _mail_returned(message: Message) -> OutboundMail | None:
    ids = [
        *(found for part in _parts(message) for found in _ids_in(part)),
        *message_ids(message, "In-Reply-To", "References"),
    ]
    rows = OutboundMail.objects.exclude(message_id="").filter(message_id__in=ids[:20])
    return rows.exclude(status=OutboundMail.Status.COLLECTED).order_by("pk").first()


def _parts(message: Message) -> Iterator[Message]:
    return islice(message.walk(), _MOST_PARTS)


def _ids_in(part: Message) -> list[str]:
    """The Message-ID of the mail that the report gives back, whole or as its headers."""
    if part.get_content_type() == "text/rfc822-headers":
        return message_ids(parse_headers(payload_bytes(part).lstrip()), "Message-ID")
    if part.get_content_type() == "message/rfc822":
        payload = part.get_payload()
        inner = payload[0] if isinstance(payload, list) and payload else None
        return message_ids(inner, "Message-ID") if isinstance(inner, Message) else []
    return []


def _recipients(message: Message) -> Iterator[Returned]:
    for part in _parts(message):
        if part.get_content_type() != "message/delivery-status":
            continue
        blocks = part.get_payload()
        for block in blocks[:_MOST_RECIPIENTS] if isinstance(blocks, list) else ():
            if isinstance(block, Message) and block.get("Action") is not None:
                words = header(block, "Diagnostic-Code").partition(";")[2].strip()
                status = header(block, "Status").strip()
                yield Returned(
                    header(block, "Action").strip().casefold(), status[:20], words or status
                )
