"""The whole service under one roof: what `manage.py serve` does."""

import signal
import time
import urllib.error
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
from wildcards_site.messages import compile_messages
from wildcards_site.serving.broker import EmbeddedBroker, embedded_broker
from wildcards_site.serving.children import (
    beat_child,
    broker_child,
    lane_child,
    mail_child,
    web_child,
)
from wildcards_site.serving.locks import lock_data_directory, require_free_port
from wildcards_site.serving.options import BASE_DIR, DEFAULT_HOST, EVERY_INTERFACE, bracketed
from wildcards_site.serving.processes import Child, Supervisor, WriteLine

WEB_READY_WITHIN_SECONDS = 60.0
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
        self._stopping = False
        self.broker = self._broker_of_our_own()

    def run(self, announce: Callable[[str], None]) -> None:
        """Serve until SIGINT, SIGTERM or SIGHUP; `announce` gets the demo's words once all is up.

        Raises AlreadyServedError or WebNotReadyError when it cannot begin.
        """
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._stop_soon)
        with ExitStack() as stack:
            stack.enter_context(lock_data_directory(settings.DATA_DIR))
            require_free_port(self._options.host, self._options.port, "--port")
            if self._options.mail:
                require_free_port(self._options.host, self._options.smtp_port, "--smtp-port")
            stack.callback(self._supervisor.stop)
            if self.broker:
                self.broker.clear_away_predecessor()
                self._supervisor.start(broker_child(self.broker))
            demo_words = self._prepare()
            self._start_web()
            for child in self._children_behind_the_web():
                self._supervisor.start(child)
            if not self._stopping:
                announce(demo_words)
            while not self._stopping:
                self._supervisor.pump(0.2)

    def _broker_of_our_own(self) -> EmbeddedBroker | None:
        # REDIS_URL names our own socket only if prepare_environment put it there.
        broker = embedded_broker(settings.DATA_DIR) if settings.REDIS_URL else None
        return broker if broker and broker.url == settings.REDIS_URL else None

    def _prepare(self) -> str:
        compile_messages(Path(path) for path in settings.LOCALE_PATHS)
        call_command("migrate", verbosity=0, interactive=False)
        # One of these checks asks whether the rules of every running match are still here.
        call_command("check", databases=["default"], stdout=StringIO())
        if not settings.WHITENOISE_USE_FINDERS:
            call_command("collectstatic", verbosity=0, interactive=False)
        demo_words = StringIO()
        if self._options.demo:
            self._write_line("demo", "adding its matches")
            with redirect_stdout(demo_words):
                call_command("demo")
        # This process only watches from here on.
        connections.close_all()
        return demo_words.getvalue().strip()

    def _start_web(self) -> None:
        # Without a broker the tasks run inside the web process, so there may be only one.
        workers = self._options.workers if settings.REDIS_URL else 1
        web = web_child(self._options.host, self._options.port, workers)
        self._supervisor.start(web)
        deadline = time.monotonic() + WEB_READY_WITHIN_SECONDS
        while not self._stopping and not self._answers():
            if web.failures >= WEB_FAILURES_BEFORE_GIVING_UP or time.monotonic() > deadline:
                raise WebNotReadyError("The site does not start; its last lines above say why.")
            self._supervisor.pump(0.1)

    def _children_behind_the_web(self) -> list[Child]:
        children: list[Child] = []
        if settings.REDIS_URL:
            children += [lane_child(lane, self._options.workers) for lane in LANES]
            children.append(beat_child())
        if self._options.mail:
            children.append(mail_child(self._options.host, self._options.smtp_port))
        return children

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self._options.address}/health", timeout=2) as answer:  # noqa: S310
                return bool(answer.status == 200)
        except urllib.error.HTTPError:
            # A refusal, of this host name say, is an answer too.
            return True
        except OSError:
            return False

    def _stop_soon(self, _number: int, _frame: FrameType | None) -> None:
        self._stopping = True
