"""What is kept, and how long, as the privacy page says.

Each task goes through its table in chunks of the oldest rows, found by an index, each in its own
transaction, and stops when its seconds are over: the next run goes on where it stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Model, QuerySet

from games.models import (
    ChannelDelivery,
    DeliveryEvent,
    InboundMail,
    LocalMail,
    OutboundMail,
    QuotaUse,
)
from games.models.mail import SETTLED
from games.services import quotas
from games.services.guests import guests_due, remove_guests

RAW_KEPT = timedelta(days=30)
SENT_KEPT = timedelta(days=90)
LOCAL_KEPT = 2000
DELIVERIES_KEPT = timedelta(days=14)
CHUNK = 1000
SECONDS = 3.0
"""For each table: together well within the time that a task may take. The next task comes soon."""


def prune_mail(now: datetime, *, seconds: float = SECONDS) -> int:
    """Empty mail that came in 30 days ago, forget outbox rows and delivery events after 90 days and
    uses of quotas after a week, deliveries to channels after two, keep the local mailbox at its
    newest 2,000, remove guests who have stayed away; returns how many rows were changed.

    The row of a mail that came in stays without its words, so that the same mail coming again is
    still known. Rows that wait to be sent or read are never touched.
    """
    return sum(
        change_in_chunks(rows, change, seconds=seconds)
        for rows, change in (
            (raw_due(now), _emptied),
            (sent_due(now), delete_rows),
            (events_due(now), delete_rows),
            (quotas_due(now), delete_rows),
            (local_due(), delete_rows),
            (guests_due(now), _removed),
            (deliveries_due(now), delete_rows),
        )
    )


def raw_due(now: datetime) -> QuerySet[InboundMail]:
    """Mails that came in whose words have been kept as long as they are."""
    rows = InboundMail.objects.filter(is_emptied=False, received_at__lt=now - RAW_KEPT)
    return rows.exclude(status=InboundMail.Status.PENDING).order_by("received_at")


def sent_due(now: datetime) -> QuerySet[OutboundMail]:
    """Rows of the outbox that are settled and old."""
    settled = OutboundMail.objects.filter(SETTLED)
    return settled.filter(created_at__lt=now - SENT_KEPT).order_by("created_at")


def events_due(now: datetime) -> QuerySet[DeliveryEvent]:
    """What providers and reports told, once none of it can come again."""
    return DeliveryEvent.objects.filter(at__lt=now - SENT_KEPT).order_by("at")


def quotas_due(now: datetime) -> QuerySet[QuotaUse]:
    """Uses that no quota looks back to."""
    return QuotaUse.objects.filter(at__lt=now - quotas.KEPT).order_by("at")


def local_due() -> QuerySet[LocalMail]:
    """All but the newest of the local mailbox."""
    newest_gone = LocalMail.objects.order_by("-pk").values_list("pk", flat=True)
    bound = next(iter(newest_gone[LOCAL_KEPT : LOCAL_KEPT + 1]), 0)
    return LocalMail.objects.filter(pk__lte=bound).order_by("pk")


def deliveries_due(now: datetime) -> QuerySet[ChannelDelivery]:
    """What was told to browsers, chats and programs, settled and old."""
    settled = ChannelDelivery.objects.exclude(status=ChannelDelivery.Status.QUEUED)
    return settled.filter(settled_at__lt=now - DELIVERIES_KEPT).order_by("settled_at")


def change_in_chunks(
    rows: QuerySet[Model],
    change: Callable[[type[Model], Sequence[object]], int],
    *,
    seconds: float = SECONDS,
) -> int:
    """Change the rows, 1,000 in a transaction, for so many seconds; returns how many there were.

    `change` gets the model and the keys of a chunk, which must drop out of the query by it.
    """
    ends_at, changed = time.monotonic() + seconds, 0
    while True:
        with transaction.atomic():
            ids = list(rows.values_list("pk", flat=True)[:CHUNK])
            changed += change(rows.model, ids) if ids else 0
        if len(ids) < CHUNK or time.monotonic() > ends_at:
            return changed


def delete_rows(model: type[Model], ids: Sequence[object]) -> int:
    """Delete these rows; returns how many that were, those that went with them included."""
    deleted, _rows = model._default_manager.filter(pk__in=ids).delete()
    return int(deleted)


def _emptied(model: type[Model], ids: Sequence[object]) -> int:
    rows = model._default_manager.filter(pk__in=ids)
    return int(rows.update(raw=b"", recipient="", envelope_sender="", verdicts={}, is_emptied=True))


def _removed(_model: type[Model], ids: Sequence[object]) -> int:
    return remove_guests([int(str(one)) for one in ids])
