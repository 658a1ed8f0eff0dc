"""Workers killed, tasks doubled, orders at the last moment: one result, nothing lost."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from games.common import clock
from games.common.errors import OrderRefused
from games.models import Match, Order, OutboundMail, Phase, ServicePulse
from games.services.match_verification import verify_match
from games.services.phases import GRACE
from tests.cast import deadlines_at, order, player, running_match
from tests.faults.workers import Worker, running_worker, sender, wait_for
from tests.sizes import sized

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.redis,
    pytest.mark.timeout(180),
]

KILLS = sized(4, 10)
MATCHES = sized(15, 50)
SWEEP = "games.tasks.sweep_deadlines"
ADVANCE = "games.tasks.advance_match"


def overdue_matches(count: int) -> list[Match]:
    """Running matches in which Anna has ordered, whose deadline has just passed."""
    matches = [running_match() for _number in range(count)]
    for match in matches:
        order(player(match, "Anna"), "bid R")
    past = clock.now() - GRACE - timedelta(seconds=1)
    ServicePulse.objects.update_or_create(pk=1, defaults={"beat_at": clock.now()})
    deadlines_at(past, [match.pk for match in matches])
    return matches


def retry_at_once(matches: list[Match]) -> None:
    """Do not wait out the minutes that a match is put off after a killed try."""
    ids = [match.pk for match in matches]
    due = Phase.objects.filter(match__in=ids, number=1, closed_at=None)
    due.update(wake_at=clock.now() - timedelta(minutes=1))


def all_closed(matches: list[Match]) -> bool:
    ids = [match.pk for match in matches]
    return not Match.objects.filter(pk__in=ids, phase_number=1).exists()


def assert_one_result_and_nothing_lost(matches: list[Match]) -> None:
    for match in matches:
        match.refresh_from_db()
        assert match.status == Match.Status.RUNNING
        assert match.phase_number == 2
        sources = dict(
            Order.objects.filter(phase__match=match, phase__number=1).values_list(
                "player__member__name", "source"
            )
        )
        assert sources == {"Anna": "web", "Bo": "default", "Carla": "default"}
        assert [check.problem for check in verify_match(match) if not check.holds] == []
    keys = Counter(OutboundMail.objects.values_list("dedupe_key", flat=True))
    assert set(keys.values()) == {1}
    asked = OutboundMail.objects.filter(kind="decision", phase_number=2).count()
    assert asked == 3 * len(matches)


def _swept(send: object, matches: list[Match]) -> bool:
    assert callable(send)
    retry_at_once(matches)
    send(SWEEP)
    threading.Event().wait(0.5)
    return all_closed(matches)


def test_killing_the_whole_worker_leaves_the_rest_to_the_next_one(
    redis_url: str, tmp_path: Path
) -> None:
    matches = overdue_matches(MATCHES)
    send = sender(redis_url)
    first = Worker(redis_url, tmp_path / "first.log")
    first.wait_until_ready()
    send(SWEEP)
    threading.Event().wait(0.1)
    first.kill()
    with running_worker(redis_url, tmp_path, "second"):
        wait_for(lambda: _swept(send, matches), "the second worker", 60)
    assert_one_result_and_nothing_lost(matches)


@pytest.fixture(scope="module")
def worker(
    django_db_setup: None, redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Worker]:
    """One that outlives its tests, which kill no more than its children."""
    with running_worker(redis_url, tmp_path_factory.mktemp("worker")) as running:
        yield running


def test_killing_the_pool_in_the_middle_of_closings_loses_and_doubles_nothing(
    redis_url: str, worker: Worker
) -> None:
    matches = overdue_matches(MATCHES)
    send, chance = sender(redis_url), random.Random(7)
    killed = 0
    while killed < KILLS:
        send(SWEEP)
        threading.Event().wait(chance.uniform(0.02, 0.35))
        killed += worker.kill_children()
        retry_at_once(matches)
    wait_for(lambda: _swept(send, matches), "the last phase to close", 90)
    assert_one_result_and_nothing_lost(matches)


def test_tasks_delivered_many_times_to_two_workers_give_one_result(
    redis_url: str, worker: Worker, tmp_path: Path
) -> None:
    matches = overdue_matches(sized(8, 30))
    send = sender(redis_url)
    with running_worker(redis_url, tmp_path, "another"):
        for _delivery in range(5):
            send(SWEEP)
            for match in matches:
                send(ADVANCE, args=[match.pk])
        wait_for(lambda: all_closed(matches), "every phase to close", 100)
        threading.Event().wait(1)
    assert_one_result_and_nothing_lost(matches)


def test_orders_at_the_last_moment_are_in_the_closing_or_refused(
    redis_url: str, worker: Worker
) -> None:
    matches = [running_match() for _number in range(sized(8, 20))]
    ServicePulse.objects.update_or_create(pk=1, defaults={"beat_at": clock.now()})
    players = {match.pk: player(match, "Anna") for match in matches}
    send = sender(redis_url)
    told: dict[int, bool] = {}
    soon = clock.now() + timedelta(milliseconds=400)
    deadlines_at(soon, [match.pk for match in matches])
    for match in matches:
        try:
            order(players[match.pk], "bid R", phase_number=1)
            told[match.pk] = True
        except OrderRefused:
            told[match.pk] = False
        send(SWEEP)
    wait_for(lambda: _due_swept(send, matches), "every phase to close", 100)
    for match in matches:
        applied = Order.objects.get(phase__match=match, phase__number=1, player=players[match.pk])
        assert (applied.source == Order.Source.WEB) == told[match.pk]


def _due_swept(send: object, matches: list[Match]) -> bool:
    assert callable(send)
    send(SWEEP)
    threading.Event().wait(0.5)
    return all_closed(matches)
