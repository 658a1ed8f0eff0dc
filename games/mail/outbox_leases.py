"""Rows of the outbox in a sender's hands: taken, held while it works, given back or settled.

A row that is being sent has the status `sending` and a lease. Where the lease has run out, its
sender has died: the row waits again, and is tried alone from then on, so that a mail which kills
its sender takes no others with it. After the fifth death it is parked as failed.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import F, QuerySet
from django.db.models.expressions import Combinable

from games.composing.messages import new_message_id
from games.models import OutboundMail
from games.models.row_updates import update_rows
from games.services.leases import DATABASE_AWAY, free_at, held, renew_lease, take_lease

logger = logging.getLogger(__name__)

MOST_DEATHS = 5
PARKED_WORDS = "parked: its sender died again and again"
CODES_KEPT = timedelta(minutes=15)
"""An account mail that was not sent by then is withdrawn: its code is no longer good."""

Status = OutboundMail.Status
Kind = OutboundMail.Kind


class Taken:
    """Some rows in this sender's hands, and until when."""

    def __init__(self, rows: Sequence[OutboundMail]) -> None:
        self.rows = list(rows)
        self.until = rows[0].lease_until if rows else None

    def renew(self, rows: Collection[OutboundMail], now: datetime) -> set[int]:
        """Hold these for another while; returns the ids of those that were still held."""
        if self.until is None:
            return set()
        ids = [row.pk for row in rows]
        self.until = renew_lease(_sending(), ids, until=self.until, now=now)
        return set(held(_sending(), ids, self.until).values_list("pk", flat=True))

    def settle(self, rows: Collection[OutboundMail], **changes: object) -> None:
        """Write what became of rows; one that somebody else has taken since is theirs to mark.

        The words of an account mail go with its last mark.
        """
        if changes.get("status") != Status.QUEUED and any(row.kind == Kind.ACCOUNT for row in rows):
            changes["payload"] = {}
        changes.setdefault("deaths", 0)
        self._write(rows, changes)

    def give_back(self, rows: Collection[OutboundMail]) -> None:
        """Return rows that were not tried, or in vain by nobody's fault: it does not count."""
        self._write(rows, {"status": Status.QUEUED, "attempts": F("attempts") - 1})

    def _write(self, rows: Collection[OutboundMail], changes: dict[str, object]) -> None:
        mark = _Mark([row.pk for row in rows], self.until, changes)
        try:
            mark.write()
        except DATABASE_AWAY:
            _unsettled.append(mark)
            raise


class _Mark(NamedTuple):
    """What is to be written about rows, as long as this lease holds them."""

    ids: list[int]
    until: datetime | None
    changes: dict[str, object]

    def write(self) -> None:
        if self._written() != len(self.ids):
            logger.warning(
                "a lease ran out before its mail was settled", extra={"outbox_row": self.ids[0]}
            )

    def _written(self) -> int:
        if len(self.ids) > 1 or any(
            isinstance(value, Combinable) for value in self.changes.values()
        ):
            rows = held(_sending(), self.ids, self.until)
            return rows.update(lease_until=None, **self.changes)
        # What is done for each mail by itself.
        row = OutboundMail(pk=self.ids[0], lease_until=None, **self.changes)
        return update_rows(
            [row],
            ["lease_until", *self.changes],
            if_still=("status", "lease_until"),
            read=[(Status.SENDING, self.until)],
        )


_unsettled: deque[_Mark] = deque(maxlen=1000)
"""What this process could not write because the database was away."""


def settle_unsettled() -> None:
    """Write now what could not be written before, where nobody else has the rows by now.

    So a mail that the server took while the database went away is not sent twice.
    """
    while _unsettled:
        mark = _unsettled[0]
        mark.write()
        _unsettled.popleft()


def take_rows(limit: int, now: datetime) -> Taken:
    """Take rows that are due: who waits on a page first, then the fewest tries."""
    queue = _due(now).filter(deaths=0).order_by("priority", "attempts", "due_at", "id")
    return _take(queue, limit, now)


def take_suspect(now: datetime) -> Taken:
    """Take one row whose sender has died: such are tried alone, the fewest deaths first."""
    queue = _due(now).filter(deaths__gt=0).order_by("deaths", "priority", "due_at", "id")
    return _take(queue, 1, now)


def reclaim_dead_rows(now: datetime) -> None:
    """Have rows whose sender died wait again, and park those that have cost too many.

    Here too the words of account mails that came to nothing are erased.
    """
    lost = _sending().filter(lease_until__lte=now)
    if lost.update(status=Status.QUEUED, lease_until=None, deaths=F("deaths") + 1):
        logger.warning("a sender died: its mail is sent by another")
        worn_out = OutboundMail.objects.filter(status=Status.QUEUED, deaths__gte=MOST_DEATHS)
        for pk in worn_out.values_list("pk", flat=True):
            logger.error("a mail is parked: its sender died each time", extra={"outbox_row": pk})
        worn_out.filter(kind=Kind.ACCOUNT).update(payload={})
        worn_out.update(status=Status.FAILED, error=PARKED_WORDS)
    expired = OutboundMail.objects.filter(
        free_at(now), kind=Kind.ACCOUNT, status=Status.QUEUED, created_at__lte=now - CODES_KEPT
    )
    expired.update(status=Status.WITHDRAWN, payload={}, error="its code has expired")


def _take(queue: QuerySet[OutboundMail], limit: int, now: datetime) -> Taken:
    return Taken(take_lease(queue, limit=limit, now=now, mark=_begin_sending))


def _begin_sending(row: OutboundMail) -> Sequence[str]:
    row.status = Status.SENDING
    # Before the first try, so that every further try has the same.
    row.message_id = row.message_id or new_message_id()
    return "status", "message_id"


def _due(now: datetime) -> QuerySet[OutboundMail]:
    return OutboundMail.objects.filter(status=Status.QUEUED, due_at__lte=now)


def _sending() -> QuerySet[OutboundMail]:
    return OutboundMail.objects.filter(status=Status.SENDING)
