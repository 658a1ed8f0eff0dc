"""What a mail says: all that is read of its bytes, by pure functions and without the database."""

from __future__ import annotations

from dataclasses import dataclass

from games.replies.automatic_responses import Ours, automatic_reason
from games.replies.delivery_status import Returned, returned_ids, returned_recipients
from games.replies.message_parts import (
    body_text,
    decoded_header,
    header_recipients,
    message_ids,
    referred_ids,
    sender_addresses,
)
from games.replies.mime import parse_message
from games.replies.reply_lines import MOST_CHARACTERS

MOST_TEXT = 4 * MOST_CHARACTERS
_MOST_SENDERS = 20
MOST_SUBJECT = 200


@dataclass(frozen=True, slots=True)
class ParsedMail:
    """A mail that was read. `automatic` is why it must stay unanswered, "" if a person may have
    written it; `text` its body as text, quotations included; `returned` what a report says."""

    automatic: str = ""
    senders: tuple[str, ...] = ()
    recipients: tuple[str, ...] = ()
    referred: tuple[str, ...] = ()
    message_id: str = ""
    text: str = ""
    returned_ids: tuple[str, ...] = ()
    returned: tuple[Returned, ...] = ()
    subject: str = ""


def parse_mail(raw: bytes, envelope_sender: str, ours: Ours) -> ParsedMail:
    """Read a mail, in time linear in its length. Never raises, whatever the bytes are."""
    message = parse_message(raw)
    automatic = automatic_reason(message, envelope_sender, ours)
    if automatic == "bounce":
        return ParsedMail(
            automatic,
            returned_ids=tuple(returned_ids(message)),
            returned=tuple(returned_recipients(message)),
        )
    if automatic:
        return ParsedMail(automatic)
    ids = message_ids(message, "Message-ID")
    return ParsedMail(
        senders=tuple(sender_addresses(message)[:_MOST_SENDERS]),
        recipients=tuple(header_recipients(message)),
        referred=tuple(referred_ids(message)),
        message_id=ids[0] if ids else "",
        text=body_text(message)[:MOST_TEXT],
        subject=" ".join(decoded_header(message, "Subject").split())[:MOST_SUBJECT],
    )
