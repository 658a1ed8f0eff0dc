"""Settings of the web server: gunicorn reads this module itself.

Where the machine has no broker at all (memory://), the one web process also does the work of the
lanes, each in a thread of its own: a task sent in memory reaches nobody else.
"""

import os

from django.conf import settings

from wildcards_site.serving.garbage import keep_what_is_loaded

# gunicorn reads this before it loads the application that says so.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wildcards_site.settings")

logconfig_dict = settings.LOGGING
loglevel = "warning"
accesslog = None
control_socket_disable = True
worker_class = "wildcards_site.serving.web_worker.StreamingWorker"
threads = 4
timeout = 60
graceful_timeout = 20  # what is being answered when a restart comes is answered
keepalive = 5
preload_app = True
# Only a proxy that the settings trust may say that a request came by https.
forwarded_allow_ips = "*" if settings.TRUSTED_PROXIES else ""


def when_ready(_server: object) -> None:
    keep_what_is_loaded()


def post_worker_init(_worker: object) -> None:
    if settings.CELERY_BROKER_URL.startswith("memory://"):
        from wildcards_site.serving.threads import run_lanes_in_this_process

        run_lanes_in_this_process()
