"""The provider's side of the simulated month: what its webhooks tell the service."""

from __future__ import annotations

from datetime import datetime

from anymail.inbound import AnymailInboundMessage
from anymail.signals import (
    AnymailInboundEvent,
    AnymailTrackingEvent,
    EventType,
    RejectReason,
    inbound,
    tracking,
)

from games.models import InboundMail
from tests.month.letters import Letter, Reply

NAME = "Provider"


def handed_over_by_provider(reply: Reply) -> InboundMail | None:
    """A mail that came in through a webhook; None where it was stored before."""
    last = InboundMail.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    message = AnymailInboundMessage.parse_raw_mime_bytes(reply.raw)
    message.envelope_sender, message.envelope_recipient = reply.envelope_sender, reply.recipient
    event = AnymailInboundEvent(event_type=EventType.INBOUND, message=message, esp_event=None)
    inbound.send(sender=object, event=event, esp_name=NAME)
    return InboundMail.objects.filter(pk__gt=last).first()


def bounce_told(letter: Letter, at: datetime) -> None:
    """The provider tells that the recipient's server has returned the letter."""
    event = AnymailTrackingEvent(
        event_type=EventType.BOUNCED,
        message_id=letter.message_id,
        recipient=letter.to,
        reject_reason=RejectReason.BOUNCED,
        description="550 5.1.1 no such mailbox",
        timestamp=at,
        event_id=f"bounce-{letter.message_id}",
        esp_event=None,
    )
    tracking.send(sender=object, event=event, esp_name=NAME)
