"""`/ready` and `/metrics`: whether the service does its work, and the figures behind that.

They stand in front of every middleware (wildcards_site.health): nobody is signed in here.
"""

from __future__ import annotations

import ipaddress
import secrets
import threading
import time
from collections.abc import Callable, Iterable
from functools import cache
from typing import Generic, TypeVar

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from prometheus_client import CollectorRegistry
from prometheus_client.core import Metric
from prometheus_client.openmetrics.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from games.selectors.service_metrics import ServiceMetrics, current_metrics
from games.services.heartbeats import database_takes_writes
from games.views.metric_families import families

KEPT_SECONDS = 2.0
MOST_LATE_SECONDS = 60.0
MOST_UNSENT_SECONDS = 600.0
MOST_UNREAD_SECONDS = 300.0
MOST_MAILBOX_AWAY_SECONDS = 300.0
MAIL_LANES = frozenset(("mail-out", "mail-in", "mailbox"))
OF_A_PROXY = ("X-Forwarded-For", "Forwarded", "X-Real-Ip", "Via")

T = TypeVar("T")


class Kept(Generic[T]):
    """An answer that is reckoned at most every two seconds, however many ask."""

    def __init__(self, reckon: Callable[[], T]) -> None:
        self._reckon = reckon
        self._lock = threading.Lock()
        self._kept: tuple[float, T] | None = None

    def get(self) -> T:
        """The answer, at most two seconds old; who asks meanwhile waits for the one reckoning."""
        with self._lock:
            if self._kept is None or time.monotonic() - self._kept[0] > KEPT_SECONDS:
                answer = self._reckon()
                self._kept = (time.monotonic(), answer)
            return self._kept[1]

    def forget(self) -> None:
        self._kept = None


def readiness() -> dict[str, str]:
    """What is well and what is not, by the name of each check: "ok" or a word for the trouble."""
    checks = {"database": "ok" if database_takes_writes() else "takes no writes"}
    try:
        found = current_metrics()
    except DatabaseError:
        connection.close()
        return checks | dict.fromkeys(("sweep", "queues", "mail"), "unknown")
    return checks | {
        "sweep": _sweep_word(found),
        "queues": "silent" if MAIL_LANES & set(found.silent_lanes) else "ok",
        "mail": _mail_word(found),
    }


def _sweep_word(found: ServiceMetrics) -> str:
    if "closing" in found.silent_lanes:
        return "silent"
    return "late" if found.oldest_due_phase > MOST_LATE_SECONDS else "ok"


def _mail_word(found: ServiceMetrics) -> str:
    if found.open_breakers:
        return "refused"
    if found.mailbox_away > MOST_MAILBOX_AWAY_SECONDS:
        return "not fetched"
    if max(found.oldest_unsent.values(), default=0.0) > MOST_UNSENT_SECONDS:
        return "unsent"
    return "unread" if found.oldest_unread > MOST_UNREAD_SECONDS else "ok"


kept_readiness = Kept(readiness)


def ready(request: HttpRequest) -> HttpResponse:
    """200 when the service can do its work, else 503; names each check, and no value."""
    checks = kept_readiness.get()
    is_ready = set(checks.values()) == {"ok"}
    body = {"status": "ok" if is_ready else "not ready", "checks": checks}
    return JsonResponse(body, status=200 if is_ready else 503)


class FiguresCollector(Collector):
    """Reads the database when it is scraped."""

    def collect(self) -> Iterable[Metric]:
        return families(current_metrics())


@cache
def _registry() -> CollectorRegistry:
    registry = CollectorRegistry(auto_describe=False)
    registry.register(FiguresCollector())
    return registry


def _exposition() -> bytes | None:
    try:
        return bytes(generate_latest(_registry()))  # type: ignore[no-untyped-call]
    except DatabaseError:
        connection.close()
        return None


kept_exposition = Kept(_exposition)


def metrics(request: HttpRequest) -> HttpResponse:
    """The figures in OpenMetrics' text format, for whoever has METRICS_TOKEN or is this machine."""
    if not _may_scrape(request):
        return HttpResponse(status=401, headers={"WWW-Authenticate": 'Bearer realm="metrics"'})
    text = kept_exposition.get()
    if text is None:
        return HttpResponse(status=503)
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)


def _may_scrape(request: HttpRequest) -> bool:
    given = request.headers.get("Authorization", "").partition("Bearer ")[2].strip()
    wanted: str = settings.METRICS_TOKEN
    if wanted and secrets.compare_digest(given.encode(), wanted.encode()):
        return True
    return _is_from_this_machine(request)


def _is_from_this_machine(request: HttpRequest) -> bool:
    """Asked directly by a program here, not through a proxy that stands here too."""
    if any(name in request.headers for name in OF_A_PROXY):
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
