"""The whole service in processes of its own, on the drill's database: `manage.py serve`."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.db import connection, connections

from games.common.task_queue import celery_app
from games.models import Match
from tests.bench.faults.doors import Caller

READY_WITHIN_SECONDS = 240
BROKERS = ("redis-server", "valkey-server", "valkey")


class NotServedError(Exception):
    """The service did not start."""


def free_port() -> int:
    """A port that nobody listened on a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def database_url() -> str:
    """How another process names the database that this one is connected to."""
    known: dict[str, Any] = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{known['NAME']}"
    who = f"{known['USER']}:{known['PASSWORD']}@" if known["USER"] else ""
    host = str(known["HOST"] or known.get("OPTIONS", {}).get("host", ""))
    if host.startswith("/"):
        return f"postgres://{who}/{known['NAME']}?host={host}"
    return f"postgres://{who}{host}:{known['PORT'] or 5432}/{known['NAME']}"


class Service:
    """A running `serve`: its address and its processes.

    It writes its log into the directory, or to `output`.
    """

    def __init__(
        self, directory: Path, environment: Mapping[str, str], output: Path | None
    ) -> None:
        self.data = directory
        self.address = f"http://127.0.0.1:{(port := free_port())}"
        self._log = output or directory / "serve.log"
        self._is_silent = output is not None
        arguments = [f"--data={directory}", f"--port={port}", "--no-mail"]
        given = {
            name: value
            for name, value in os.environ.items()
            if name in ("PATH", "HOME", "TMPDIR", "LANG")
        }
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", *arguments],
                cwd=settings.BASE_DIR,
                env={**given, "DATABASE_URL": database_url(), **environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def wait_until_ready(self) -> None:
        """Return when the site is served and every lane takes work: they start after it.

        Raises NotServedError where it does not start.
        """
        end = time.monotonic() + READY_WITHIN_SECONDS
        while not (self._is_answering() if self._is_silent else self._is_ready()):
            if self.process.poll() is not None or time.monotonic() > end:
                said = "" if self._is_silent else self._log.read_text(errors="replace")
                raise NotServedError(f"`serve` does not start: {said[-200:]}")
            time.sleep(0.1)

    def _is_answering(self) -> bool:
        with suppress(OSError), urllib.request.urlopen(f"{self.address}/ready", timeout=5):
            return True
        return False

    def _is_ready(self) -> bool:
        said = self._log.read_text(errors="replace")
        return "Ctrl-C stops it" in said and all(
            re.search(rf"\b{queue.name}(@\S+| is) ready\.", said)
            for queue in celery_app().conf.task_queues
        )

    def children(self, *words: str) -> list[int]:
        """The processes that serve has started whose command line has one of these words."""
        listing = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        found = []
        for pid in map(int, listing.read_text().split()):
            with suppress(OSError):
                command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
                if any(word in command for word in words):
                    found.append(pid)
        return found

    def end(self) -> None:
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@contextmanager
def service_running(
    environment: Mapping[str, str] | None = None, *, output: Path | None = None
) -> Iterator[Service]:
    """`serve` on this drill's database with a broker of its own, ready; it ends with the block."""
    # Another process migrates nothing and writes at once: nothing of ours may be open.
    connections.close_all()
    with TemporaryDirectory(prefix="wcdrill-", ignore_cleanup_errors=True) as name:
        service = Service(Path(name), environment or {}, output)
        try:
            service.wait_until_ready()
            yield service
        finally:
            service.end()


@dataclass
class Load:
    """Orders over http, one after the other, each until it is answered or refused."""

    address: str
    callers: Sequence[Caller]
    answers: Counter[int] = field(default_factory=Counter)
    acknowledged: list[Caller] = field(default_factory=list)
    failed_at: list[float] = field(default_factory=list)

    def run(self, is_over: threading.Event) -> None:
        number = 0
        while not is_over.is_set():
            caller = self.callers[number % len(self.callers)]
            number += 1
            status = caller.order_there(self.address, 1)
            self.answers[status] += 1
            if status == 200:
                self.acknowledged.append(caller)
            elif status == 0 or status >= 500:
                self.failed_at.append(time.monotonic())
            is_over.wait(0.02)


@contextmanager
def under_load(address: str, callers: Sequence[Caller], threads: int = 2) -> Iterator[list[Load]]:
    """Within the block so many threads give orders over and over, those of some players each."""
    over = threading.Event()
    loads = [Load(address, callers[first::threads]) for first in range(threads)]
    running = [threading.Thread(target=load.run, args=(over,)) for load in loads]
    for thread in running:
        thread.start()
    try:
        yield loads
    finally:
        over.set()
        for thread in running:
            thread.join()


def waited(what: Callable[[], bool], seconds: float) -> float | None:
    """How long it took until it was so; None where it was not within so many seconds."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        if what():
            return time.monotonic() - began
        time.sleep(0.05)
    return None


def open_counted(matches: Sequence[Match]) -> int:
    """Of these matches, how many have not closed their first phase."""
    return Match.objects.filter(pk__in=[m.pk for m in matches], phase_number=1).count()
