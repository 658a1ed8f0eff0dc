"""Nudges: after the commit, into the right lane, never a heap of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import transaction

from games.common import task_queue
from games.common.task_queue import celery_app
from wildcards_site.lanes import LANES

pytestmark = pytest.mark.django_db(transaction=True)

ADVANCE = "games.tasks.advance_match"
SEND = "games.tasks.send_due_mail"


@pytest.fixture(autouse=True)
def empty_lanes() -> Iterator[None]:
    """The broker of these tests is the process's own memory: other tests have nudged, too."""
    _purge()
    yield
    _purge()


def _purge() -> None:
    with celery_app().connection_for_write() as connection:
        for lane in LANES:
            connection.SimpleQueue(lane.name).clear()


def waiting(name: str) -> int:
    with celery_app().producer_pool.acquire(block=True) as producer:
        return task_queue.tasks_waiting(name, producer)


def test_nudges_for_a_busy_lane_do_not_pile_up() -> None:
    for match_id in range(100):
        task_queue.enqueue_match(match_id)
    assert waiting(ADVANCE) == task_queue.MOST_WAITING


def test_one_nudge_is_enough_for_a_task_that_does_all_there_is() -> None:
    for _mail in range(5):
        task_queue.enqueue_outbox()
    assert waiting(SEND) == 1


def test_a_full_lane_leaves_room_in_the_others() -> None:
    for match_id in range(100):
        task_queue.enqueue_match(match_id)
    task_queue.enqueue_outbox()
    task_queue.enqueue_inbound()
    task_queue.enqueue_task("tournaments.rating_tasks.settle_finished")
    for name in (SEND, "games.tasks.process_inbound_mail", "games.tasks.prune"):
        assert waiting(name) == 1


def test_nobody_is_nudged_about_what_was_rolled_back() -> None:
    with transaction.atomic():
        task_queue.enqueue_match(1)
        transaction.set_rollback(True)
    assert waiting(ADVANCE) == 0


def test_a_broker_that_is_away_fails_nobody(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(task_queue, "tasks_waiting", _broken)
        task_queue.enqueue_match(1)
    assert "the broker is away" in caplog.text


def _broken(*_given: object) -> int:
    raise ConnectionRefusedError
