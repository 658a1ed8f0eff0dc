"""Orders: sealed, replaced, late, in several steps, and the last one closes the phase."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.common import clock
from games.common.errors import OrderRefused
from games.models import Match, Order, StandingOrder
from games.rules.protocol import IllegalOrderError, OrderError, OrderSyntaxError
from games.rules.stored_json import decoded_refusal, encoded_refusal
from games.selectors import journal, table
from games.services.deadline_sweep import sweep_due
from games.services.matches import resign_player
from games.services.orders import clear_standing_orders, submit_order
from tests.cast import TWO_DAYS, awaited, legal_texts, open_phase, order, player, running_match

pytestmark = pytest.mark.django_db


def test_an_order_is_sealed_and_nothing_happens_yet() -> None:
    match = running_match()
    receipt = order(player(match, "Anna"), "bid r")
    assert (receipt.text, receipt.version, receipt.closed, receipt.waiting) == (
        "bid R",
        1,
        False,
        2,
    )
    match.refresh_from_db()
    assert match.phase_number == 1


def test_a_newer_order_replaces_the_older_one_in_place() -> None:
    match = running_match()
    anna = player(match, "Anna")
    first, second = legal_texts(anna)[:2]
    order(anna, first)
    receipt = order(anna, second)
    assert (receipt.text, receipt.version, receipt.replaced) == (second, 2, first)
    assert Order.objects.get(phase__match=match).text == second


def test_the_last_order_closes_the_phase_and_reveals_all_bids() -> None:
    match = running_match()
    receipts = [order(who, "bid R") for who in awaited(match)]
    assert [receipt.closed for receipt in receipts] == [False, False, True]
    match.refresh_from_db()
    assert match.phase_number == 2
    (closed,) = journal(match, None, since_phase=1)
    assert closed.reason == "complete"
    assert "bids-revealed" in [event.kind for event in closed.events]


def test_an_order_that_is_not_legal_changes_nothing() -> None:
    match = running_match()
    anna = player(match, "Anna")
    accepted = []
    for text in ("bid Z9", "bid F1 F2", "", "take lion", "x" * 5000, "🦁"):
        try:
            accepted.append(submit_order(player=anna, text=text, source=Order.Source.WEB))
        except OrderError:
            continue
    assert accepted == []
    assert not Order.objects.filter(phase__match=match).exists()


def test_a_bad_order_does_not_unseal_the_good_one_before_it() -> None:
    match = running_match()
    anna = player(match, "Anna")
    order(anna, "bid R")
    with pytest.raises(OrderSyntaxError):
        order(anna, "hello there")
    assert Order.objects.get(phase__match=match).text == "bid R"


def test_an_order_for_a_closed_phase_is_refused_and_not_applied_to_the_open_one() -> None:
    match = running_match()
    for who in awaited(match):
        order(who, "bid R", phase_number=1)
    with pytest.raises(OrderRefused) as refusal:
        order(player(match, "Anna"), "bid R", phase_number=1)
    assert refusal.value.code == "phase-closed"


def test_an_order_after_the_deadline_is_too_late() -> None:
    match = running_match()
    assert match.deadline_at is not None
    late = clock.simulated(match.deadline_at + timedelta(seconds=1))
    with late, pytest.raises(OrderRefused, match="too-late"):
        order(player(match, "Anna"), "bid R")
    with clock.simulated(match.deadline_at):
        order(player(match, "Anna"), "bid R")


def test_a_mail_received_in_time_and_read_late_still_counts() -> None:
    match = running_match()
    assert match.deadline_at is not None
    with clock.simulated(match.deadline_at + timedelta(minutes=1)):
        receipt = order(
            player(match, "Anna"), "bid R", received_at=match.deadline_at - timedelta(seconds=1)
        )
    assert receipt.text == "bid R"


def test_who_is_not_asked_is_told_so() -> None:
    match = running_match()
    for who in awaited(match):
        order(who, "bid " + legal_texts(who)[0].removeprefix("bid "))
    match.refresh_from_db()
    asked = {who.pk for who in awaited(match)}
    idle = [row for row in match.players.all() if row.pk not in asked]
    if idle:
        with pytest.raises(OrderRefused, match="not-awaited"):
            submit_order(player=idle[0], text="bid R", source=Order.Source.WEB)


def test_a_seat_given_up_takes_no_more_orders() -> None:
    match = running_match()
    bo = player(match, "Bo")
    resign_player(player=bo)
    with pytest.raises(OrderRefused, match="seat-given-up"):
        order(bo, "bid R")


def test_later_steps_wait_as_standing_orders_and_answer_by_themselves() -> None:
    match = running_match()
    anna = player(match, "Anna")
    receipt = order(anna, "bid R; refill")
    assert receipt.standing == ("refill",)
    for who in awaited(match):
        order(who, "bid R")
    match.refresh_from_db()
    refill = match.phases.get(name="refill", round=1)
    stored = refill.orders.get(player=anna)
    assert (stored.text, stored.source) == ("refill", Order.Source.STANDING)
    assert not StandingOrder.objects.filter(player=anna).exists()


def test_a_step_that_does_not_fit_is_dropped_with_its_reason_and_the_player_is_asked() -> None:
    match = running_match()
    anna = player(match, "Anna")
    order(anna, "bid R; refill Z7")
    for who in awaited(match):
        order(who, "bid R")
    match.refresh_from_db()
    assert anna.pk in [who.pk for who in awaited(match)]
    (step,) = table(match, anna).standing
    assert step.dropped is not None
    assert step.dropped["text"] == "refill Z7"
    assert step.dropped["code"]


def test_a_step_for_taking_waits_through_a_tie() -> None:
    """`take … or pass` speaks of taking: it must not pass in the tie that comes before."""
    match = running_match()
    anna = player(match, "Anna")
    order(anna, "bid R; take lion or pass")
    for who in awaited(match):
        order(who, "bid R")
    match.refresh_from_db()
    assert match.phase_name == "refill"
    (step,) = table(match, anna).standing
    assert step.dropped is None


def test_why_a_step_was_dropped_always_fits_into_the_database() -> None:
    error = OrderError("unfit", cards=frozenset({"M1", "F2"}), seat=1, at=TWO_DAYS)
    params = {"cards": ["F2", "M1"], "seat": 1, "at": "2 days, 0:00:00"}
    assert encoded_refusal(error) == {"code": "unfit", "params": params}
    assert decoded_refusal(encoded_refusal(error), "bid Q9").params == params


def test_a_later_step_that_no_decision_could_take_is_refused_at_once() -> None:
    match = running_match()
    anna = player(match, "Anna")
    with pytest.raises(OrderSyntaxError) as refusal:
        order(anna, "bid R; take lion or hope for the best")
    assert refusal.value.params["unread"] == ["take lion or hope for the best"]
    assert not Order.objects.filter(phase__match=match).exists()


def test_an_order_that_came_in_before_the_one_that_stands_does_not_replace_it() -> None:
    match = running_match()
    anna = player(match, "Anna")
    order(anna, "bid R")
    with pytest.raises(OrderRefused, match="newer-order"):
        order(anna, "bid R", received_at=clock.now() - timedelta(minutes=5))


def test_standing_orders_are_forgotten_with_their_round_or_on_request() -> None:
    match = running_match()
    anna = player(match, "Anna")
    order(anna, "bid R; take lion or pass; refill")
    assert clear_standing_orders(player=anna) == 2
    order(anna, "bid R; take lion")
    while match.round == 1:
        for who in awaited(match):
            order(who)
        match.refresh_from_db()
    assert not StandingOrder.objects.filter(player=anna).exists()


def test_a_new_order_replaces_the_steps_of_the_old_one() -> None:
    match = running_match()
    anna = player(match, "Anna")
    order(anna, "bid R; refill")
    order(anna, "bid R")
    assert not StandingOrder.objects.filter(player=anna).exists()


def test_a_closing_that_fails_keeps_the_order_and_leaves_the_match_due(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = running_match()
    first, second, last = awaited(match)
    order(first, "bid R")
    order(second, "bid R")

    def broken(_plays: object) -> None:
        Order.objects.filter(phase__match=match).update(text="half written")
        raise RuntimeError("the machine caught fire")

    monkeypatch.setattr("games.services.running_matches.save_plays", broken)
    receipt = order(last, "bid R")
    assert not receipt.closed
    match.refresh_from_db()
    wake_at = open_phase(match).wake_at
    assert wake_at is not None
    assert wake_at <= clock.now()
    texts = list(Order.objects.filter(phase__match=match).values_list("text", flat=True))
    assert texts == ["bid R"] * 3
    monkeypatch.undo()
    sweep_due()
    match.refresh_from_db()
    assert match.phase_number == 2


def test_quiet_matches_do_not_tell_how_many_orders_are_in() -> None:
    match = running_match(waiting_policy=Match.Waiting.QUIET)
    receipt = order(player(match, "Anna"), "bid R")
    assert receipt.waiting is None
    seen = table(match, player(match, "Bo"))
    assert seen.waiting is not None
    assert (seen.waiting.count, seen.waiting.names) == (None, None)


def test_an_order_says_what_would_work() -> None:
    match = running_match()
    with pytest.raises(IllegalOrderError) as refusal:
        order(player(match, "Anna"), "take lion")
    assert refusal.value.example in legal_texts(player(match, "Anna"))
