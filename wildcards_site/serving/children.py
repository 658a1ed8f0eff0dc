"""The processes of the service, as `serve` starts them."""

import socket
import sys

from wildcards_site.lanes import Lane
from wildcards_site.serving.broker import EmbeddedBroker
from wildcards_site.serving.processes import Child


def broker_child(broker: EmbeddedBroker) -> Child:
    return Child("broker", broker.command(), reloads=False)


def web_child(listener: socket.socket, workers: int) -> Child:
    gunicorn = [sys.executable, "-m", "gunicorn", "wildcards_site.wsgi"]
    return Child(
        "web",
        [
            *gunicorn,
            "--config=python:wildcards_site.serving.gunicorn_settings",
            f"--bind=fd://{listener.fileno()}",
            f"--workers={workers}",
        ],
        descriptors=(listener.fileno(),),
        forks=True,
    )


def lane_child(lane: Lane, workers: int) -> Child:
    celery = [sys.executable, "-m", "celery", "-q", "-A", "wildcards_site", "worker"]
    return Child(
        lane.name,
        [
            *celery,
            f"--queues={lane.name}",
            f"--hostname={lane.name}@%h",
            f"--concurrency={lane.processes(workers)}",
            # Gossip and mingle tie workers together for nothing that is used here.
            "--without-gossip",
            "--without-mingle",
        ],
        forks=True,
    )


def beat_child() -> Child:
    return Child(
        "beat", [sys.executable, "-m", "celery", "-q", "-A", "wildcards_site", "beat"], forks=True
    )


def mail_child(listener: socket.socket) -> Child:
    return Child(
        "smtp",
        [sys.executable, "manage.py", "receivemail", f"--fd={listener.fileno()}"],
        descriptors=(listener.fileno(),),
        forks=True,
    )


def mailbox_child() -> Child:
    return Child("mailbox", [sys.executable, "manage.py", "fetchmail"], forks=True)


def watch_child() -> Child:
    return Child("watch", [sys.executable, "manage.py", "watch"], forks=True)
