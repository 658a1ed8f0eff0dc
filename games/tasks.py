"""Celery tasks: each calls one service until there is nothing left to do.

All of them may run twice, late, together or not at all without any harm.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from allauth.usersessions.models import UserSession
from celery import shared_task, signals
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games.channels import sending
from games.common import clock
from games.mail import inbound, outbox, retention
from games.services import deadline_sweep, reminders
from games.services.alarm_notifications import tell_alarms
from games.services.alarms import evaluate_alarms
from games.services.database_connections import drop_connections
from games.services.heartbeats import record_heartbeat

TASK_SECONDS = 10.0
"""No step begins later than this in a task: with its last step it ends well within a lease."""


def until_done(
    lane: str, step: Callable[[], int], *, is_done: Callable[[int], bool] = lambda n: not n
) -> int:
    """Repeat a step that says how much it did, for some seconds: the next beat goes on anyway."""
    total, ends_at = 0, time.monotonic() + TASK_SECONDS
    while time.monotonic() < ends_at:
        record_heartbeat(lane)
        done = step()
        total += done
        if is_done(done):
            break
    return total


@signals.task_failure.connect
def forget_connections(**_kwargs: object) -> None:
    """Whatever a stray exception left open goes with its connection; the next task gets its own."""
    drop_connections()


@shared_task(name="games.tasks.sweep_deadlines")
def sweep_deadlines() -> int:
    """Close every phase that is due."""
    return until_done("closing", deadline_sweep.sweep_due)


@shared_task(name="games.tasks.advance_match")
def advance_match(match_id: int) -> bool:
    """Close one match's phase if its orders are all in."""
    return deadline_sweep.sweep_match(match_id)


@shared_task(name="games.tasks.send_reminders")
def send_reminders() -> int:
    """Remind those who still owe an order."""
    return until_done("reminders", reminders.sweep_reminders)


@shared_task(name="games.tasks.send_due_mail")
def send_due_mail() -> int:
    """Send what waits in the outbox."""
    return until_done("mail-out", outbox.send_due)


@shared_task(name="games.tasks.send_to_channels")
def send_to_channels() -> int:
    """Tell browsers, chats and programs what waits for them."""
    return until_done("channels", sending.tell_due)


@shared_task(name="games.tasks.process_inbound_mail")
def process_inbound_mail() -> int:
    """Read the mail that has come in."""
    return until_done("mail-in", inbound.process_pending)


@shared_task(name="games.tasks.prune")
def prune() -> int:
    """Forget raw mail and sent rows that are older than they are promised to be kept."""
    return retention.prune_mail(clock.now())


@shared_task(name="games.tasks.watch")
def watch() -> int:
    """Raise and clear alarms, and tell the operators; `manage.py watch` does so independently."""
    open_alarms = evaluate_alarms()
    tell_alarms(clock.now())
    return len(open_alarms)


@shared_task(name="games.tasks.clear_sessions")
def clear_sessions() -> None:
    """Forget the sessions that have expired, and what was noted of them: nothing else does."""
    expired = Session.objects.filter(expire_date__lt=timezone.now()).order_by("expire_date")
    retention.change_in_chunks(expired, retention.delete_rows)
    still_there = Session.objects.filter(session_key=OuterRef("session_key"))
    retention.change_in_chunks(
        UserSession.objects.filter(~Exists(still_there)), retention.delete_rows
    )
