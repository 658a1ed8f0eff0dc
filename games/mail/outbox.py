"""The outbox: rows are leased in chunks, sent one by one over one connection, each marked at once.

A worker that is killed between the server's 250 and the mark leaves one row whose lease runs out;
it is sent again with the same Message-ID. Nothing else can be sent twice, and nothing is lost:
services write the rows in the transaction that causes them.
"""

from __future__ import annotations

import logging
import random
import time
from collections import deque
from collections.abc import Sequence
from datetime import timedelta

from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import EmailMessage
from django.db import connection, transaction
from django.db.models import F, Q, QuerySet

from games.mail import digests, outbound
from games.mail.background import Background
from games.mail.failures import Failure, ServerUnreachableError, Severity, failure_of
from games.mail.moot import is_moot
from games.models import OutboundMail
from games.services import clock, delivery

logger = logging.getLogger(__name__)

CHUNK = 100
LEASE = timedelta(minutes=5)
MOST_SECONDS = 12.0
"""A chunk is given back after this long: well within its lease, and within a task's time limit."""

BACKOFF = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=15),
    timedelta(hours=1),
    timedelta(hours=4),
)
SERVER_PAUSE = timedelta(minutes=1)
"""How long the rest of a chunk waits when the server cannot be reached or has had enough."""

Status = OutboundMail.Status


def send_due(limit: int = CHUNK) -> int:
    """Send up to `limit` mails that are due; returns how many rows were settled, 0 to stop asking.

    A row ends as sent, withdrawn (its reason has gone) or failed (refused for good, or tried too
    often), or waits for its next try. One bad row never holds up the others. When the server
    itself is in trouble the chunk is put off and 0 is returned.
    """
    rows = _lease(min(limit, CHUNK))
    if not rows:
        return 0
    with _Delivery(rows) as delivery:
        while delivery.waiting:
            if delivery.is_over:
                _give_back(delivery.waiting, delivery.pause)
                break
            delivery.settle_next()
    return 0 if delivery.pause else delivery.settled


def _lease(limit: int) -> list[OutboundMail]:
    """Take rows that are due and that nobody holds; trying one counts from here on."""
    now = clock.now()
    free = Q(status=Status.QUEUED) | Q(status=Status.SENDING, lease_until__lte=now)
    lease_until = now + LEASE
    skip = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        due = OutboundMail.objects.filter(free, due_at__lte=now).order_by("due_at", "id")
        ids = list(due.select_for_update(skip_locked=skip).values_list("pk", flat=True)[:limit])
        taken = OutboundMail.objects.filter(free, pk__in=ids).update(
            status=Status.SENDING, lease_until=lease_until, attempts=F("attempts") + 1
        )
        if taken != len(ids):
            # Only a database without row locks and without a write lock from the transaction's
            # beginning comes here; somebody else has some of the rows.
            transaction.set_rollback(True)
            return []
    return list(OutboundMail.objects.filter(pk__in=ids).order_by("due_at", "id"))


def _give_back(rows: Sequence[OutboundMail], pause: timedelta) -> None:
    """Return rows that were leased and not tried: it does not count as a try."""
    _held(rows).update(
        status=Status.QUEUED,
        lease_until=None,
        attempts=F("attempts") - 1,
        due_at=clock.now() + pause if pause else F("due_at"),
    )


def _held(rows: Sequence[OutboundMail]) -> QuerySet[OutboundMail]:
    """The rows as long as this lease holds them: one that ran out may be another worker's now."""
    return OutboundMail.objects.filter(
        pk__in=[row.pk for row in rows],
        status=Status.SENDING,
        lease_until=rows[0].lease_until if rows else None,
    )


class _Delivery:
    """One chunk on its way: the rows that wait, the connection, and what has become of the rest."""

    def __init__(self, rows: Sequence[OutboundMail]) -> None:
        self.waiting = deque(rows)
        self.settled = 0
        self._background: Background | None = None
        self.pause = timedelta()
        self._backend: BaseEmailBackend | None = None
        self._accepted: set[str] = set()
        self._breaks_in_a_row = 0
        # Of the database's clock, but not asked again for each mail.
        self._begun_at, self._begun = clock.now(), time.monotonic()
        self._ends_at = self._begun + MOST_SECONDS

    def __enter__(self) -> _Delivery:
        return self

    def __exit__(self, *_error: object) -> None:
        self._hang_up()
        delivery.mails_accepted(self._accepted)

    @property
    def is_over(self) -> bool:
        """Whether the rest of the chunk should be given back."""
        return bool(self.pause) or time.monotonic() > self._ends_at

    def settle_next(self) -> None:
        """Compose and send one row, and mark what came of it. Never raises for the row's sake.

        Rows whose reason has gone are marked together, whenever what the chunk speaks of is read.
        """
        if self._background is None or self._background.is_old:
            self._read()
            if not self.waiting:
                return
        row = self.waiting.popleft()
        try:
            message = outbound.message_for(row, self._background)
        except Exception as error:
            logger.exception("a mail could not be composed", extra={"outbox_row": row.pk})
            self._put_off(row, Failure(Severity.ROW, f"composing: {type(error).__name__}"))
            return
        if message is None:
            _mark([row], status=Status.WITHDRAWN, error="")
            self.settled += 1
            if row.kind == OutboundMail.Kind.DIGEST:
                digests.settle(row, None)
            return
        if row.kind == OutboundMail.Kind.DIGEST:
            digests.payload_store(row)
        self._send(row, message)

    def _read(self) -> None:
        self._background = known = Background(self.waiting)
        moot = [row for row in self.waiting if _has_lost_its_reason(row, known)]
        if moot:
            _mark(moot, status=Status.WITHDRAWN, error="")
            self.settled += len(moot)
            gone = {row.pk for row in moot}
            self.waiting = deque(row for row in self.waiting if row.pk not in gone)
        outbound.message_ids_store(self.waiting)

    def _send(self, row: OutboundMail, message: EmailMessage) -> None:
        try:
            self._connected().send_messages([message])
        except Exception as error:
            self._failed(row, failure_of(error))
            return
        self._breaks_in_a_row = 0
        status = getattr(message, "anymail_status", None)
        provider_id = str(getattr(status, "message_id", "") or "")[:200]
        sent_at = self._begun_at + timedelta(seconds=time.monotonic() - self._begun)
        _mark([row], status=Status.SENT, sent_at=sent_at, provider_id=provider_id, error="")
        self._accepted.add(row.address)
        if row.kind == OutboundMail.Kind.DIGEST:
            digests.settle(row, sent_at)
        self.settled += 1

    def _failed(self, row: OutboundMail, failure: Failure) -> None:
        logger.warning("a mail was not sent", extra={"outbox_row": row.pk, "failure": failure.note})
        if failure.is_about_address:
            is_final = failure.severity is Severity.REFUSED
            (delivery.mail_bounced if is_final else delivery.mail_deferred)(
                row.address, failure.note
            )
        if failure.severity is Severity.REFUSED:
            _mark([row], status=Status.FAILED, error=failure.note)
            self.settled += 1
            if self._background is not None:
                self._background.forget(row)
            return
        self._put_off(row, failure)
        if failure.severity is Severity.CONNECTION:
            self._hang_up()
            self._breaks_in_a_row += 1
            # A server may hang up on one address; that it does so twice running is its own trouble.
            if self._breaks_in_a_row == 2:
                self.pause = SERVER_PAUSE
        elif failure.severity is Severity.SERVER:
            self.pause = max(failure.retry_after or SERVER_PAUSE, timedelta(seconds=1))

    def _put_off(self, row: OutboundMail, failure: Failure) -> None:
        if failure.severity is Severity.SERVER:
            pause = failure.retry_after or SERVER_PAUSE
            changes = {"attempts": row.attempts - 1}
        elif row.attempts > len(BACKOFF):
            _mark([row], status=Status.FAILED, error=f"gave up: {failure.note}")
            self.settled += 1
            return
        else:
            # Jitter, so that what failed together does not come back together.
            pause = BACKOFF[row.attempts - 1] * random.uniform(0.9, 1.3)  # noqa: S311
            changes = {}
        _mark(
            [row], status=Status.QUEUED, due_at=clock.now() + pause, error=failure.note, **changes
        )

    def _connected(self) -> BaseEmailBackend:
        if self._backend is None:
            backend: BaseEmailBackend = get_connection()
            try:
                backend.open()
            except Exception as error:
                raise ServerUnreachableError from error
            self._backend = backend
        return self._backend

    def _hang_up(self) -> None:
        backend, self._backend = self._backend, None
        if backend is not None:
            try:
                backend.close()
            except Exception as error:
                logger.info("hanging up failed", extra={"failure": type(error).__name__})


def _has_lost_its_reason(row: OutboundMail, known: Background) -> bool:
    """False also where that cannot be said: the row is then put off alone, when its turn comes."""
    try:
        return row.player_id is not None and is_moot(row, known)
    except Exception:
        return False


def _mark(rows: Sequence[OutboundMail], **changes: object) -> None:
    if _held(rows).update(lease_until=None, **changes) != len(rows):
        logger.warning(
            "a lease ran out before its mail was settled", extra={"outbox_row": rows[0].pk}
        )
