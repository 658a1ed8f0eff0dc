"""The lanes as threads of one process, for the machine that has no broker at all.

Celery's own worker can be there only once in a process: which queues it reads is noted in the app.
"""

import logging
import threading

from celery.beat import Service
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from kombu.message import Message

from wildcards_site.beat import LaneScheduler
from wildcards_site.celery import app
from wildcards_site.lanes import LANES, Lane

logger = logging.getLogger(__name__)


def run_lanes_in_this_process() -> None:
    """Start a thread for each lane, and one for the beat; they end with the process."""
    app.loader.import_default_modules()
    for lane in LANES:
        threading.Thread(target=_work, args=[lane], name=lane.name, daemon=True).start()
    beat = Service(app, scheduler_cls=LaneScheduler)
    threading.Thread(
        target=beat.start, kwargs={"embedded_process": True}, name="beat", daemon=True
    ).start()


def _work(lane: Lane) -> None:
    logger.info("%s is ready.", lane.name)
    with app.connection_for_read() as connection, connection.SimpleQueue(lane.name) as queue:
        while True:
            message = queue.get()
            message.ack()
            if not _has_expired(message):
                arguments, options, _embedded = message.payload
                # It logs what a task raises, and raises nothing itself.
                app.tasks[message.headers["task"]].apply(args=arguments, kwargs=options)


def _has_expired(message: Message) -> bool:
    expires = parse_datetime(message.headers.get("expires") or "")
    return expires is not None and expires < timezone.now()
