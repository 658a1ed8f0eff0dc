"""Settings of the web server: gunicorn reads this module itself.

Where the machine has no broker at all (memory://), the one web process also holds the worker and
the beat, as threads: a task sent in memory reaches nobody else.
"""

import threading
from typing import Any

from django.conf import settings

logconfig_dict = settings.LOGGING
loglevel = "warning"
accesslog = None
control_socket_disable = True
worker_class = "gthread"
threads = 4
timeout = 60
graceful_timeout = 3
keepalive = 5
preload_app = True
# Only a proxy that the settings trust may say that a request came by https.
forwarded_allow_ips = "*" if settings.TRUSTED_PROXIES else ""


def post_worker_init(_worker: Any) -> None:
    if settings.CELERY_BROKER_URL.startswith("memory://"):
        run_tasks_in_this_process()


def run_tasks_in_this_process() -> None:
    """Start a worker and a beat as threads that end with the process."""
    from celery.beat import Scheduler, Service

    from wildcards_site.celery import app

    worker = app.Worker(pool="solo", without_gossip=True, without_mingle=True, quiet=True)
    beat = Service(app, scheduler_cls=Scheduler)
    threading.Thread(target=worker.start, name="worker", daemon=True).start()
    threading.Thread(
        target=beat.start, kwargs={"embedded_process": True}, name="beat", daemon=True
    ).start()
