"""The Celery app: wakes the service up. Nothing is true because a task was sent."""

import logging.config
import os
import warnings

from celery import Celery, signals
from celery.schedules import crontab
from django.conf import settings
from kombu import Exchange, Queue

from wildcards_site.lanes import LANES, TICK_PRIORITY, let_pages_go_first

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wildcards_site.settings")

# It warns of running as root because pickled messages would; ours are JSON only.
warnings.filterwarnings("ignore", message="You're running the worker with superuser privileges")

app = Celery("wildcards_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["tournaments"], related_name="rating_tasks")

app.conf.task_queues = [
    Queue(lane.name, Exchange(lane.name), routing_key=lane.name) for lane in LANES
]
app.conf.beat_schedule = {
    name.rpartition(".")[2]: {
        "task": name,
        "schedule": seconds,
        # A tick that waited longer than this is worth nothing: the next one is there already.
        "options": {"expires": seconds, "priority": TICK_PRIORITY},
    }
    for name, seconds in {
        "games.tasks.sweep_deadlines": settings.SWEEP_INTERVAL_SECONDS,
        "games.tasks.process_inbound_mail": settings.SWEEP_INTERVAL_SECONDS,
        "games.tasks.send_due_mail": settings.SWEEP_INTERVAL_SECONDS,
        "games.tasks.send_to_channels": settings.SWEEP_INTERVAL_SECONDS,
        "games.tasks.send_reminders": settings.REMINDER_INTERVAL_SECONDS,
        "games.tasks.watch": settings.WATCH_INTERVAL_SECONDS,
        "tournaments.rating_tasks.settle_finished": settings.RATING_INTERVAL_SECONDS,
        "tournaments.tasks.sweep_tournaments": settings.TOURNAMENT_INTERVAL_SECONDS,
    }.items()
} | {
    name.rpartition(".")[2]: {
        "task": name,
        "schedule": crontab(minute=minutes, hour=hours),
        "options": {"expires": 240},
    }
    # Often, because each run is short: what piles up in a day must not take more than a day.
    for name, minutes, hours in (
        ("games.tasks.prune", "2-59/5", "*"),
        ("games.tasks.clear_sessions", "4-59/5", "*"),
        ("tournaments.rating_tasks.count_figures", "3-59/5", "*"),
        ("tournaments.rating_tasks.weigh_strengths", "1-59/5", "2-3"),  # a pool each time
        ("tournaments.rating_tasks.look_for_collusion", "31", "4"),
    )
}


@signals.setup_logging.connect
def use_the_sites_logging(**_kwargs: object) -> None:
    """Keep Celery from installing log formats of its own."""
    logging.config.dictConfig(settings.LOGGING)


@signals.task_prerun.connect
def close_broken_connections(**_kwargs: object) -> None:
    """A connection that the database closed meanwhile would fail every later task."""
    from django.db import close_old_connections

    close_old_connections()


@signals.worker_init.connect
@signals.beat_init.connect
def refuse_to_start_misconfigured(**_kwargs: object) -> None:
    from wildcards_site.checks import require_production_settings

    require_production_settings()


@signals.worker_init.connect
def wait_for_pages(**_kwargs: object) -> None:
    let_pages_go_first()


@signals.worker_init.connect
def keep_loaded_before_forking(**_kwargs: object) -> None:
    from wildcards_site.serving.garbage import keep_what_is_loaded

    keep_what_is_loaded()
