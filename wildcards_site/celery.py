"""The Celery app: wakes the service up. Nothing is true because a task was sent."""

import logging.config
import os
import warnings
from typing import Any

from celery import Celery, signals

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wildcards_site.settings")

# It warns of running as root because pickled messages would; ours are JSON only.
warnings.filterwarnings("ignore", message="You're running the worker with superuser privileges")

app = Celery("wildcards_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.setup_logging.connect
def use_the_sites_logging(**_kwargs: Any) -> None:
    """Keep Celery from installing log formats of its own."""
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)


@signals.task_prerun.connect
def close_broken_connections(**_kwargs: Any) -> None:
    """A connection that the database closed meanwhile would fail every later task."""
    from django.db import close_old_connections

    close_old_connections()


@signals.worker_init.connect
@signals.beat_init.connect
def refuse_to_start_misconfigured(**_kwargs: Any) -> None:
    from wildcards_site.checks import require_production_settings

    require_production_settings()
