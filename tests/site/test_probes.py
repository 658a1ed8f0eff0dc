"""What load balancers and monitors are told, and what they are not."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, OperationalError, connection
from django.test import Client
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from games.common import clock
from games.models import InboundMail, LaneBeat, Match, OutboundMail, Phase
from games.selectors.service_metrics import LONGEST_SILENCE, current_metrics
from games.views import probes
from tests import cast

ELSEWHERE: dict[str, Any] = {"REMOTE_ADDR": "203.0.113.9"}


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    probes.kept_readiness.forget()
    probes.kept_exposition.forget()
    yield
    probes.kept_readiness.forget()
    probes.kept_exposition.forget()


def everything_beats() -> None:
    LaneBeat.objects.bulk_create(
        [LaneBeat(name=name, beat_at=clock.now()) for name in LONGEST_SILENCE]
    )


def checks(client: Client) -> tuple[int, dict[str, str]]:
    probes.kept_readiness.forget()
    answer = client.get("/ready")
    return answer.status_code, answer.json()["checks"]


def scraped(client: Client) -> dict[tuple[str, str], float]:
    """Every sample by its name and its labels' values."""
    probes.kept_exposition.forget()
    text = client.get("/metrics").content.decode()
    return {
        (sample.name, ",".join(sorted(sample.labels.values()))): sample.value
        for family in text_string_to_metric_families(text)  # type: ignore[no-untyped-call]
        for sample in family.samples
    }


def test_health_asks_no_database(client: Client) -> None:
    # Without pytest's database mark every query raises.
    answer = client.get("/health", headers={"Host": "192.0.2.1"})
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.parametrize("path", ["/health", "/ready", "/metrics"])
def test_the_probes_answer_for_any_host_without_https(
    path: str, db: None, client: Client, settings: Any
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.ALLOWED_HOSTS = ["cards.example.org"]
    everything_beats()
    answer = client.get(path, headers={"Host": "192.0.2.1:8000"})
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    assert client.post(path).status_code == 405


def test_a_service_that_does_its_work_is_ready(db: None, client: Client) -> None:
    everything_beats()
    assert checks(client) == (
        200,
        {"database": "ok", "sweep": "ok", "queues": "ok", "mail": "ok"},
    )


def test_a_service_whose_lanes_never_moved_is_not_ready(db: None, client: Client) -> None:
    status, found = checks(client)
    assert status == 503
    assert (found["sweep"], found["queues"]) == ("silent", "silent")


def test_a_late_sweep_and_stuck_mail_are_named(db: None, client: Client) -> None:
    everything_beats()
    match = cast.running_match()
    now = clock.now()
    match.phases.filter(Phase.OPEN).update(wake_at=now - timedelta(seconds=90))
    OutboundMail.objects.update(status="queued", due_at=now - timedelta(minutes=11))
    status, found = checks(client)
    assert (status, found["sweep"], found["mail"]) == (503, "late", "unsent")


def test_an_unread_mail_is_named(db: None, client: Client) -> None:
    everything_beats()
    InboundMail.objects.create(
        dedupe_key="one",
        source="smtp",
        recipient="x",
        raw=b"x",
        received_at=clock.now() - timedelta(minutes=6),
    )
    assert checks(client)[1]["mail"] == "unread"


@pytest.mark.django_db(transaction=True)
def test_a_database_that_takes_no_writes_is_told_within_seconds(client: Client) -> None:
    everything_beats()
    LaneBeat.objects.create(name="ready", beat_at=clock.now())
    release, held = threading.Event(), threading.Event()

    def hold_the_lock() -> None:
        from django.db import transaction

        try:
            with transaction.atomic():
                LaneBeat.objects.filter(name="ready").update(beat_at=clock.now())
                held.set()
                release.wait(30)
        finally:
            connection.close()

    holder = threading.Thread(target=hold_the_lock)
    holder.start()
    held.wait(10)
    try:
        status, found = checks(client)
    finally:
        release.set()
        holder.join()
    assert (status, found["database"]) == (503, "takes no writes")
    assert checks(client)[0] == 200


def test_a_database_that_is_away_is_a_503_that_says_so(
    db: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise OperationalError("server at 10.0.0.1 is away")

    monkeypatch.setattr(probes, "database_takes_writes", lambda: False)
    monkeypatch.setattr(probes, "current_metrics", away)
    monkeypatch.setattr(connection, "close", lambda: None)
    status, found = checks(client)
    assert (status, found["database"], found["sweep"]) == (503, "takes no writes", "unknown")


def test_many_who_ask_cost_one_reckoning(
    db: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def reckoned() -> dict[str, str]:
        asked.append(1)
        return {"database": "ok"}

    monkeypatch.setattr(probes.kept_readiness, "_reckon", reckoned)
    for _time in range(50):
        client.get("/ready")
    assert len(asked) < 10


def test_metrics_are_for_this_machine_and_the_token(
    db: None, client: Client, settings: Any
) -> None:
    settings.METRICS_TOKEN = "a-token-for-prometheus"
    assert client.get("/metrics").status_code == 200
    refused = client.get("/metrics", **ELSEWHERE)
    assert (refused.status_code, refused.content) == (401, b"")
    by_the_proxy = client.get("/metrics", headers={"X-Forwarded-For": "203.0.113.9"})
    assert by_the_proxy.status_code == 401
    wrong = client.get("/metrics", headers={"Authorization": "Bearer é"}, **ELSEWHERE)
    assert wrong.status_code == 401
    right = {"Authorization": "Bearer a-token-for-prometheus"}
    assert client.get("/metrics", headers=right, **ELSEWHERE).status_code == 200


def test_without_a_token_nobody_elsewhere_gets_the_metrics(
    db: None, client: Client, settings: Any
) -> None:
    settings.METRICS_TOKEN = ""
    for given in ("Bearer ", "Bearer", ""):
        answer = client.get("/metrics", headers={"Authorization": given}, **ELSEWHERE)
        assert answer.status_code == 401


def test_the_figures_are_those_of_the_database(db: None, client: Client) -> None:
    match = cast.running_match()
    parked = cast.running_match("Anna", "Bo", "Dirk")
    now = clock.now()
    match.phases.filter(Phase.OPEN).update(
        wake_at=now - timedelta(seconds=100), lease_until=now + timedelta(seconds=20)
    )
    Match.objects.filter(pk=parked.pk).update(status="parked")
    OutboundMail.objects.update(status="failed")
    OutboundMail.objects.filter(match=match).update(
        status="queued", due_at=now - timedelta(seconds=50)
    )
    with clock.simulated(now):
        everything_beats()
        found = scraped(client)
    queued = OutboundMail.objects.filter(match=match).count()
    assert found["wildcards_oldest_due_phase_seconds", ""] == 100
    assert found["wildcards_oldest_unsent_mail_seconds", "play"] == 50
    assert found["wildcards_oldest_unsent_mail_seconds", "sign-in"] == 0
    assert found["wildcards_matches", "parked"] == 1
    assert found["wildcards_matches", "running"] == 1
    assert found["wildcards_outbound_mails", "play,queued"] == queued > 0
    assert found["wildcards_failed_mails", ""] == OutboundMail.objects.count() - queued
    assert found["wildcards_leases", "matches"] == 1
    assert found["wildcards_parked_tournaments", ""] == 0
    assert found["wildcards_lane_silence_seconds", "closing"] == 0


def test_the_figures_cost_the_same_queries_however_much_there_is(
    db: None, django_assert_num_queries: Any
) -> None:
    current_metrics()
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as empty:
        current_metrics()
    for _time in range(5):
        cast.running_match()
    everything_beats()
    with django_assert_num_queries(len(empty)):
        current_metrics()
    assert len(empty) <= 12


def test_answers_that_are_faults_are_counted(
    db: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.views import static_pages

    before = scraped(client).get(("wildcards_server_errors_total", ""), 0)
    client.raise_request_exception = False

    def broken(*_anything: object) -> None:
        raise DatabaseError

    monkeypatch.setattr(static_pages, "render", broken)
    assert client.get("/credits/").status_code >= 500
    assert scraped(client)["wildcards_server_errors_total", ""] == before + 1
