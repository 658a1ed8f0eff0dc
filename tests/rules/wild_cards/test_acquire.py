"""Taking animals in the order of the bids, paying, passing, the habitat bonus."""

import pytest

from games.rules.protocol import IllegalOrderError
from tests.rules.wild_cards.positions import RULES, position


def test_w3_the_payment_is_exactly_one_card_less_than_the_bid() -> None:
    play = position("F3 F1 S1 M1", "S1", "S2").give("bid F3", "bid R", "bid R")
    play.give("refill", "refill")
    for text in ("take lion F1", "take lion F1 S1 M1"):
        with pytest.raises(IllegalOrderError, match="wrong-payment"):
            RULES.parse_order(play.state, 0, text)
    play.give("take lion F1 S1")
    assert play.told("took")[0]["payment"] == ["F1", "S1"]


def test_w4_untied_animal_and_payment_are_one_order() -> None:
    play = position("F2 S1", "S1", "S2").give("bid F2", "bid R", "bid R").give("refill", "refill")
    assert play.asked == "take 0"
    play.give("take lion S1")
    assert play.has(0, "lion") == 1


def test_w4_tied_the_payment_lies_before_the_animal_is_chosen_and_the_bonus_is_judged_after() -> (
    None
):
    play = position("F2 F3", "S2 M1", "M1", market="lion peacock").give("bid F2", "bid S2", "bid R")
    play.give("refill").give("pay F3", "pay M1")
    with pytest.raises(IllegalOrderError, match="already-paid"):
        RULES.parse_order(play.state, 0, "take peacock F3")
    play.give("take peacock")
    assert play.told("took")[0]["bonus"] is True
    assert play.state.tokens[0] == 2


def test_w9_passing_returns_the_bid_and_then_draws_two() -> None:
    play = position("F2 S1", "S1", "S2", deck="M1 M2 M3").give("bid F2", "bid R", "bid R")
    play.give("refill S1", "refill S2").give("pass")
    assert play.told("passed")[0]["returned"] == ["F2"]
    assert "F2" in play.hand(0)


def test_w9_with_nine_other_cards_a_pass_draws_nothing() -> None:
    play = position("F2 F1 F1 F1 F1 F1 S1 S1 S1 S1", "S1", "S1 M1")
    play.give("bid F2", "bid S1", "bid R").give("refill").give("pass")
    assert len(play.state.hands[0]) == 10
    assert {"seat": 0, "number": 0, "why": "pass"} in play.told("drew")


def test_w10_the_two_cards_of_a_pass_are_drawn_without_asking() -> None:
    play = position("F1", "S2 S1", "S1", deck="M1 M2 M3 M4", market="lion")
    play.give("bid F1", "bid S2", "bid R")
    play.give("refill").give("take lion S1")
    assert {"seat": 0, "number": 0, "why": "pass"} in play.told("drew")
    assert play.asked.startswith("bid")


def test_w11_a_payment_laid_in_a_tie_returns_with_the_bid() -> None:
    play = position("F2 F3", "S2 M1", "M1", market="lion", deck="").give(
        "bid F2", "bid S2", "bid R"
    )
    play.give("refill").give("pay F3", "pay M1").give("take lion")
    assert play.told("passed") == [{"seat": 1, "why": "market-empty", "returned": ["S2", "M1"]}]
    assert play.hand(1) == "S2 M1"


def test_w11_who_paid_in_a_tie_may_still_pass() -> None:
    play = position("F2 F3", "S2 M1", "M1", deck="").give("bid F2", "bid S2", "bid R")
    play.give("refill").give("pay F3", "pay M1").give("pass")
    assert play.hand(0) == "F2 F3"
    assert play.told("passed")[0]["why"] == "chose"


def test_w12_lower_bids_act_strictly_in_their_order_and_who_passed_does_not_come_back() -> None:
    play = position("F3 S1 S1", "S2 S1", "M4 M1 M1 M1", market="lion ibex")
    play.give("bid F3", "bid S2", "bid M4")
    assert play.asked == "take 2"
    play.give("pass")
    assert play.asked == "take 0"
    play.give("take lion S1 S1")
    assert play.asked == "take 1"
    play.give("take ibex S1")
    assert play.order() == [2, 0, 1]
    assert play.state.round == 2


def test_w43_the_bonus_is_two_where_bid_and_payment_are_natural_or_wild() -> None:
    play = position("S3 S1 W2", "M1", "M1", market="lion ibex").give("bid S3", "bid R", "bid R")
    play.give("refill", "refill").give("take lion S1 W2")
    assert play.state.tokens == (2, 0, 0)


def test_w43_a_bid_of_one_alone_is_enough() -> None:
    play = position("M1", "F2", "F2", market="lion ibex").give("bid M1", "bid R", "bid R")
    play.give("refill", "refill").give("take ibex")
    assert play.state.tokens == (2, 0, 0)


def test_w43_wild_cards_alone_are_enough() -> None:
    play = position("W2 W1", "F2", "F2", market="lion ibex").give("bid W2", "bid R", "bid R")
    play.give("refill", "refill").give("take ibex W1")
    assert play.state.tokens == (2, 0, 0)


def test_w43_one_card_of_another_habitat_spoils_the_bonus() -> None:
    play = position("S2 M1", "F2", "F2", market="lion ibex").give("bid S2", "bid R", "bid R")
    play.give("refill", "refill").give("take lion M1")
    assert play.told("took")[0]["bonus"] is False
    assert play.state.tokens == (0, 0, 0)


def test_w44_points_go_on_when_the_printed_tokens_are_used_up() -> None:
    play = position("S1", "F2", "F2", tokens=(54, 0, 0)).give("bid S1", "bid R", "bid R")
    play.give("refill", "refill").give("take lion")
    assert play.state.tokens == (56, 0, 0)
