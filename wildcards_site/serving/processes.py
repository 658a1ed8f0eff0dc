"""Child processes under one roof: their lines prefixed, the dead restarted, all stopped together.

Everything runs in one thread: forking is only safe there, and Linux sends the parent-death signal
when the thread that forked ends.
"""

import os
import selectors
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.context import ForkProcess
from pathlib import Path

from wildcards_site.serving.forking import begin, can_fork

FIRST_RESTART_DELAY_SECONDS = 0.5
LONGEST_RESTART_DELAY_SECONDS = 30.0
STEADY_AFTER_SECONDS = 30.0
# With the last goodbyes of a busy machine, everything is over in less than five.
STOP_WITHIN_SECONDS = 3.0
# No task takes longer: who is asked to end for a reload may finish what is in hand.
RELOAD_WITHIN_SECONDS = 30.0

WriteLine = Callable[[str, str], None]


@dataclass
class Child:
    """One process that is to run for as long as the supervisor does."""

    name: str
    command: Sequence[str]
    descriptors: Sequence[int] = ()
    """Open sockets that it gets from the supervisor, which keeps them open while it is away."""

    reloads: bool = True
    forks: bool = False
    """Whether it is a command of Python's that goes on from what the supervisor has loaded."""

    process: ForkProcess | None = None
    started_at: float = 0.0
    failures: int = 0
    restart_at: float | None = None
    unfinished_line: bytes = b""

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.is_alive()


class Supervisor:
    """Starts children, passes their lines on, and starts a dead one again, ever more slowly."""

    def __init__(self, directory: Path, write_line: WriteLine) -> None:
        self._directory = directory
        self._write_line = write_line
        self._selector = selectors.DefaultSelector()
        self.children: list[Child] = []
        self._to_reload: list[Child] = []
        self._leaving: Child | None = None
        self._leave_by = 0.0

    def start(self, child: Child) -> None:
        self.children.append(child)
        self._spawn(child)

    def pump(self, seconds: float) -> None:
        """Pass on what the children say for up to `seconds`, then restart those that are due."""
        self._read_for(seconds)
        now = time.monotonic()
        self._go_on_reloading(now)
        for child in self.children:
            if child is self._leaving:
                continue
            if child.restart_at is None and not child.running:
                self._schedule_restart(child, now)
            elif child.restart_at is not None and child.restart_at <= now:
                self._spawn(child)

    def reload(self) -> None:
        """Start every child anew, one after the other, as `pump` goes on."""
        self._to_reload = [child for child in self.children if child.reloads]
        for child in self._to_reload:
            child.forks = False  # what is loaded here may be older than what is installed

    def _go_on_reloading(self, now: float) -> None:
        child = self._leaving
        if child is None and self._to_reload:
            child = self._leaving = self._to_reload.pop(0)
            self._leave_by = now + RELOAD_WITHIN_SECONDS
            self._write_line(child.name, "starts anew")
            if child.process is not None and child.running:
                # It alone, not its group: it lets its own children finish.
                child.process.terminate()
        if child is not None and not child.running:
            _signal_group(child, signal.SIGKILL)
            self._leaving = None
            self._spawn(child)
        elif child is not None and now > self._leave_by:
            _signal_group(child, signal.SIGKILL)

    def stop(self, within_seconds: float = STOP_WITHIN_SECONDS) -> None:
        """End every child: politely, the last started first asked, and by force when time is up."""
        deadline = time.monotonic() + within_seconds
        # The first child is what the others talk to: it goes when they have gone.
        for group in (self.children[:0:-1], self.children[:1]):
            for child in group:
                _signal_group(child, signal.SIGTERM)
            while any(child.running for child in group) and time.monotonic() < deadline:
                self._read_for(0.05)
            for child in group:
                # Even of a child that ended: its own children may have stayed.
                _signal_group(child, signal.SIGKILL)
                if child.process is not None:
                    child.process.join()

    def _spawn(self, child: Child) -> None:
        child.restart_at = None
        child.started_at = time.monotonic()
        said, output = os.pipe()
        child.process = begin(
            child.command,
            self._directory,
            output,
            child.descriptors,
            is_loaded=child.forks and can_fork(),
        )
        os.close(output)
        os.set_blocking(said, False)
        self._selector.register(said, selectors.EVENT_READ, child)

    def _read_for(self, seconds: float) -> None:
        for key, _events in self._selector.select(seconds):
            self._read(key.data, key.fd)

    def _read(self, child: Child, said: int) -> None:
        try:
            received = os.read(said, 65536)
        except BlockingIOError:
            return
        *lines, child.unfinished_line = (child.unfinished_line + received).split(b"\n")
        if not received:
            self._selector.unregister(said)
            os.close(said)
            lines, child.unfinished_line = [*lines, child.unfinished_line], b""
        for line in lines:
            if text := line.decode("utf-8", "replace").rstrip():
                self._write_line(child.name, text)

    def _schedule_restart(self, child: Child, now: float) -> None:
        if now - child.started_at > STEADY_AFTER_SECONDS:
            child.failures = 0
        delay = FIRST_RESTART_DELAY_SECONDS * 2**child.failures
        child.failures += 1
        child.restart_at = now + min(delay, LONGEST_RESTART_DELAY_SECONDS)
        assert child.process is not None
        self._write_line(
            child.name, f"ended with {child.process.exitcode}; starts again in {delay:g} s"
        )


def _signal_group(child: Child, number: signal.Signals) -> None:
    if child.process is None or child.process.pid is None:
        return
    # macOS answers PermissionError for a group of zombies.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.process.pid, number)
