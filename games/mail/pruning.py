"""What is kept of mail, and how long: as the privacy page says."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import DeliveryEvent, InboundMail, LocalMail, OutboundMail

RAW_KEPT = timedelta(days=30)
SENT_KEPT = timedelta(days=90)
LOCAL_KEPT = 2000


def prune_mail(now: datetime) -> int:
    """Empty mail that came in 30 days ago, forget outbox rows and delivery events after 90 days,
    keep the local mailbox at its newest 2,000; returns how many rows were changed.

    The row of a mail that came in stays without its words, so that the same mail coming again is
    still known. Rows that wait to be sent or read are never touched.
    """
    emptied = (
        InboundMail.objects.filter(received_at__lt=now - RAW_KEPT)
        .exclude(status=InboundMail.Status.PENDING)
        .exclude(raw=b"")
        .update(raw=b"", recipient="", envelope_sender="", verdicts={})
    )
    status = OutboundMail.Status
    forgotten, _rows = OutboundMail.objects.filter(
        created_at__lt=now - SENT_KEPT, status__in=[status.SENT, status.WITHDRAWN, status.FAILED]
    ).delete()
    events, _rows = DeliveryEvent.objects.filter(at__lt=now - SENT_KEPT).delete()
    newest_gone = LocalMail.objects.order_by("-pk").values_list("pk", flat=True)[
        LOCAL_KEPT : LOCAL_KEPT + 1
    ]
    cleared = 0
    for pk in newest_gone:
        cleared, _rows = LocalMail.objects.filter(pk__lte=pk).delete()
    return emptied + forgotten + events + cleared
