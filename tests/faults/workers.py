"""Real Celery workers on the test database and a real Redis, to be killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from celery import Celery
from django.conf import settings
from django.db import connection

from games.common.task_queue import celery_app
from wildcards_site.redis_urls import broker_url


def database_url() -> str:
    """The test database as a worker process names it."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


class Worker:
    """One worker process with two pool children, for all lanes or for those that are named."""

    def __init__(
        self, redis_url: str, log: Path, *lanes: str, app: str = "wildcards_site", **more: str
    ) -> None:
        environment = {
            **os.environ,
            "CELERY_SKIP_CHECKS": "1",  # of which no fault is one
            **more,
            "DATABASE_URL": database_url(),
            "REDIS_URL": redis_url,
            "DJANGO_SETTINGS_MODULE": "wildcards_site.settings",
        }
        command = [sys.executable, "-m", "celery", "-A", app, "worker"]
        options = ["--pool=prefork", "--concurrency=2", "--loglevel=INFO", "--without-mingle"]
        if lanes:
            options.append(f"--queues={','.join(lanes)}")
        self.log = log
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                [*command, *options],
                env=environment,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def wait_until_ready(self) -> None:
        wait_for(self._is_ready, "the worker to be ready", 60)

    def _is_ready(self) -> bool:
        assert self.process.poll() is None, self.log.read_text()[-2000:]
        return " ready." in self.log.read_text()

    def children(self) -> list[int]:
        """The pool's processes, which do the work."""
        listing = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in listing.read_text().split()]

    def kill_children(self) -> int:
        """kill -9 for every pool process; the worker starts new ones."""
        killed = 0
        for pid in self.children():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
            killed += 1
        return killed

    def kill(self) -> None:
        """kill -9 for the worker and all that it started."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def running_worker(
    redis_url: str, directory: Path, name: str = "worker", *lanes: str, **environment: str
) -> Iterator[Worker]:
    """A worker that is ready, and is gone afterwards."""
    worker = Worker(redis_url, directory / f"{name}.log", *lanes, **environment)
    try:
        worker.wait_until_ready()
        yield worker
    finally:
        worker.kill()


def sender(redis_url: str) -> Callable[..., Any]:
    """Sends tasks by name to that Redis, as the service's own processes do."""
    app = Celery("sender", broker=broker_url(redis_url))
    app.conf.task_ignore_result = True
    app.conf.task_queues = celery_app().conf.task_queues
    app.conf.task_routes = settings.CELERY_TASK_ROUTES
    app.conf.task_default_queue = settings.CELERY_TASK_DEFAULT_QUEUE
    return app.send_task


def wait_for(what: Callable[[], bool], name: str, seconds: float = 30) -> None:
    """Until it is so; fails with its name after so many seconds."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, f"waited in vain for {name}"
        threading.Event().wait(0.02)
