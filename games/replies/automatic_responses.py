"""Mail that no person wrote: never read as an order, never answered (RFC 3834).

`X-Auto-Response-Suppress` is no sign of it: some servers put it on everything that people write.
"""

from __future__ import annotations

from email.message import Message
from typing import NamedTuple

from games.replies.message_parts import decoded_header, header, sender_addresses

LOOP_HEADER = "X-Loop"
NULL_SENDER = "<>"
"""How an envelope sender that is known to be empty is stored; "" means that nobody told it."""

_MACHINE_NAMES = frozenset(
    ("mailer-daemon", "postmaster", "no-reply", "noreply", "do-not-reply", "donotreply", "bounce")
)
_AUTO_HEADERS = (
    "X-Autoreply",
    "X-Auto-Reply",
    "X-Autorespond",
    "X-Autoresponder",
    "X-Autoreply-From",
    "X-Mail-Autoreply",
    "X-Vacation",
    "X-Failed-Recipients",
    "X-MS-Exchange-Inbox-Rules-Loop",
)
_LIST_HEADERS = ("List-Id", "List-Post", "List-Unsubscribe", "X-Mailing-List")
_SUBJECTS = (
    # en
    "automatic reply", "auto reply", "auto-reply", "autoreply", "auto response", "autoresponse",
    "out of office", "out of the office", "out-of-office", "on vacation", "undeliverable",
    "undelivered mail", "delivery status notification", "mail delivery failed", "returned mail",
    "failure notice", "delivery failure",
    # it
    "risposta automatica", "risposta non al computer", "fuori sede", "fuori ufficio",
    "assente dall'ufficio", "non recapitabile", "mancato recapito",
    # es
    "respuesta automática", "respuesta automatica", "fuera de la oficina", "fuera de oficina",
    "ausente de la oficina", "no se puede entregar",
    # nl
    "automatisch antwoord", "automatische reactie", "automatisch bericht", "afwezigheidsbericht",
    "niet aanwezig", "afwezig:", "onbestelbaar",
)  # fmt: skip
"""How the subject of such a mail begins where no header tells it."""


class Ours(NamedTuple):
    """What is the service's own, in lower case: the domain of reply addresses, and its address.

    Without a domain it shares a mailbox: the one whose mailbox it is may play too, from there.
    """

    domain: str
    address: str

    @property
    def sign(self) -> str:
        """What the service's own mail bears as LOOP_HEADER."""
        return self.domain or self.address

    def has(self, address: str) -> bool:
        """Whether only the service itself sends mail from this address."""
        address = address.strip().strip("<>").casefold()
        return bool(self.domain) and (
            address == self.address or address.endswith(f"@{self.domain}")
        )

    def is_marked(self, message: Message) -> bool:
        """Whether the mail bears the sign of the service's own."""
        return self.sign in header(message, LOOP_HEADER).casefold()


def automatic_reason(message: Message, envelope_sender: str, ours: Ours) -> str:
    """Why this mail must stay unanswered, as a short code; "" if a person may have written it."""
    if _is_own_echo(message, ours):
        return "loop"
    if _is_bounce(message, envelope_sender):
        return "bounce"
    if _is_list(message):
        return "list"
    if _is_reply_by_machine(message):
        return "auto-reply"
    return ""


def _is_own_echo(message: Message, ours: Ours) -> bool:
    return ours.is_marked(message) or any(
        ours.has(address) for address in sender_addresses(message)
    )


def _is_bounce(message: Message, envelope_sender: str) -> bool:
    if envelope_sender == NULL_SENDER or header(message, "Return-Path").strip() == NULL_SENDER:
        return True
    if message.get_content_type() in {"multipart/report", "message/delivery-status"}:
        return True
    senders = [*sender_addresses(message), envelope_sender.casefold()]
    return any(sender.partition("@")[0] in _MACHINE_NAMES for sender in senders)


def _is_list(message: Message) -> bool:
    if any(message.get(name) is not None for name in _LIST_HEADERS):
        return True
    return header(message, "Precedence").strip().casefold() in {"list", "bulk", "junk"}


def _is_reply_by_machine(message: Message) -> bool:
    submitted = header(message, "Auto-Submitted").partition(";")[0].strip().casefold()
    if submitted not in {"", "no"}:
        return True
    if any(message.get(name) is not None for name in _AUTO_HEADERS):
        return True
    if header(message, "Precedence").strip().casefold() in {"auto_reply", "auto-reply"}:
        return True
    return decoded_header(message, "Subject").strip().casefold().startswith(_SUBJECTS)
