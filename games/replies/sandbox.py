"""Mails are read in a process of their own, so that none can hold up or end the one that acts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import msgspec

from games.replies.automatic_responses import Ours
from games.replies.parsed_mail import ParsedMail
from games.replies.sandbox_worker import LENGTH, ParseRequest, ParseResult, receive

WALL_SECONDS = 8.0
"""Longer than a mail ever waits for its turn on a busy machine, shorter than a lease."""

_COMMAND = [sys.executable, "-m", "games.replies.sandbox_worker"]
_ROOT = Path(__file__).resolve().parents[2]


class UnreadableError(Exception):
    """The mail cannot be read within its limits, now or later; the argument is a short code."""


class ReaderLostError(Exception):
    """The process ended or hung for a reason that may not be the mail's."""


def read(raw: bytes, envelope_sender: str, ours: Ours) -> ParsedMail:
    """What a mail says. Raises UnreadableError, ReaderLostError, or OSError where no process can be
    started."""
    with _lock:
        return _process.read(raw, envelope_sender, ours)


def end() -> None:
    """End this process's reader, if it has one; the next mail starts another."""
    with _lock:
        child = _process.child
        _process.close()
        if child is not None:
            child.wait(WALL_SECONDS)


class _Process:
    """Started with the first mail, and anew after each that ended it."""

    def __init__(self) -> None:
        self.child: subprocess.Popen[bytes] | None = None

    def read(self, raw: bytes, envelope_sender: str, ours: Ours) -> ParsedMail:
        child = self._running()
        watchdog = threading.Timer(WALL_SECONDS, child.kill)
        watchdog.daemon = True
        watchdog.start()
        try:
            answer = _ask(child, raw, envelope_sender, ours)
        finally:
            watchdog.cancel()
        if answer is None:
            raise self._ended(child)
        content = msgspec.json.decode(answer, type=ParseResult)
        if content.mail is None:
            raise UnreadableError(content.fault)
        return content.mail

    def _running(self) -> subprocess.Popen[bytes]:
        if self.child is None or self.child.poll() is not None:
            self.close()
            # No settings and no secrets: a reader that was taken over would find none.
            self.child = subprocess.Popen(  # noqa: S603  the command is ours
                _COMMAND,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=_ROOT,
                env={"PYTHONPATH": str(_ROOT), "LC_ALL": "C.UTF-8"},
                start_new_session=True,
            )
        return self.child

    def _ended(self, child: subprocess.Popen[bytes]) -> Exception:
        child.kill()
        code = child.wait()
        self.close()
        if code == -signal.SIGPROF:
            return UnreadableError("processor-time")
        return ReaderLostError(f"ended with {code}")

    def close(self) -> None:
        """Let go of the process's pipes; it ends by that."""
        child, self.child = self.child, None
        for pipe in (child.stdin, child.stdout) if child is not None else ():
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:  # what was still to be written has nobody to read it
                    continue


def _ask(
    child: subprocess.Popen[bytes], raw: bytes, envelope_sender: str, ours: Ours
) -> bytes | None:
    assert child.stdin is not None
    assert child.stdout is not None
    question = msgspec.json.encode(ParseRequest(envelope_sender, ours))
    try:
        child.stdin.write(LENGTH.pack(len(question)) + question + LENGTH.pack(len(raw)) + raw)
        child.stdin.flush()
        return receive(child.stdout)
    except OSError:
        return None


def _begin_anew() -> None:
    """After a fork: the reader is the parent's, and two may not speak to it."""
    global _lock, _process
    _process.close()
    _lock, _process = threading.Lock(), _Process()


_lock = threading.Lock()
_process = _Process()
os.register_at_fork(after_in_child=_begin_anew)
