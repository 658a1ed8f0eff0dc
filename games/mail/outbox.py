"""The outbox: rows are leased in chunks, sent one by one over one connection, each marked at once.

A sender that is killed between the server's 250 and the mark leaves one row whose lease runs out;
it is sent again with the same Message-ID. Nothing else can be sent twice, and nothing is lost:
services write the rows in the transaction that causes them.
"""

from __future__ import annotations

import logging
import random
import time
from collections import deque
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection

from games.common import clock
from games.composing import compose, digests
from games.composing.messages import ComposedMail
from games.letters.letter import is_moot
from games.letters.outbox_prefetch import TELLS_RECEIPTS, Prefetched, is_receipt
from games.mail.earlier_mails import words_to_keep
from games.mail.outbox_leases import (
    Taken,
    reclaim_dead_rows,
    settle_unsettled,
    take_rows,
    take_suspect,
)
from games.mail.smtp_backend import is_plain_smtp
from games.mail.smtp_failures import Failure, ServerUnreachableError, Severity, failure_of
from games.models import OutboundMail
from games.services import delivery, mail_circuit_breaker
from games.services.leases import DATABASE_AWAY, LEASE
from games.services.mail_outages import end_outage
from games.services.talk import mark_talk_seen

logger = logging.getLogger(__name__)

CHUNK = 100
SUSPECTS = 20
"""So many mails whose senders died are tried after each chunk, each alone."""

TRIED_AMONG = 20
MOST_SECONDS = 12.0
"""The rest of a chunk is given back after this long: a task's time is limited."""

RENEWED_AFTER = LEASE.total_seconds() / 3
"""A mail takes at most 15 seconds, so what is left of the lease is always enough for one more."""

BACKOFF = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=15),
    timedelta(minutes=30),
    *[timedelta(hours=1)] * 4,
    *[timedelta(hours=4)] * 24,
)
"""Four days in all: whoever mends a mail server over a long weekend loses nothing."""

MOST_JITTER = 0.3
BOUNDED_BACKEND = "games.mail.smtp_backend.BoundedBackend"

Status = OutboundMail.Status


def send_due(limit: int = CHUNK) -> int:
    """Send up to `limit` mails that are due; returns how many rows were settled, 0 to stop asking.

    A row ends as sent, withdrawn (its reason has gone) or failed (its address does not exist, or
    days of tries were in vain), or waits for its next try. One bad row never holds up the others.
    When the server itself is in trouble the rest is given back, and nothing is sent until one mail
    that tries it is taken (`breaker`). A database that is away is nobody's fault, and raises
    nothing.
    """
    try:
        return _send_due(min(limit, CHUNK))
    except DATABASE_AWAY as error:
        logger.warning("the database is away: mail waits", extra={"failure": type(error).__name__})
        if not connection.in_atomic_block:
            connection.close()
        return 0


def _send_due(limit: int) -> int:
    settle_unsettled()
    now = clock.now()
    mail_circuit_breaker.record_sender_heartbeat(now)
    reclaim_dead_rows(now)
    if not OutboundMail.objects.filter(status=Status.QUEUED, due_at__lte=now).exists():
        return 0
    turn = mail_circuit_breaker.mails_allowed(limit, now)
    if not turn.mails:
        return 0
    # Of some the reason has gone: the next one is what tries the server.
    taken = take_rows(min(limit, TRIED_AMONG) if turn.is_trial else turn.mails, now)
    if not taken.rows:
        return _deliver(take_suspect(now), is_trial=turn.is_trial) or 0
    settled = _deliver(taken, is_trial=turn.is_trial)
    if settled is None or turn.is_trial:
        return settled or 0
    for _suspect in range(SUSPECTS):
        suspect = take_suspect(clock.now())
        done = _deliver(suspect) if suspect.rows else None
        if done is None:
            break
        settled += done
    return settled


def _deliver(taken: Taken, *, is_trial: bool = False) -> int | None:
    """Send these rows; returns how many were settled, None if the server is in trouble."""
    if not taken.rows:
        return None
    with _Delivery(taken, is_trial=is_trial) as chunk:
        while chunk.waiting and not chunk.is_over:
            chunk.settle_next()
    return None if chunk.is_paused else chunk.settled


class _Delivery:
    """One chunk on its way: the rows that wait, the connection, and what has become of the rest."""

    def __init__(self, taken: Taken, *, is_trial: bool) -> None:
        self.waiting = deque(taken.rows)
        self.settled = 0
        self.is_paused = False
        self._taken = taken
        self._is_trial = is_trial
        self._is_tried = False
        self._background: Prefetched | None = None
        self._backend: BaseEmailBackend | None = None
        self._accepted: set[str] = set()
        self._is_acceptance_told = True
        self._breaks_in_a_row = 0
        # Of the database's clock, but not asked again for each mail.
        self._begun_at, self._begun = clock.now(), time.monotonic()
        self._renewed = self._begun

    def __enter__(self) -> _Delivery:
        return self

    def __exit__(self, *error: object) -> None:
        self._hang_up()
        if self.waiting:
            self._taken.give_back(self.waiting)
        self._acceptance_tell()
        delivery.record_accepted_mails(self._accepted)

    @property
    def is_over(self) -> bool:
        """Whether the rest of the chunk should be given back."""
        if self._is_trial and self._is_tried:
            return True
        return self.is_paused or time.monotonic() > self._begun + MOST_SECONDS

    def settle_next(self) -> None:
        """Compose and send one row, and mark what came of it. Never raises for the row's sake.

        Rows whose reason has gone are marked together, whenever what the chunk speaks of is read.
        """
        self._renew()
        if self._background is None or self._background.is_old:
            self._read()
        if not self.waiting:
            return
        # Where the database goes away meanwhile, the row still waits and is given back.
        row = self.waiting[0]
        self._try(row)
        if self.waiting and self.waiting[0] is row:
            self.waiting.popleft()

    def _try(self, row: OutboundMail) -> None:
        try:
            message = compose.message_for(row, self._background)
        except DATABASE_AWAY:
            raise
        except Exception as error:
            logger.error(
                "a mail could not be composed",
                extra={"outbox_row": row.pk, "failure": type(error).__name__},
            )
            self._put_off(row, Failure(Severity.ROW, f"composing: {type(error).__name__}"))
            return
        if message is None:
            words = delivery.STOPPED_WORDS if delivery.is_stopped(row.address) else ""
            self._settle(row, status=Status.WITHDRAWN, error=words)
            if row.kind == OutboundMail.Kind.DIGEST:
                digests.settle(row, None)
                digests.give_up(row, Status.WITHDRAWN, words)
            return
        if row.kind == OutboundMail.Kind.DIGEST or "sections" in row.payload:
            digests.store_payload(row)
        self._send(row, message)

    def _renew(self, *, at_once: bool = False) -> None:
        """Hold on to the rows that wait; those that were lost to another sender are let go."""
        if not at_once and time.monotonic() - self._renewed < RENEWED_AFTER:
            return
        held = self._taken.renew(self.waiting, clock.now())
        self._renewed = time.monotonic()
        self.waiting = deque(row for row in self.waiting if row.pk in held)

    def _read(self) -> None:
        self._background = known = Prefetched(self.waiting)
        moot = [row for row in self.waiting if _has_lost_its_reason(row, known)]
        stopped = [row for row in moot if known.is_dead(row)]
        gone = {row.pk for row in moot}
        self.waiting = _receipts_last([row for row in self.waiting if row.pk not in gone])
        moot = [row for row in moot if not known.is_dead(row)]
        for rows, words in ((moot, ""), (stopped, delivery.STOPPED_WORDS)):
            if rows:
                self._taken.settle(rows, status=Status.WITHDRAWN, error=words)
                self.settled += len(rows)
        compose.assign_message_ids(self.waiting)

    def _send(self, row: OutboundMail, message: ComposedMail) -> None:
        self._is_tried = True
        try:
            backend = self._connected()
            if not self.waiting or self.waiting[0] is not row:
                return
            backend.send_messages([message])
        except DATABASE_AWAY:
            raise
        except Exception as error:
            self._failed(row, failure_of(error))
            return
        self._breaks_in_a_row = 0
        status = getattr(message, "anymail_status", None)
        provider_id = str(getattr(status, "message_id", "") or "")[:200]
        sent_at = self._begun_at + timedelta(seconds=time.monotonic() - self._begun)
        self._settle(
            row,
            status=Status.SENT,
            sent_at=sent_at,
            provider_id=provider_id,
            error="",
            words=words_to_keep(row, message),
        )
        self._settle_receipts(message.told_receipts, row, sent_at)
        for player_id, newest in message.told_talk.items():
            mark_talk_seen(player_id, newest)
        self._accepted.add(row.address)
        self._is_acceptance_told = False
        if self._is_trial:
            self._acceptance_tell()
        if row.kind == OutboundMail.Kind.DIGEST:
            digests.settle(row, sent_at)

    def _settle_receipts(self, told: Collection[int], row: OutboundMail, at: datetime) -> None:
        """The mail has told these: they do not go out by themselves.

        One that another sender has taken meanwhile is told twice, and none is lost.
        """
        if not told:
            return
        known = {"status": Status.COLLECTED, "sent_at": at, "message_id": row.message_id}
        held = [one for one in self.waiting if one.pk in told]
        if held:
            self._taken.settle(held, **known)
            self.settled += len(held)
            self.waiting = deque(one for one in self.waiting if one.pk not in told)
        OutboundMail.objects.filter(pk__in=told, status=Status.QUEUED).update(**known)

    def _acceptance_tell(self) -> None:
        """Refusals that follow are not in a row with those before."""
        if not self._is_acceptance_told:
            self._is_acceptance_told = True
            now = clock.now()
            outage = mail_circuit_breaker.record_taken_mail(now)
            if outage is not None:
                end_outage(outage, now)

    def _failed(self, row: OutboundMail, failure: Failure) -> None:
        logger.warning("a mail was not sent", extra={"outbox_row": row.pk, "failure": failure.note})
        if self._is_trouble_of_the_service(row, failure):
            self.is_paused = True
            # A mail that was refused, or has tried the server, makes room for another one's try.
            is_counted = self._is_trial or failure.is_refusal
            attempts = row.attempts if is_counted else row.attempts - 1
            self._taken.settle([row], status=Status.QUEUED, error=failure.note, attempts=attempts)
            return
        if failure.is_about_address:
            is_final = failure.severity is Severity.REFUSED
            (delivery.record_bounce if is_final else delivery.record_deferral)(
                row.address, failure.note
            )
        if failure.severity is Severity.REFUSED:
            self._settle(row, status=Status.FAILED, error=failure.note)
            if row.kind == OutboundMail.Kind.DIGEST:
                digests.give_up(row, Status.FAILED, failure.note)
            if self._background is not None:
                self._background.forget(row)
            return
        self._put_off(row, failure)

    def _is_trouble_of_the_service(self, row: OutboundMail, failure: Failure) -> bool:
        if failure.is_refusal:
            self._acceptance_tell()
            return mail_circuit_breaker.record_refused_mail(row, failure.note)
        if failure.severity is Severity.CONNECTION:
            self._hang_up()
            self._breaks_in_a_row += 1
            # A server may hang up on one address; that it does so twice running is its own trouble.
            if self._breaks_in_a_row < 2 and not self._is_trial:
                return False
        elif failure.severity is not Severity.SERVER:
            return False
        mail_circuit_breaker.record_server_failure(failure.note, pause=failure.retry_after)
        return True

    def _put_off(self, row: OutboundMail, failure: Failure) -> None:
        if row.attempts > len(BACKOFF) and not self._is_trial:
            self._settle(row, status=Status.FAILED, error=f"gave up: {failure.note}")
            if row.kind == OutboundMail.Kind.DIGEST:
                digests.give_up(row, Status.FAILED, failure.note)
            return
        # Jitter, so that what failed together does not come back together.
        pause = BACKOFF[min(row.attempts, len(BACKOFF)) - 1]
        pause *= random.uniform(1, 1 + MOST_JITTER)  # noqa: S311
        self._taken.settle(
            [row], status=Status.QUEUED, due_at=clock.now() + pause, error=failure.note
        )

    def _settle(self, row: OutboundMail, **changes: object) -> None:
        self._taken.settle([row], **changes)
        self.settled += 1

    def _connected(self) -> BaseEmailBackend:
        if self._backend is None:
            bounded = BOUNDED_BACKEND if is_plain_smtp() else None
            backend: BaseEmailBackend = get_connection(bounded)
            try:
                backend.open()
            except DATABASE_AWAY:
                raise
            except Exception as error:
                raise ServerUnreachableError from error
            self._backend = backend
            if time.monotonic() - self._renewed > RENEWED_AFTER:
                self._renew(at_once=True)
        return self._backend

    def _hang_up(self) -> None:
        backend, self._backend = self._backend, None
        if backend is not None:
            try:
                backend.close()
            except Exception as error:
                logger.info("hanging up failed", extra={"failure": type(error).__name__})


def _receipts_last(rows: Sequence[OutboundMail]) -> deque[OutboundMail]:
    """The rows with each receipt behind the question to the same player, which takes it along."""
    asked = {row.player_id for row in rows if row.kind in TELLS_RECEIPTS}
    told = {row.member_id for row in rows if row.kind == OutboundMail.Kind.DIGEST}
    return deque(
        sorted(
            rows,
            key=lambda row: is_receipt(row) and (row.player_id in asked or row.member_id in told),
        )
    )


def _has_lost_its_reason(row: OutboundMail, known: Prefetched) -> bool:
    """False also where that cannot be said: the row is then put off alone, when its turn comes."""
    try:
        return row.player_id is not None and is_moot(row, known)
    except DATABASE_AWAY:
        raise
    except Exception:
        return False
