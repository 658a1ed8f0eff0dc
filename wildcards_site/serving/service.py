"""The whole service under one roof: what `manage.py serve` does."""

import os
import signal
import socket
import sys
import time
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from types import FrameType

from django.conf import settings
from django.core.management import call_command
from django.db import connections

from wildcards_site.lanes import LANES
from wildcards_site.serving.broker import EmbeddedBroker, embedded_broker
from wildcards_site.serving.children import (
    beat_child,
    broker_child,
    lane_child,
    mail_child,
    mailbox_child,
    watch_child,
    web_child,
)
from wildcards_site.serving.forking import load_the_site
from wildcards_site.serving.garbage import keep_what_is_loaded
from wildcards_site.serving.locks import FOR_ITS_OWNER, lock_data_directory
from wildcards_site.serving.options import BASE_DIR, DEFAULT_HOST, EVERY_INTERFACE, bracketed
from wildcards_site.serving.processes import Child, Supervisor, WriteLine
from wildcards_site.serving.sockets import listening_socket
from wildcards_site.translations import compile_messages

WEB_READY_WITHIN_SECONDS = 300.0
WEB_NEWS_EVERY_SECONDS = 15.0
WEB_FAILURES_BEFORE_GIVING_UP = 3


class WebNotReadyError(Exception):
    """The web process ended again and again, or never answered."""


@dataclass(frozen=True)
class ServeOptions:
    """What the command line of `serve` says."""

    host: str
    port: int
    smtp_port: int
    workers: int
    demo: bool
    mail: bool

    @property
    def address(self) -> str:
        """Where this machine's browser finds the site."""
        host = DEFAULT_HOST if self.host in EVERY_INTERFACE else self.host
        return f"http://{bracketed(host)}:{self.port}"


class Service:
    """Prepares the data directory, then runs the processes until a signal says stop."""

    def __init__(self, options: ServeOptions, write_line: WriteLine) -> None:
        self._options = options
        self._write_line = write_line
        self._supervisor = Supervisor(BASE_DIR, write_line)
        self._stopping = self._reloading = False
        self._mail_listener: socket.socket | None = None
        self.broker = self._broker_of_our_own()

    def run(self, announce: Callable[[str], None]) -> None:
        """Serve until SIGINT or SIGTERM; `announce` gets the demo's words once all is up.

        SIGHUP starts the children anew, one after the other, and no connection is refused
        meanwhile; where there is a terminal, it means that the terminal has gone, and stops.

        Raises AlreadyServedError or WebNotReadyError when it cannot begin.
        """
        hang_up = self._stop_soon if sys.stdin.isatty() else self._reload_soon
        signal.signal(signal.SIGHUP, hang_up)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop_soon)
        os.umask(FOR_ITS_OWNER)
        with ExitStack() as stack:
            stack.enter_context(lock_data_directory(settings.DATA_DIR))
            host, port, smtp_port = (
                self._options.host,
                self._options.port,
                self._options.smtp_port,
            )
            web = stack.enter_context(listening_socket("web", host, port, "--port"))
            if self._options.mail:
                self._mail_listener = stack.enter_context(
                    listening_socket("smtp", host, smtp_port, "--smtp-port")
                )
            stack.callback(self._supervisor.stop)
            if self.broker:
                self.broker.clear_away_predecessor()
                self._supervisor.start(broker_child(self.broker))
            demo_words = self._prepare()
            self._start_web(web)
            for child in self._children_behind_the_web():
                self._supervisor.start(child)
            if not self._stopping:
                announce(demo_words)
            while not self._stopping:
                if self._reloading:
                    self._reloading = False
                    self._reload()
                self._supervisor.pump(0.2)

    def _reload(self) -> None:
        try:
            # New templates name new files; the old ones stay for pages that are open.
            _collect_static_files()
        except (OSError, ValueError) as error:
            self._write_line("serve", f"static files stay as they are: {error}")
        self._supervisor.reload()

    def _broker_of_our_own(self) -> EmbeddedBroker | None:
        # REDIS_URL names our own socket only if prepare_environment put it there.
        broker = embedded_broker(settings.DATA_DIR) if settings.REDIS_URL else None
        return broker if broker and broker.url == settings.REDIS_URL else None

    def _prepare(self) -> str:
        compile_messages(Path(path) for path in settings.LOCALE_PATHS)
        self._write_line("serve", "brings the database up to date")
        call_command("migrate", verbosity=0, interactive=False)
        # One of these checks asks whether the rules of every running match are still here.
        self._write_line("serve", "checks the settings and the running matches")
        call_command("check", databases=["default"], stdout=StringIO())
        _collect_static_files()
        demo_words = StringIO()
        if self._options.demo:
            self._write_line("demo", "adding its matches")
            with redirect_stdout(demo_words):
                call_command("demo")
        # This process only watches from here on, and is what its children begin with.
        connections.close_all()
        load_the_site()
        keep_what_is_loaded()
        return demo_words.getvalue().strip()

    def _start_web(self, listener: socket.socket) -> None:
        # Without a broker the tasks run inside the web process, so there may be only one.
        workers = self._options.workers if settings.REDIS_URL else 1
        web = web_child(listener, workers)
        self._write_line("serve", "starts the site; the first time takes some seconds")
        self._supervisor.start(web)
        began = news_at = time.monotonic()
        while not self._stopping and not self._answers():
            now = time.monotonic()
            if web.failures >= WEB_FAILURES_BEFORE_GIVING_UP:
                raise WebNotReadyError("The site does not start; its last lines above say why.")
            if now > began + WEB_READY_WITHIN_SECONDS:
                raise WebNotReadyError(
                    f"The web process runs, but {self._options.address}/health gave no answer "
                    f"within {WEB_READY_WITHIN_SECONDS:.0f} s. Is the machine overloaded?"
                )
            if now > news_at + WEB_NEWS_EVERY_SECONDS:
                news_at = now
                self._write_line("serve", f"waits for the web process since {now - began:.0f} s")
            self._supervisor.pump(0.1)

    def _children_behind_the_web(self) -> list[Child]:
        children: list[Child] = []
        if settings.REDIS_URL:
            children += [lane_child(lane, self._options.workers) for lane in LANES]
            children.append(beat_child())
        if self._mail_listener is not None:
            children.append(mail_child(self._mail_listener))
        if settings.IMAP_URL and self._options.mail:
            children.append(mailbox_child())
        children.append(watch_child())
        return children

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self._options.address}/health", timeout=2) as answer:  # noqa: S310
                return bool(answer.status == 200)
        except OSError:
            return False

    def _reload_soon(self, _number: int, _frame: FrameType | None) -> None:
        self._reloading = True

    def _stop_soon(self, _number: int, _frame: FrameType | None) -> None:
        self._stopping = True


def _collect_static_files() -> None:
    if settings.COLLECTED_STATIC:
        call_command("collectstatic", verbosity=0, interactive=False)
