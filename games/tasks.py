"""Celery tasks: each calls one service until there is nothing left to do.

All of them may run twice, late, together or not at all without any harm.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from celery import shared_task

from games.mail import inbound, outbox, pruning
from games.services import clock, deadlines, phases, reminders
from games.services.watching import lane_beat

logger = logging.getLogger(__name__)

CHUNKS_IN_ONE_TASK = 50


def _until_done(lane: str, step: Callable[[], int]) -> int:
    """Repeat a step that says how much it did; bounded, because the next beat goes on anyway."""
    total = 0
    for _chunk in range(CHUNKS_IN_ONE_TASK):
        lane_beat(lane)
        done = step()
        total += done
        if not done:
            break
    return total


@shared_task(name="games.tasks.sweep_deadlines")
def sweep_deadlines() -> int:
    """Close every phase that is due."""
    return _until_done("closing", deadlines.sweep_due)


@shared_task(name="games.tasks.advance_match")
def advance_match(match_id: int) -> bool:
    """Close one match's phase if its orders are all in."""
    return phases.match_advance(match_id)


@shared_task(name="games.tasks.send_reminders")
def send_reminders() -> int:
    """Remind those who still owe an order."""
    return _until_done("reminders", reminders.sweep_reminders)


@shared_task(name="games.tasks.send_due_mail")
def send_due_mail() -> int:
    """Send what waits in the outbox."""
    return _until_done("mail-out", outbox.send_due)


@shared_task(name="games.tasks.process_inbound_mail")
def process_inbound_mail() -> int:
    """Read the mail that has come in."""
    return _until_done("mail-in", inbound.process_pending)


@shared_task(name="games.tasks.prune")
def prune() -> int:
    """Forget raw mail and sent rows that are older than they are promised to be kept."""
    return pruning.prune_mail(clock.now())
