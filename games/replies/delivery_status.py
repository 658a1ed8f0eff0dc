"""What a report of a mail that came back says, and of which mail it speaks: by its parts where it
has the standard's form (RFC 3464), and else by the codes, the words and the ids in its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message
from itertools import islice
from typing import NamedTuple

from games.replies.message_parts import body_text, header, message_ids
from games.replies.mime import parse_headers, payload_bytes

_MOST_PARTS = 20
_MOST_RECIPIENTS = 10
_MOST_IDS = 20
_MOST_WORDS, _MOST_LINES, _MOST_LINE = 32_000, 400, 200

_STATUS = re.compile(r"(?<![\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.])")
_OLD_STATUS = re.compile(r"(?:^|<<<|said|error|code|smtp)[ :]*([45])\d\d(?![\d.])", re.IGNORECASE)
"""A server's code, of three numbers, or of one where that begins the line or is announced."""

_ID_IN_WORDS = re.compile(r"Message-ID:\s{0,4}(<[!-;=?-~]{1,250}>)", re.IGNORECASE)
_SAID = {
    "4.2.2": (
        "mailbox full", "mailbox is full", "over quota", "quota exceeded", "temporarily",
        "will be retried", "delayed", "still trying", "casella piena", "buzón lleno",
    ),
    "5.1.1": (
        "user unknown", "unknown user", "no such user", "no such mailbox", "no mailbox here",
        "mailbox unavailable", "does not exist", "doesn't exist", "not found in",
        "address rejected", "recipient rejected", "unknown recipient", "no such recipient",
        "unknown address", "account is disabled", "account has been disabled", "mailbox disabled",
        "couldn't be delivered", "could not be delivered", "permanent error", "permanent failure",
        "unroutable address", "host not found", "domain not found", "unzustellbar",
        "destinatario sconosciuto", "utente sconosciuto", "usuario desconocido",
        "onbekende gebruiker", "utilisateur inconnu", "unbekannter empf",
    ),
}  # fmt: skip
"""Words of servers that name no code."""


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
        *(found[1] for found in islice(_ID_IN_WORDS.finditer(_words(message)), _MOST_IDS)),
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


def returned_recipients(message: Message) -> list[Returned]:
    """What the report says of each recipient."""
    return list(_told_in_parts(message)) or returned_in_words(_words(message))


def returned_in_words(text: str) -> list[Returned]:
    """What a report in no standard form says: by the first code of a mail server in it, or by the
    words that servers use; nothing where neither is there."""
    for line in text[:_MOST_WORDS].splitlines()[:_MOST_LINES]:
        shown = line.strip()[:_MOST_LINE]
        code = _STATUS.search(shown) or _OLD_STATUS.search(shown)
        if code is not None:
            status = code[1] if "." in code[1] else f"{code[1]}.0.0"
            return [Returned(_action(status), status, shown)]
    words = text[:_MOST_WORDS].casefold()
    for status, said in _SAID.items():
        found = next((one for one in said if one in words), "")
        if found:
            return [Returned(_action(status), status, found)]
    return []


def _action(status: str) -> str:
    return "failed" if status.startswith("5") else "delayed"


def _words(message: Message) -> str:
    return body_text(message)[:_MOST_WORDS]


def _told_in_parts(message: Message) -> Iterator[Returned]:
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
