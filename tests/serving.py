"""Runs `manage.py serve` as a person would, in a data directory of its own."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

from tests.migrated import copy_migrated

ROOT = Path(__file__).resolve().parent.parent
READY_WITHIN_SECONDS = 240.0
DATABASE = "wildcards.sqlite3"


def free_port() -> int:
    """A port that nobody listened on a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def wait_until(
    condition: Callable[[], object], what: str, seconds: float = 60.0, every: float = 0.05
) -> None:
    """Return as soon as `condition`, tried `every` so often, holds; fail after `seconds`."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not within {seconds:g} s: {what}"
        time.sleep(every)


class ServeProcess:
    """One `serve` with its ports, its output and its children."""

    def __init__(
        self,
        data: Path,
        *options: str,
        port: int = 0,
        is_new: bool = False,
        **environment: str,
    ) -> None:
        """`is_new`: begin without a database, as at somebody's first `make up`."""
        self.data = data
        if not (is_new or (data / DATABASE).exists()):
            copy_migrated(data / DATABASE)
        self.port = port or free_port()
        self.smtp_port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._output = data.with_name(f"{data.name}-{self.smtp_port}.log")
        arguments = [f"--data={data}", f"--port={self.port}", f"--smtp-port={self.smtp_port}"]
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
        with self._output.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", *arguments, *options],
                cwd=ROOT,
                env=kept | environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    @property
    def output(self) -> str:
        return self._output.read_text(encoding="utf-8", errors="replace")

    def wait_until_ready(self) -> None:
        """Return when the start screen is there."""
        deadline = time.monotonic() + READY_WITHIN_SECONDS
        while not re.search(r"Ctrl-C stops it|serving http", self.output):
            assert self.process.poll() is None, self.output
            assert time.monotonic() < deadline, self.output
            time.sleep(0.05)

    def get(self, path: str) -> tuple[int, str]:
        """Status and body of a page that answers with success."""
        with urllib.request.urlopen(self.address + path, timeout=60) as answer:
            return answer.status, answer.read().decode()

    def children(self) -> dict[int, str]:
        """Command line of every process whose ancestor this serve is, by process id."""
        listed = subprocess.run(
            ["ps", "-ww", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True
        )
        rows = [line.split(None, 2) for line in listed.stdout.splitlines()]
        family = {str(self.process.pid)}
        while grown := {row[0] for row in rows if row[1] in family} - family:
            family |= grown
        return {
            int(row[0]): row[2]
            for row in rows
            if row[0] in family and int(row[0]) != self.process.pid and "<defunct>" not in row[2]
        }

    def child(self, words: str) -> int:
        """The first child whose command line contains `words`."""
        return min(self._running(words))

    def is_replaced(self, words: str, old: int) -> bool:
        """Whether that child is gone, and another with `words` does its work."""
        running = self._running(words)
        return bool(running) and old not in running

    def _running(self, words: str) -> list[int]:
        return [pid for pid, command in self.children().items() if words in command]

    def stop(self, number: signal.Signals = signal.SIGTERM) -> float:
        """Send the signal; the seconds until everything was over."""
        began = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(timeout=30)
        return time.monotonic() - began

    def end(self) -> None:
        """Leave nothing behind, whatever state the test is in."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=30)
