"""What a report of a mail that came back (RFC 3464) says, and of which mail it speaks."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import Message
from itertools import islice
from typing import NamedTuple

from games.replies.message_parts import header, message_ids
from games.replies.mime import parse_headers, payload_bytes

_MOST_PARTS = 20
_MOST_RECIPIENTS = 10
_MOST_IDS = 20


class Returned(NamedTuple):
    """What a report says of one recipient: the action, the status and the server's words."""

    action: str
    status: str
    words: str

    @property
    def is_final(self) -> bool:
        return self.action == "failed" and not self.status.startswith("4")


def returned_ids(message: Message) -> list[str]:
    """The Message-IDs of the mail that may have come back, the likeliest first."""
    ids = [
        *(found for part in _parts(message) for found in _ids_in(part)),
        *message_ids(message, "In-Reply-To", "References"),
    ]
    return ids[:_MOST_IDS]


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


def returned_recipients(message: Message) -> Iterator[Returned]:
    """What the report says of each recipient."""
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
