"""The service's figures as metric families of OpenMetrics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.conf import settings
from django.core.cache import cache
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from games.selectors.service_metrics import ServiceMetrics, expected_lanes


def families(found: ServiceMetrics) -> Iterator[Metric]:
    """Every figure; ages in seconds, 0 where nothing waits."""
    yield _gauge(
        "oldest_due_phase_seconds", "How late the oldest due phase is", found.oldest_due_phase
    )
    yield _gauge("due_matches", "Matches that a sweep must look at", found.due_matches)
    yield _by("matches", "Matches that are not over", "status", found.matches)
    yield _by(
        "oldest_unsent_mail_seconds", "Age of the oldest due mail", "lane", found.oldest_unsent
    )
    yield _outbound(found)
    yield _gauge("failed_mails", "Mails that were given up, in the outbox", found.failed_mails)
    yield _gauge("oldest_unread_mail_seconds", "Age of the oldest unread mail", found.oldest_unread)
    yield _gauge("unread_mails", "Mails that came in and are unread", found.unread_mails)
    yield _gauge(
        "refusing_addresses", "Addresses with trouble within the hour", found.refusing_addresses
    )
    yield _gauge("open_breakers", "Ways out that are barred for now", len(found.open_breakers))
    yield _gauge(
        "mailbox_away_seconds", "For how long no mail could be fetched", found.mailbox_away
    )
    yield _by("leases", "Rows in a worker's hands", "lane", found.leases)
    yield _by("lane_silence_seconds", "Time since a lane's last beat", "lane", _silence(found))
    for name, count in found.further.items():
        yield _gauge(name, name.replace("_", " ").capitalize(), count)
    yield from _faults()


def _silence(found: ServiceMetrics) -> dict[str, float]:
    return {name: found.silence[name] for name in expected_lanes() if name in found.silence}


def _outbound(found: ServiceMetrics) -> Metric:
    family = GaugeMetricFamily(
        "wildcards_outbound_mails", "Mails in the outbox, unsent", labels=("status", "lane")
    )
    for (status, lane), count in found.outbound.items():
        family.add_metric((status, lane), count)
    return family


def _faults() -> Iterator[Metric]:
    """Answers of 500 and above; nothing where the cache that counts them is away."""
    try:
        count = cache.get(settings.FAULTS_COUNTED_AS, 0)
    except Exception:  # whatever the cache's client raises: the other figures matter more
        return
    yield CounterMetricFamily("wildcards_server_errors", "Answers of 500 and above", value=count)


def _gauge(name: str, words: str, value: float) -> Metric:
    return GaugeMetricFamily(f"wildcards_{name}", words, value=value)


def _by(name: str, words: str, label: str, values: Mapping[str, float]) -> Metric:
    family = GaugeMetricFamily(f"wildcards_{name}", words, labels=(label,))
    for key, value in values.items():
        family.add_metric((key,), value)
    return family
