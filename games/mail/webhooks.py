"""What mail providers tell through django-anymail's webhooks: mail that came in, and what became
of mail that went out.

Each imports what it does when it does it: every command loads this."""

from __future__ import annotations

import logging
from email.generator import BytesGenerator
from email.message import Message
from email.policy import compat32
from io import BytesIO

from anymail.signals import AnymailInboundEvent, AnymailTrackingEvent, inbound, tracking
from django.db import DatabaseError
from django.dispatch import receiver

from games.models import Member, OutboundMail

logger = logging.getLogger(__name__)

_FAILED_TYPES = frozenset(("rejected", "failed", "bounced"))
_FINAL_REASONS = frozenset(("invalid", "bounced"))
"""Reasons that speak of the address; the others are about the mail, or pass."""


@receiver(inbound, dispatch_uid="games.mail.inbound")
def mail_came_in(sender: object, event: AnymailInboundEvent, esp_name: str, **_: object) -> None:
    """Store a mail that a provider hands over.

    Nothing in the mail can make this fail, or the provider would send it again without end. Only
    trouble with the database is raised: then sending it again is what is wanted.
    """
    from games.mail.inbound import accept_raw
    from games.replies.message_parts import header_recipients

    try:
        message = event.message
        recipient = str(message.envelope_recipient or "")
        if not recipient:
            recipient = next(iter(header_recipients(message)), "")
        accept_raw(
            raw=raw_bytes(message),
            recipient=recipient,
            envelope_sender=str(message.envelope_sender or ""),
            source="webhook",
            verdicts=_verdicts(event, esp_name),
        )
    except DatabaseError:
        raise
    except Exception as error:
        logger.error(
            "a mail from the provider was not understood",
            extra={"provider": esp_name, "fault": type(error).__name__},
        )


@receiver(tracking, dispatch_uid="games.mail.tracking")
def mail_went_out(sender: object, event: AnymailTrackingEvent, esp_name: str, **_: object) -> None:
    """Note what became of a mail, with its row and with the address, however often it is told."""
    from games.services import delivery
    from games.services.mail_preferences import stop_mail

    kind, address = str(event.event_type or ""), str(event.recipient or "").strip()[:320]
    reason = str(event.reject_reason or "unknown")[:40]
    if kind in _FAILED_TYPES and event.message_id:
        OutboundMail.objects.filter(
            provider_id=str(event.message_id)[:200], status=OutboundMail.Status.SENT
        ).update(status=OutboundMail.Status.FAILED, error=f"{kind}: {reason}")
    if not address:
        return
    name = _event_name(event, esp_name, kind, address)
    if kind in _FAILED_TYPES and reason in _FINAL_REASONS:
        delivery.record_bounce(address, _words(event, f"{kind}: {reason}"), event=name)
    elif kind in _FAILED_TYPES or kind == "deferred":
        delivery.record_deferral(address, _words(event, f"{kind}: {reason}"), event=name)
    elif kind == "complained":
        delivery.record_complaint(address, event=name)
    elif kind in {"delivered", "opened", "clicked"}:
        delivery.record_delivery(address, event=name)
    elif kind == "unsubscribed":
        for member in Member.objects.filter(email__iexact=address):
            stop_mail(member=member)


def _event_name(event: AnymailTrackingEvent, esp_name: str, kind: str, address: str) -> str:
    """What tells this event from others: the provider's own id where it gives one."""
    if event.event_id:
        return f"{esp_name}:{event.event_id}"
    return f"{esp_name}:{kind}:{event.message_id}:{event.timestamp}:{address}"


def _words(event: AnymailTrackingEvent, otherwise: str) -> str:
    """What the other server said, on one line."""
    return " ".join(str(event.mta_response or event.description or otherwise).split())


def raw_bytes(message: Message) -> bytes:
    """The mail as bytes, as it came where the provider gave it whole; rebuilt otherwise."""
    out = BytesIO()
    try:
        BytesGenerator(out, mangle_from_=False, policy=compat32).flatten(message)
        return out.getvalue()
    except (UnicodeError, LookupError, ValueError, TypeError, AttributeError, AssertionError):
        return _headers_only(message)


def _headers_only(message: Message) -> bytes:
    lines = [f"{name}: {' '.join(str(value).split())}" for name, value in message._headers]  # type: ignore[attr-defined]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8", "replace")


def _verdicts(event: AnymailInboundEvent, esp_name: str) -> dict[str, object]:
    """What the provider found out about the sender, as far as it says so in a way that we know."""
    from games.replies.sender_authentication import provider_verdicts

    verdicts: dict[str, object] = {"provider": str(esp_name)[:40]}
    spam = getattr(event.message, "spam_detected", None)
    if spam is not None:
        verdicts["spam"] = bool(spam)
    verdicts |= provider_verdicts(str(esp_name), event.esp_event, event.message)
    return verdicts
