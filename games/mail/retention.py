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
        change_in_chunks(rows, change, before=before, seconds=seconds)
        for rows, before, change in (
            (raw_mail(), now - RAW_KEPT, _emptied),
            (settled_mail(), now - SENT_KEPT, delete_rows),
            (DeliveryEvent.objects.order_by("at"), now - SENT_KEPT, delete_rows),
            (QuotaUse.objects.order_by("at"), now - quotas.KEPT, delete_rows),
            (local_due(), None, delete_rows),
            (guests_due(now), None, _removed),
            (settled_deliveries(), now - DELIVERIES_KEPT, delete_rows),
        )
    )


def raw_mail() -> QuerySet[InboundMail]:
    """Mails that came in and were read, whose words are still kept; the oldest first."""
    rows = InboundMail.objects.filter(is_emptied=False).exclude(status=InboundMail.Status.PENDING)
    return rows.order_by("received_at")


def settled_mail() -> QuerySet[OutboundMail]:
    """Rows of the outbox that nobody waits for, the oldest first."""
    return OutboundMail.objects.filter(SETTLED).order_by("created_at")


def local_due() -> QuerySet[LocalMail]:
    """All but the newest of the local mailbox."""
    newest_gone = LocalMail.objects.order_by("-pk").values_list("pk", flat=True)
    bound = next(iter(newest_gone[LOCAL_KEPT : LOCAL_KEPT + 1]), 0)
    return LocalMail.objects.filter(pk__lte=bound).order_by("pk")


def settled_deliveries() -> QuerySet[ChannelDelivery]:
    """What was told to browsers, chats and programs, the oldest first."""
    settled = ChannelDelivery.objects.exclude(status=ChannelDelivery.Status.QUEUED)
    return settled.exclude(settled_at=None).order_by("settled_at")


def change_in_chunks(
    rows: QuerySet[Model],
    change: Callable[[type[Model], Sequence[object]], int],
    *,
    before: datetime | None = None,
    seconds: float = SECONDS,
) -> int:
    """Change the rows, 1,000 in a transaction, for so many seconds; returns how many there were.

    `change` gets the model and the keys of a chunk, which must drop out of the query by it. With
    `before` the rows are in the order of a moment, and those from then on are left alone.
    """
    ends_at, changed = time.monotonic() + seconds, 0
    while True:
        with transaction.atomic():
            ids = _first(rows, before)
            changed += change(rows.model, ids) if ids else 0
        if len(ids) < CHUNK or time.monotonic() > ends_at:
            return changed


def _first(rows: QuerySet[Model], before: datetime | None) -> list[object]:
    """The keys of a chunk.

    The moment is compared here: PostgreSQL doesn't know how many rows of a partial index are
    older, takes them for few, and would read and sort all of them for each chunk.
    """
    if before is None:
        return list(rows.values_list("pk", flat=True)[:CHUNK])
    moment = str(rows.query.order_by[0])
    return [pk for pk, at in rows.values_list("pk", moment)[:CHUNK] if at < before]


def delete_rows(model: type[Model], ids: Sequence[object]) -> int:
    """Delete these rows; returns how many that were, those that went with them included."""
    deleted, _rows = model._default_manager.filter(pk__in=ids).delete()
    return int(deleted)


def _emptied(model: type[Model], ids: Sequence[object]) -> int:
    rows = model._default_manager.filter(pk__in=ids)
    return int(rows.update(raw=b"", recipient="", envelope_sender="", verdicts={}, is_emptied=True))


def _removed(_model: type[Model], ids: Sequence[object]) -> int:
    return remove_guests([int(str(one)) for one in ids])
