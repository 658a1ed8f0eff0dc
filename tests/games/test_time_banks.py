"""Lateness is paid from one's own time first, and only by those who are late."""

from __future__ import annotations

import threading
from datetime import timedelta
from functools import partial

import pytest
from django.db import connections

from games.common import clock
from games.common.errors import OrderRefused
from games.models import DeadlineChange, Order, OutboundMail, Player, ServicePulse
from games.presentation.deadline_reasons import deadline_reason
from games.selectors import bank_shown, ledger, table
from games.services.deadline_sweep import sweep_due
from games.services.phases import GRACE
from games.services.time_controls import Terms
from games.services.withdrawals import withdraw_order
from tests.cast import deadlines_at, order, player, running_match
from tests.games.test_concurrency import at_once, failures
from tests.games.times import (
    BANKED,
    DAY,
    HOUR,
    bank_left,
    deadline_of,
    opened_at,
    pass_deadline,
    sweep_at,
)

pytestmark = pytest.mark.django_db


def test_everybody_begins_with_a_whole_bank() -> None:
    match = running_match(terms=BANKED)
    assert {bank_left(who) for who in match.players.all()} == {3 * DAY}


def test_at_the_deadline_the_bank_of_who_is_late_moves_it() -> None:
    match = running_match(terms=BANKED, waiting_policy="names")
    order(player(match, "Anna"))
    order(player(match, "Carla"))
    old = deadline_of(match)
    pass_deadline(match)
    assert match.phase_number == 1
    assert deadline_of(match) == old + DAY
    entry = ledger(match)[-1]
    assert (entry.why, entry.detail) == (
        DeadlineChange.Why.BANK,
        {"seats": [player(match, "Bo").seat]},
    )
    assert (entry.old_deadline_at, entry.new_deadline_at) == (old, old + DAY)


def test_the_bank_moves_the_deadline_by_half_of_a_short_clock() -> None:
    match = running_match(terms=BANKED, phase_time=4 * HOUR)
    old = deadline_of(match)
    pass_deadline(match)
    assert deadline_of(match) == old + 2 * HOUR


def test_who_is_late_pays_to_the_minute_and_gets_the_rest_back() -> None:
    match = running_match(terms=BANKED)
    order(player(match, "Anna"))
    order(player(match, "Carla"))
    old = deadline_of(match)
    pass_deadline(match)
    with clock.simulated(old + 5 * HOUR):
        order(player(match, "Bo"))
    match.refresh_from_db()
    assert match.phase_number > 1
    assert bank_left(player(match, "Bo")) == 3 * DAY - 5 * HOUR
    assert bank_left(player(match, "Anna")) == 3 * DAY


def test_revising_is_free() -> None:
    match = running_match(terms=BANKED)
    order(player(match, "Anna"))
    old = deadline_of(match)
    pass_deadline(match)
    with clock.simulated(old + HOUR):
        order(player(match, "Bo"), "bid R")
    with clock.simulated(old + 9 * HOUR):
        order(player(match, "Bo"))
    with clock.simulated(old + 10 * HOUR):
        order(player(match, "Carla"))
    assert bank_left(player(match, "Bo")) == 3 * DAY - HOUR
    assert bank_left(player(match, "Carla")) == 3 * DAY - 10 * HOUR


@pytest.mark.parametrize("policy", ["count", "quiet"])
def test_where_nobody_is_named_a_bank_that_is_spent_names_nobody_either(policy: str) -> None:
    """Not in the ledger, not by what is shown of banks, and not by how far the deadline moves."""
    match = running_match(terms=Terms(time_bank=30 * HOUR), waiting_policy=policy)
    anna, bo = player(match, "Anna"), player(match, "Bo")
    order(anna)
    order(player(match, "Carla"))
    old = deadline_of(match)
    for day in (1, 2):
        pass_deadline(match)
        assert deadline_of(match) == old + day * DAY
        entry = ledger(match)[-1]
        assert entry.detail == {}
        words = deadline_reason(entry.why, entry.said, ["Anna", "Bo", "Carla"])
        assert words == "Not everyone has moved; time banks are running."
        for viewer in (anna, None):
            shown = table(match, viewer)
            assert {bank_shown(shown, row) for row in shown.players} == {30 * HOUR}
    assert bank_left(bo) == timedelta(0)
    assert bank_shown(table(match, bo), player(match, "Bo")) == timedelta(0)
    pass_deadline(match)
    assert match.phase_number > 1


def test_an_empty_bank_means_the_default_order() -> None:
    match = running_match(terms=Terms(time_bank=30 * HOUR), waiting_policy="names")
    order(player(match, "Anna"))
    order(player(match, "Carla"))
    old = deadline_of(match)
    pass_deadline(match)
    assert deadline_of(match) == old + 24 * HOUR
    pass_deadline(match)
    assert deadline_of(match) == old + 30 * HOUR
    pass_deadline(match)
    assert match.phase_number > 1
    assert bank_left(player(match, "Bo")) == timedelta(0)
    bid = match.phases.get(number=1).orders.get(player=player(match, "Bo"))
    assert bid.source == Order.Source.DEFAULT


def test_a_bot_is_never_waited_for_from_a_bank() -> None:
    match = running_match(terms=BANKED)
    Player.objects.filter(pk=player(match, "Bo").pk).update(bot="steady")
    order(player(match, "Anna"))
    order(player(match, "Carla"))
    match.refresh_from_db()
    assert match.phase_number > 1
    assert bank_left(player(match, "Bo")) == 3 * DAY


def test_who_is_late_is_told_at_once_with_the_new_deadline() -> None:
    match = running_match(terms=BANKED)
    order(player(match, "Anna"))
    order(player(match, "Carla"))
    pass_deadline(match)
    told = OutboundMail.objects.filter(kind="reminder", address="bo@example.org")
    deadline = deadline_of(match).isoformat()
    assert [row.payload["deadline"] for row in told] == [deadline]


def test_an_order_just_after_the_deadline_is_taken_if_a_bank_would_have_waited_for_it() -> None:
    match = running_match(terms=BANKED)
    order(player(match, "Anna"))
    order(player(match, "Carla"))
    old = deadline_of(match)
    with clock.simulated(old + timedelta(seconds=1)):
        receipt = order(player(match, "Bo"), phase_number=1)
    assert receipt.closed
    assert bank_left(player(match, "Bo")) == 3 * DAY - timedelta(seconds=1)
    assert DeadlineChange.objects.filter(phase__match=match, why="bank").count() == 1


def test_an_order_after_the_deadline_is_late_where_no_bank_is_left() -> None:
    match = running_match()
    with clock.simulated(deadline_of(match) + timedelta(seconds=1)), pytest.raises(OrderRefused):
        order(player(match, "Bo"))


def test_downtime_after_the_deadline_was_moved_costs_nobody_anything() -> None:
    match = running_match(terms=BANKED)
    order(player(match, "Anna"))
    order(player(match, "Carla"))
    pass_deadline(match)
    stopped = deadline_of(match) - 20 * HOUR
    ServicePulse.objects.update(beat_at=stopped)
    with clock.simulated(stopped + 30 * HOUR):
        sweep_due()
    assert ledger(match)[-1].why == DeadlineChange.Why.DOWNTIME
    with clock.simulated(deadline_of(match) - 20 * HOUR):
        order(player(match, "Bo"))
    assert bank_left(player(match, "Bo")) == 3 * DAY - 4 * HOUR


def test_the_time_that_was_used_runs_from_the_opening_to_the_first_order() -> None:
    match = running_match()
    opened = opened_at(match)
    with clock.simulated(opened + 3 * HOUR):
        order(player(match, "Anna"), "bid R")
    with clock.simulated(opened + 9 * HOUR):
        order(player(match, "Anna"))
    anna = player(match, "Anna")
    assert anna.time_used == 3 * HOUR
    row = Order.objects.get(player=anna)
    assert row.first_received_at == opened + 3 * HOUR
    assert row.received_at == opened + 9 * HOUR


def test_an_order_that_was_taken_back_used_no_time_and_the_next_counts_from_the_opening() -> None:
    match = running_match()
    opened = opened_at(match)
    with clock.simulated(opened + 3 * HOUR):
        order(player(match, "Anna"), "bid R")
    with clock.simulated(opened + 4 * HOUR):
        withdraw_order(player=player(match, "Anna"))
    assert player(match, "Anna").time_used == timedelta(0)
    with clock.simulated(opened + 9 * HOUR):
        order(player(match, "Anna"), "bid R")
    assert player(match, "Anna").time_used == 9 * HOUR


@pytest.mark.django_db(transaction=True)
def test_an_order_at_the_last_moment_and_the_sweep_never_lose_or_double_anything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Either the order is in time, or the bank pays for it: with a bank it is never refused."""
    monkeypatch.setattr("games.services.phases.GRACE", timedelta(0))
    ServicePulse.objects.update_or_create(pk=1, defaults={"beat_at": clock.now()})
    for _round in range(8):
        match = running_match(terms=BANKED)
        for name in ("Anna", "Carla"):
            order(player(match, name))
        bo = player(match, "Bo")
        soon = clock.now() + timedelta(milliseconds=25)
        deadlines_at(soon, [match.pk])
        results = at_once(partial(order, bo, phase_number=1), partial(_sweep_for_a_while, 0.1))
        assert not failures(results)
        match.refresh_from_db()
        assert match.phase_number > 1
        applied = match.phases.get(number=1).orders.get(player=bo)
        assert applied.source == Order.Source.WEB
        moves = DeadlineChange.objects.filter(phase__match=match, why="bank").count()
        assert moves <= 1
        assert 3 * DAY - bank_left(bo) <= timedelta(seconds=5)


def _sweep_for_a_while(seconds: float) -> None:
    for _sweep in range(10):
        sweep_due()
        threading.Event().wait(seconds / 10)
    connections.close_all()


def test_a_sweep_right_after_a_move_closes_nothing() -> None:
    match = running_match(terms=BANKED)
    pass_deadline(match)
    moved = deadline_of(match)
    for minutes in (1, 10, 60):
        sweep_at(match, moved - DAY + GRACE + timedelta(minutes=minutes))
        assert (match.phase_number, match.deadline_at) == (1, moved)
