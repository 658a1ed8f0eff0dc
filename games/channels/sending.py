"""The lane that tells channels: rows are leased, sent by a few threads, and each is marked.

What one place costs no other pays: a channel that fails is left alone for ever longer, a host that
is silent is asked once in a turn, and every request ends in seconds. Threads only send; the
database is asked and written by the one that started them.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import connection
from django.db.models import Q, QuerySet

from games.channels.formats import request_to_person, request_to_program
from games.channels.outcomes import note_outcome
from games.channels.posting import OutgoingRequest, RequestOutcome, send_request
from games.common import clock
from games.composing.channel_words import message_of
from games.letters.channel_targets import target_of
from games.models import ChannelDelivery
from games.services.leases import DATABASE_AWAY, return_lease, take_lease

logger = logging.getLogger(__name__)

CHUNK = 60
THREADS = 8
BEGUN_WITHIN = 6.0
"""What is not begun by then waits for the next turn: no turn outlives its lease."""

ENDED_WITHIN = 18.0
MOST_TRIES = 60
"""More than three days of tries come to: only who kills its sender gets there."""

SILENT = "its host is silent"

Status = ChannelDelivery.Status


class DeliveryToSend(NamedTuple):
    """A row with its request."""

    row: ChannelDelivery
    request: OutgoingRequest


class TriedDelivery(NamedTuple):
    """A row with what came of it; no answer where it was not tried."""

    row: ChannelDelivery
    answer: RequestOutcome | None


def tell_due(limit: int = CHUNK) -> int:
    """Send up to `limit` rows that are due; returns how many were settled or tried, 0 for none.

    A row ends as sent, withdrawn (what it tells is no longer so) or failed (three days of tries),
    or waits for its channel's next try. A database that is away raises nothing.
    """
    try:
        return _tell_due(limit)
    except DATABASE_AWAY as error:
        logger.warning("the database is away", extra={"failure": type(error).__name__})
        if not connection.in_atomic_block:
            connection.close()
        return 0


def _tell_due(limit: int) -> int:
    now = clock.now()
    rows = take_lease(_due(now), limit=limit, now=now)
    if not rows:
        return 0
    until = rows[0].lease_until
    known = ChannelDelivery.objects.select_related(
        "channel__member", "match", "player__member"
    ).in_bulk([row.pk for row in rows])
    waiting: dict[int, list[DeliveryToSend]] = defaultdict(list)
    settled = 0
    for row in (known[taken.pk] for taken in rows if taken.pk in known):
        request = _request(row, now)
        if request is None:
            settled += 1
        else:
            waiting[row.channel_id].append(DeliveryToSend(row, request))
    untried = []
    for one in _sent(list(waiting.values())):
        if one.answer is None:
            untried.append(one.row.pk)
        else:
            note_outcome(one.row, one.answer)
            settled += 1
    if untried and until is not None:
        queued = ChannelDelivery.objects.filter(status=Status.QUEUED)
        return_lease(queued, untried, until=until, is_counted=False)
    return settled


def _due(now: datetime) -> QuerySet[ChannelDelivery]:
    free = Q(channel__next_try_at=None) | Q(channel__next_try_at__lte=now)
    due = ChannelDelivery.objects.filter(free, status=Status.QUEUED, due_at__lte=now)
    return due.filter(channel__stopped_at=None).order_by("due_at", "id")


def _request(row: ChannelDelivery, now: datetime) -> OutgoingRequest | None:
    """What is to be sent; None where the row is settled without: its reason is gone, or no words
    could be found for it."""
    if row.attempts > MOST_TRIES:
        _settle_unsent(row, Status.FAILED, "its sender died again and again")
        return None
    try:
        target = target_of(row.channel)
        if not row.channel.is_for_people:
            return request_to_program(row, target)
        message = message_of(row)
        if message is not None:
            return request_to_person(row, target, message, now)
        _settle_unsent(row, Status.WITHDRAWN, "")
    except DATABASE_AWAY:
        raise
    except Exception as error:
        logger.error(
            "a channel's message could not be made",
            extra={"delivery": row.pk, "failure": type(error).__name__},
        )
        _settle_unsent(row, Status.FAILED, f"not made: {type(error).__name__}")
    return None


def _settle_unsent(row: ChannelDelivery, status: str, note: str) -> None:
    held = ChannelDelivery.objects.filter(pk=row.pk, lease_until=row.lease_until)
    held.update(status=status, settled_at=clock.now(), lease_until=None, note=note)


def _sent(channels: Sequence[Sequence[DeliveryToSend]]) -> list[TriedDelivery]:
    """Send each channel's rows in their order, several channels at once."""
    turn = _Turn()
    pool = ThreadPoolExecutor(THREADS, thread_name_prefix="channels")
    futures: dict[Future[list[TriedDelivery]], Sequence[DeliveryToSend]] = {
        pool.submit(turn.send, rows): rows for rows in channels
    }
    told: list[TriedDelivery] = []
    try:
        for future in as_completed(futures, timeout=ENDED_WITHIN):
            told += future.result()
            del futures[future]
    except TimeoutError:
        # A names' server that is silent holds its thread; the rows are tried again later.
        silent = RequestOutcome(0, "no answer in time", timedelta(seconds=ENDED_WITHIN))
        told += [TriedDelivery(rows[0].row, silent) for rows in futures.values()]
        told += [TriedDelivery(one.row, None) for rows in futures.values() for one in rows[1:]]
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    return told


class _Turn:
    """What the threads of one turn know of the hosts."""

    def __init__(self) -> None:
        self._ends_at = time.monotonic() + BEGUN_WITHIN
        self._silent: set[str] = set()
        self._lock = threading.Lock()

    def send(self, rows: Sequence[DeliveryToSend]) -> list[TriedDelivery]:
        """Send these in order; after one that is not taken the rest waits."""
        told = []
        is_open = True
        for row, request in rows:
            answer = self._answer(request) if is_open else None
            is_open = answer is not None and answer.is_taken
            told.append(TriedDelivery(row, answer))
        return told

    def _answer(self, request: OutgoingRequest) -> RequestOutcome | None:
        with self._lock:
            if time.monotonic() > self._ends_at:
                return None
            if request.host in self._silent:
                return RequestOutcome(0, SILENT, timedelta(0))
        answer = send_request(request)
        if answer.is_away:
            with self._lock:
                self._silent.add(request.host)
        return answer
