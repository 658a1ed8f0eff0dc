"""The only place that starts a Celery task: after the commit, and without ever failing the caller.

A nudge is a courtesy. If it is lost, the sweep does the same a few seconds later; so nudges for a
lane that has enough to do are dropped instead of piling up there.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

if TYPE_CHECKING:
    from celery import Celery
    from kombu import Producer

logger = logging.getLogger(__name__)

MOST_WAITING = 10
"""More nudges than this do not wait in one lane: what they are about is swept up in bulk."""

NUDGE_EXPIRES_SECONDS = 10


def enqueue_match(match_id: int) -> None:
    """Have a worker look at one match now."""
    _after_commit("games.tasks.advance_match", match_id)


def enqueue_outbox() -> None:
    """Have a worker send what waits in the outbox now."""
    _after_commit("games.tasks.send_due_mail")


def enqueue_channels() -> None:
    """Have a worker tell the channels what waits for them now."""
    _after_commit("games.tasks.send_to_channels")


def enqueue_inbound() -> None:
    """Have a worker read the mail that has come in now."""
    _after_commit("games.tasks.process_inbound_mail")


def enqueue_task(name: str) -> None:
    """Have a worker run this task now: for parts that games does not know."""
    _after_commit(name)


def celery_app() -> Celery:
    """The site's Celery app, loaded when first asked for: most commands send no task."""
    app: Celery = import_string(settings.TASK_APP)
    return app


def _after_commit(name: str, *arguments: object) -> None:
    transaction.on_commit(partial(_send, name, arguments), robust=True)


def tasks_waiting(name: str, producer: Producer) -> int:
    """How many tasks wait in the lane of this one; one round trip to the broker."""
    queue = celery_app().amqp.router.route({}, name)["queue"]
    return int(getattr(producer.channel, "_size")(queue.name))  # noqa: B009  kombu types it not


def _send(name: str, arguments: tuple[object, ...]) -> None:
    try:
        with celery_app().producer_pool.acquire(block=True) as producer:
            # A task without arguments does all that there is to do: one that waits will do.
            if tasks_waiting(name, producer) >= (MOST_WAITING if arguments else 1):
                return
            celery_app().send_task(
                name,
                args=arguments,
                producer=producer,
                retry=False,
                ignore_result=True,
                expires=NUDGE_EXPIRES_SECONDS,
            )
    except Exception:
        logger.warning("the broker is away: the sweep will do it", extra={"task": name})


def broker_answers() -> bool:
    """Whether the queue's server can be reached, within about two seconds."""
    try:
        # A stopped server takes connections and answers none: its answer is waited for as briefly.
        patience = {"socket_timeout": 2, "socket_connect_timeout": 2}
        with celery_app().connection_for_write(
            connect_timeout=2, transport_options=patience
        ) as connection:
            connection.ensure_connection(max_retries=1, timeout=2)
    except Exception:
        # Each transport raises errors of its own.
        return False
    return True
