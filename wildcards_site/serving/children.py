"""The processes of the service, as `serve` starts them."""

import sys

from wildcards_site.serving.broker import EmbeddedBroker
from wildcards_site.serving.options import bracketed
from wildcards_site.serving.processes import Child


def broker_child(broker: EmbeddedBroker) -> Child:
    return Child("broker", broker.command())


def web_child(host: str, port: int, workers: int) -> Child:
    gunicorn = [sys.executable, "-m", "gunicorn", "wildcards_site.wsgi"]
    return Child(
        "web",
        [
            *gunicorn,
            "--config=python:wildcards_site.serving.gunicorn_settings",
            f"--bind={bracketed(host)}:{port}",
            f"--workers={workers}",
        ],
    )


def worker_child(workers: int) -> Child:
    celery = [sys.executable, "-m", "celery", "-q", "-A", "wildcards_site", "worker"]
    return Child(
        "worker",
        # Gossip and mingle tie workers together for nothing that is used here.
        [*celery, f"--concurrency={workers}", "--without-gossip", "--without-mingle"],
    )


def beat_child() -> Child:
    celery = [sys.executable, "-m", "celery", "-q", "-A", "wildcards_site", "beat"]
    # This scheduler keeps its times in memory. The default one keeps them in a file, which another
    # build of Python cannot read, and which a killed process leaves damaged.
    return Child("beat", [*celery, "--scheduler=celery.beat.Scheduler"])


def mail_child(host: str, smtp_port: int) -> Child:
    return Child(
        "mail",
        [sys.executable, "manage.py", "receivemail", f"--host={host}", f"--port={smtp_port}"],
    )
