"""Whose answer a mail is: by the address it came to, or by what else carries the signed token."""

from __future__ import annotations

from email.message import Message

from games.mail.addresses import Target, parse_reply_address, parse_reply_token
from games.mail.reading import addresses, header_values, message_ids

_RECIPIENT_HEADERS = (
    "X-Original-To", "Delivered-To", "Envelope-To", "X-Envelope-To", "X-Forwarded-To",
    "Resent-To", "To", "Cc",
)  # fmt: skip
_MOST_CANDIDATES = 40


def find_target(recipient: str, headers: Message) -> Target | None:
    """The player and phase, or the digest, that a mail answers; None if nothing genuine says so.

    The envelope's recipient goes first. Some mail programs answer to the sender's address, and
    some relays rewrite the recipient: then the recipient headers and the ids of the mails that this
    one refers to are asked, the nearest first.
    """
    found = parse_reply_address(recipient)
    if found is not None:
        return found
    for address in header_recipients(headers):
        found = parse_reply_address(address)
        if found is not None:
            return found
    ids = [*message_ids(headers, "In-Reply-To"), *reversed(message_ids(headers, "References"))]
    for message_id in ids[:_MOST_CANDIDATES]:
        found = _target_of_id(message_id)
        if found is not None:
            return found
    return None


def header_recipients(headers: Message) -> list[str]:
    """The addresses that the headers name as recipients, those that relays added first."""
    values = [value for name in _RECIPIENT_HEADERS for value in header_values(headers, name)[:5]]
    return addresses(values)[:_MOST_CANDIDATES]


def _target_of_id(message_id: str) -> Target | None:
    """Our ids begin with the reply token: `<g.1a-2.tag.row.random@…>`."""
    local_part, _at, _domain = message_id.strip("<>").rpartition("@")
    pieces = local_part.split(".")
    return parse_reply_token(".".join(pieces[:3])) if len(pieces) >= 3 else None
