"""When orders that are all in are opened, and how `done` and `wait` change that."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.common import clock
from games.common.errors import OrderRefused
from games.models import Match, ServicePulse
from games.services.deadline_sweep import sweep_due
from games.services.orders import set_readiness
from games.services.withdrawals import withdraw_order
from tests.cast import awaited, legal_texts, open_phase, order, player, running_match
from tests.games.times import (
    HELD,
    HOUR,
    REVISED,
    deadline_of,
    opened_at,
    pass_deadline,
    sweep_at,
    wizard_match,
)

pytestmark = pytest.mark.django_db

NAMES = ("Anna", "Bo", "Carla")


def all_in(match: Match) -> None:
    """Everybody orders, an hour after the opening."""
    with clock.simulated(opened_at(match) + HOUR):
        for name in NAMES:
            order(player(match, name))
    match.refresh_from_db()


def say(match: Match, name: str, word: str, hours: float = 1) -> None:
    with clock.simulated(opened_at(match) + hours * HOUR):
        set_readiness(player(match, name), word)
    match.refresh_from_db()


def test_usually_the_last_order_opens_them_all() -> None:
    match = running_match()
    all_in(match)
    assert match.phase_number == 2


def test_with_time_to_revise_orders_stay_sealed_for_a_while_after_the_last() -> None:
    match = running_match(terms=REVISED)
    opened = opened_at(match)
    all_in(match)
    assert match.phase_number == 1
    sweep_at(match, opened + HOUR + timedelta(minutes=29))
    assert match.phase_number == 1
    sweep_at(match, opened + HOUR + timedelta(minutes=31))
    assert match.phase_number == 2


def test_what_is_changed_in_that_while_counts_and_does_not_lengthen_it() -> None:
    match = running_match(terms=REVISED)
    opened = opened_at(match)
    all_in(match)
    anna = player(match, "Anna")
    changed = legal_texts(anna)[1]
    with clock.simulated(opened + HOUR + timedelta(minutes=20)):
        assert not order(anna, changed).closed
    sweep_at(match, opened + HOUR + timedelta(minutes=31))
    assert match.phase_number == 2
    assert match.phases.get(number=1).orders.get(player=anna).text == changed


def test_when_all_are_done_nobody_waits_for_the_rest_of_it() -> None:
    match = running_match(terms=REVISED)
    all_in(match)
    say(match, "Anna", "done")
    say(match, "Bo", "done")
    assert match.phase_number == 1
    say(match, "Carla", "done")
    assert match.phase_number == 2


def test_done_may_be_said_before_the_others_have_ordered() -> None:
    match = running_match(terms=REVISED)
    for name in NAMES:
        order(player(match, name))
        set_readiness(player(match, name), "done")
    match.refresh_from_db()
    assert match.phase_number == 2


def test_an_order_taken_back_ends_the_while_and_the_next_begins_it_anew() -> None:
    match = running_match(terms=REVISED)
    opened = opened_at(match)
    all_in(match)
    with clock.simulated(opened + HOUR + timedelta(minutes=10)):
        withdraw_order(player=player(match, "Bo"))
    sweep_at(match, opened + 2 * HOUR)
    assert match.phase_number == 1
    with clock.simulated(opened + 3 * HOUR):
        order(player(match, "Bo"))
    sweep_at(match, opened + 3 * HOUR + timedelta(minutes=29))
    assert match.phase_number == 1
    sweep_at(match, opened + 3 * HOUR + timedelta(minutes=31))
    assert match.phase_number == 2


def test_a_match_may_open_orders_only_at_the_deadline() -> None:
    match = running_match(terms=HELD)
    deadline = deadline_of(match)
    all_in(match)
    sweep_at(match, deadline - HOUR)
    assert (match.phase_number, match.deadline_at) == (1, deadline)
    pass_deadline(match)
    assert match.phase_number == 2
    assert match.phases.get(number=1).reason == "complete"


def test_a_single_seat_that_decides_is_not_held_until_the_deadline() -> None:
    match = wizard_match(terms=HELD)
    (who,) = awaited(match)
    number = match.phase_number
    order(who)
    match.refresh_from_db()
    assert match.phase_number > number


@pytest.mark.parametrize("policy", Match.Reveal.values)
def test_wait_holds_the_phase_until_the_deadline_whatever_the_policy(policy: str) -> None:
    from games.services.time_controls import Terms

    match = running_match(terms=Terms(reveal_policy=policy))
    deadline = deadline_of(match)
    say(match, "Bo", "wait")
    all_in(match)
    sweep_at(match, deadline - timedelta(minutes=1))
    assert match.phase_number == 1
    pass_deadline(match)
    assert match.phase_number == 2


def test_done_takes_a_wait_back() -> None:
    match = running_match()
    say(match, "Bo", "wait")
    all_in(match)
    assert match.phase_number == 1
    say(match, "Bo", "done", hours=2)
    assert match.phase_number == 2


def test_a_wait_is_forgotten_when_the_phase_closes() -> None:
    match = running_match()
    say(match, "Bo", "wait")
    pass_deadline(match)
    number = match.phase_number
    while match.phase_number == number:
        for seat in match.phases.get(closed_at=None).awaited:
            order(match.players.get(seat=seat))
        match.refresh_from_db()
    assert match.phase_number > number


def test_who_has_not_ordered_cannot_be_done() -> None:
    match = running_match()
    with pytest.raises(OrderRefused) as refused:
        set_readiness(player(match, "Bo"), "done")
    assert refused.value.code == "no-order-yet"


def test_only_who_is_asked_can_hold_a_phase() -> None:
    match = wizard_match()
    idle = match.players.exclude(seat__in=[who.seat for who in awaited(match)]).first()
    assert idle is not None
    with pytest.raises(OrderRefused) as refused:
        set_readiness(idle, "wait")
    assert refused.value.code == "not-awaited"


def test_a_held_phase_is_no_burden_for_the_sweep() -> None:
    """It is looked at once, and then not before there is something to do."""
    match = running_match(terms=REVISED)
    opened = opened_at(match)
    say(match, "Bo", "wait")
    all_in(match)
    sweep_at(match, opened + 2 * HOUR)
    assert open_phase(match).wake_at == match.deadline_at


def test_after_downtime_orders_that_are_all_in_wait_no_longer_than_for_revising() -> None:
    match = running_match(terms=REVISED)
    deadline = deadline_of(match)
    with clock.simulated(deadline - timedelta(minutes=10)):
        for name in NAMES:
            order(player(match, name))
    ServicePulse.objects.update_or_create(pk=1, defaults={"beat_at": deadline - HOUR})
    with clock.simulated(deadline + HOUR):
        sweep_due()
        sweep_due()
    match.refresh_from_db()
    assert match.phase_number == 2
