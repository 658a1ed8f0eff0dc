"""The quick half of the drills of closing: what they break must hold."""

from __future__ import annotations

import pytest

from games.bench.faults.interruptions import interruptions
from games.bench.faults.kills import sweeps_killed
from games.bench.faults.races import deadlines_raced

pytestmark = pytest.mark.django_db(transaction=True)


def test_exceptions_at_random_points_leave_no_lock_and_lose_and_double_nothing() -> None:
    for result in interruptions(60):
        assert result.passed, result


def test_kills_at_random_moments_lose_and_double_nothing() -> None:
    for result in sweeps_killed(15):
        assert result.passed, result


def test_orders_around_the_deadline_count_if_they_were_taken_in_time_and_only_then() -> None:
    for result in deadlines_raced(60):
        assert result.passed, result
