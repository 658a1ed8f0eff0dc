"""What becomes of a row and of its channel after a try."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from django.db import transaction

from games.channels.posting import RequestOutcome
from games.common import clock
from games.common.task_queue import enqueue_outbox
from games.letters.channels import ChannelStoppedLetter
from games.models import Channel, ChannelDelivery
from games.services.channels import remove_channel, stop_channel
from games.services.notices import Recipient, notice

BACKOFF = tuple(
    timedelta(seconds=seconds)
    for seconds in (10, 30, 120, 300, 900, 1800, 3600, 3600 * 2, 3600 * 4)
)
"""After so many failures in a row, the last one again and again."""

MOST_JITTER = 0.3
KEPT_TRYING = timedelta(days=3)
"""A row that is older and was not taken has failed."""

STOPPED_AFTER = timedelta(days=5)
"""A channel that has failed for so long is told nothing more, and its owner of it."""

SLOW = timedelta(seconds=2)
AFTER_A_SLOW_ANSWER = timedelta(seconds=10)
GONE = frozenset((404, 410))
UNREADABLE = frozenset((400, 413, 415, 422))
"""The message is at fault, so that trying the same one again is in vain."""

Kind = Channel.Kind
Status = ChannelDelivery.Status


def note_outcome(row: ChannelDelivery, answer: RequestOutcome) -> None:
    """Write what came of this try. A row that somebody else has taken meanwhile is theirs."""
    now = clock.now()
    with transaction.atomic():
        channel = Channel.objects.select_for_update(of=("self",)).filter(pk=row.channel_id).first()
        if channel is None:
            return
        channel.member = row.channel.member
        if answer.is_taken:
            _mark(row, answer, now, Status.SENT)
            _note_success(channel, answer, now)
        elif _is_gone(channel, answer):
            _mark(row, answer, now, Status.FAILED)
            _end(channel, Channel.Stopped.GONE, now)
        else:
            _mark(row, answer, now, Status.FAILED if _is_over(row, answer, now) else Status.QUEUED)
            _note_failure(channel, answer, now)


def _mark(row: ChannelDelivery, answer: RequestOutcome, now: datetime, status: str) -> None:
    held = ChannelDelivery.objects.filter(pk=row.pk, lease_until=row.lease_until)
    held.update(
        status=status,
        settled_at=None if status == Status.QUEUED else now,
        lease_until=None,
        answer_status=answer.status or None,
        took_ms=int(answer.took / timedelta(milliseconds=1)),
        note=answer.note,
    )


def _is_over(row: ChannelDelivery, answer: RequestOutcome, now: datetime) -> bool:
    is_vain = answer.status in UNREADABLE or answer.is_forbidden or row.event == "test"
    return is_vain or now - row.created_at > KEPT_TRYING


def _is_gone(channel: Channel, answer: RequestOutcome) -> bool:
    """Whether nothing is there for good. A program's 404 may be a page that was just moved."""
    if channel.kind in {Kind.PUSH, Kind.DISCORD}:
        return answer.status in GONE
    return answer.status == 410


def _note_success(channel: Channel, answer: RequestOutcome, now: datetime) -> None:
    pause = AFTER_A_SLOW_ANSWER if answer.took > SLOW else None
    Channel.objects.filter(pk=channel.pk).update(
        worked_at=now,
        failing_since=None,
        failures=0,
        next_try_at=now + pause if pause is not None else None,
    )


def _note_failure(channel: Channel, answer: RequestOutcome, now: datetime) -> None:
    since = channel.failing_since or now
    if now - since > STOPPED_AFTER:
        is_away = answer.is_away or answer.status >= 500
        _end(channel, Channel.Stopped.AWAY if is_away else Channel.Stopped.REFUSING, now)
        return
    pause = BACKOFF[min(channel.failures, len(BACKOFF) - 1)]
    # Jitter, so that what failed together does not come back together.
    pause *= random.uniform(1, 1 + MOST_JITTER)  # noqa: S311
    if answer.pause is not None:
        pause = max(pause, answer.pause)
    Channel.objects.filter(pk=channel.pk).update(
        failing_since=since, failures=channel.failures + 1, next_try_at=now + pause
    )


def _end(channel: Channel, why: str, now: datetime) -> None:
    """Tell nothing there any more. A browser is forgotten: its owner ended the subscription."""
    if channel.kind == Kind.PUSH:
        remove_channel(channel)
        return
    stop_channel(channel, why)
    letter = ChannelStoppedLetter(channel=channel.name, why=why)
    key = f"channel-stopped:{channel.pk}:{now.isoformat()}"
    notice(letter, Recipient.of(channel.member), key=key, at=now).save(force_insert=True)
    enqueue_outbox()
