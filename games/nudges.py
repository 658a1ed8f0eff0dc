"""The only place that starts a Celery task: after the commit, and without ever failing the caller.

A nudge is a courtesy. If it is lost, the sweep does the same a few seconds later.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

from celery import current_app
from django.db import transaction

logger = logging.getLogger(__name__)


def nudge_match(match_id: int) -> None:
    """Have a worker look at one match now."""
    _after_commit("games.tasks.advance_match", match_id)


def nudge_outbox() -> None:
    """Have a worker send what waits in the outbox now."""
    _after_commit("games.tasks.send_due_mail")


def nudge_inbound() -> None:
    """Have a worker read the mail that has come in now."""
    _after_commit("games.tasks.process_inbound_mail")


def nudge_task(name: str) -> None:
    """Have a worker run this task now: for parts that games does not know."""
    _after_commit(name)


def _after_commit(name: str, *arguments: Any) -> None:
    transaction.on_commit(partial(_send, name, arguments), robust=True)


def _send(name: str, arguments: tuple[Any, ...]) -> None:
    try:
        current_app.send_task(name, args=arguments, retry=False, ignore_result=True, expires=60)
    except Exception:
        logger.warning("the broker is away: the sweep will do it", extra={"task": name})
