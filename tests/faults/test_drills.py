"""The quick half of the drills of closing: what they break must hold."""

from __future__ import annotations

import errno
import os
import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.db import DatabaseError, connection

from games.common import clock
from games.models import Match
from games.services import deadline_sweep, orders, phases
from games.services.running_matches import RunningMatch, StalePlayError
from tests.bench.faults import races, restarts
from tests.bench.faults.drills import DRILLS, Drill
from tests.bench.faults.interruptions import interruptions
from tests.bench.faults.kills import sweeps_killed
from tests.bench.faults.mail_out import senders_killed, server_refuses
from tests.bench.faults.races import deadlines_raced
from tests.bench.faults.restarts import database_restarted
from tests.bench.faults.restores import database_restored
from tests.bench.faults.results import DrillImpossibleError, DrillResult
from tests.sizes import sized
from wildcards_site.management.commands.serve import lost_without_room

pytestmark = pytest.mark.django_db(transaction=True)


def test_exceptions_at_random_points_leave_no_lock_and_lose_and_double_nothing() -> None:
    for result in interruptions(sized(30, 60)):
        assert result.passed, result


def test_kills_at_random_moments_lose_and_double_nothing() -> None:
    for result in sweeps_killed(sized(8, 15)):
        assert result.passed, result


def test_orders_around_the_deadline_count_if_they_were_taken_in_time_and_only_then() -> None:
    for result in deadlines_raced(sized(30, 60)):
        assert result.passed, result


@pytest.mark.postgresql
def test_mutant_the_race_drill_notices_orders_without_the_lock_of_their_match(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both times every order by the site or the API before a deadline takes until after it to be
    written. Not those by mail: the sweeps themselves read them, and none would close the phase."""

    check, door = vars(orders)["_check_not_superseded"], threading.local()

    def submit_slowly(**given: Any) -> object:
        door.is_slow = True
        return orders.submit_order(**given)

    def check_and_wait(play: RunningMatch, seat: int, at: datetime) -> None:
        check(play, seat, at)
        assert play.row.deadline_at is not None
        left = play.row.deadline_at - clock.now()
        if left > timedelta(0) and getattr(door, "is_slow", False):
            time.sleep(left.total_seconds() + 3)

    monkeypatch.setattr(races, "submit_order", submit_slowly)
    monkeypatch.setattr(orders, "_check_not_superseded", check_and_wait)
    monkeypatch.setattr(deadline_sweep, "GRACE", timedelta(0))
    monkeypatch.setattr(phases, "GRACE", timedelta(0))
    assert _races_hold()
    monkeypatch.setattr(orders, "lock_match", lambda match_id: Match.objects.get(pk=match_id))
    assert not all(_races_hold() for _try in range(10))


def _races_hold() -> bool:
    """Whether the drill finds nothing; an order that ends in an error is something."""
    try:
        return all(result.passed for result in deadlines_raced(sized(40, 60)))
    except (DatabaseError, StalePlayError):
        return False


def test_senders_killed_after_the_servers_250_lose_nothing_and_double_one_mail_at_most() -> None:
    kills = sized(4, 8)
    killed, alarm = senders_killed(kills)
    assert killed.passed, killed
    assert killed.count == kills
    assert alarm.passed, alarm


def test_an_hour_of_a_mail_server_in_trouble_loses_no_mail_and_stops_no_address() -> None:
    for result in server_refuses(sized(4, 6)):
        assert result.passed, result


QUICK_HERE = ("F5", "F7", "F8", "F11", "F12", "F13", "F14", "F15")
NOT_HERE = ("full:log_full", "full:disk_nearly_full")
"""They run the whole service, or mount a disk."""


@pytest.mark.parametrize(
    "drill",
    [drill for drill in DRILLS if drill.key in QUICK_HERE and drill.where not in NOT_HERE],
    ids=lambda d: d.key,
)
def test_a_quick_share_of_the_drill_keeps_its_promises(drill: Drill) -> None:
    if drill.key == "F14" and connection.vendor == "sqlite":
        with pytest.raises(DrillImpossibleError):
            drill.run(drill.quick)
        return
    for result in drill.run(drill.quick):
        assert result.passed, result


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_line_that_the_logs_disk_does_not_take_stops_nothing(number: int) -> None:
    def write() -> None:
        raise OSError(number, os.strerror(number))

    with pytest.raises(OSError, match=os.strerror(number)):
        write()
    with lost_without_room():
        write()
    with pytest.raises(BrokenPipeError), lost_without_room():
        raise BrokenPipeError


@pytest.mark.postgresql
@pytest.mark.alone
@pytest.mark.timeout(300)
def test_a_database_restarted_under_load_loses_no_acknowledged_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # How soon is the drill's business: the tests share the machine with others.
    monkeypatch.setattr(restarts, "RECOVERED_SECONDS", restarts.LONGEST_SECONDS)
    for result in database_restarted(2):
        assert result.passed, result


@pytest.mark.postgresql
@pytest.mark.parametrize("deed", [database_restarted, database_restored])
def test_no_drill_stops_a_database_that_is_not_its_own(
    deed: Callable[[int], Sequence[DrillResult]],
) -> None:
    with (
        patch("tests.bench.faults.throw_away.tempfile.gettempdir", return_value="/nowhere"),
        pytest.raises(DrillImpossibleError, match="throw-away"),
    ):
        deed(1)
