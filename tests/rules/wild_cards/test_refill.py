"""Refill bids, draws, and both piles running out."""

from games.catalogue.wild_cards.rules.events import WildCardsOf
from tests.rules.wild_cards.positions import RULES, position


def test_w5_refill_bidders_discard_together_then_draw_in_seat_order() -> None:
    play = position("F1", "S1", "S4 M4", deck="M1 M1 M1 M1 M1 M1 M2 S2 S2 S2 S2 S2 S2 S3 W1")
    play.give("bid R", "bid R", "bid S4")
    assert play.asked == "refill 0 1"
    play.give("refill F1", "refill S1")
    assert play.hand(0) == "M1 M1 M1 M1 M1 M1 M2"
    assert play.hand(1) == "S2 S2 S2 S2 S2 S2 S3"
    assert play.told("discarded") == [
        {"seat": 0, "cards": ["F1"]},
        {"seat": 1, "cards": ["S1"]},
    ]
    assert [event.kind for event in play.events][:2] == ["discarded", "discarded"]


def test_w6_with_more_cards_than_seven_nothing_is_drawn_and_nothing_forced_out() -> None:
    play = position("F1 F1 F1 F1 F1 F2 F2 F2 F2", "S1", "S4").give("bid R", "bid S1", "bid S4")
    play.give("refill F1")
    assert len(play.state.hands[0]) == 8
    assert play.told("drew")[0] == {"seat": 0, "number": 0, "why": "refill"}


def test_w6_any_number_may_be_discarded_and_the_hand_is_drawn_up_to_seven() -> None:
    play = position("F1 F2 F3", "S1", "S4").give("bid R", "bid S1", "bid S4")
    play.give("refill F1 F2 F3")
    assert len(play.state.hands[0]) == 7
    assert play.state.discard[:3] == ("F1", "F2", "F3")


def test_w6_the_squirrels_leader_draws_up_to_ten() -> None:
    play = position("F1 F2 F3", "S1", "S4", leaders={"squirrel": 0})
    play.give("bid R", "bid S1", "bid S4").give("refill")
    assert len(play.state.hands[0]) == 10


def test_w7_the_discard_pile_is_shuffled_in_mid_draw_with_what_this_refill_discarded() -> None:
    play = position(
        "F1 F1", "S1", "S4 S1 S2 S3", deck="M4", discard="M1 M2",
        shuffles=[("habitats", "F1 M2 F1 M1")],
    )  # fmt: skip
    play.give("bid R", "bid S1", "bid S4").give("refill F1 F1")
    assert play.hand(0) == "F1 F1 M1 M2 M4"
    assert play.told("reshuffled") == [{"pile": "habitats", "number": 4}]


def test_w7_bids_on_the_table_stay_out_of_the_shuffle() -> None:
    play = position(
        "F1", "M4 M1 M2 M3", "S1", deck="", discard="W1", talisman=2,
        shuffles=[("habitats", "W1")],
    )  # fmt: skip
    play.give("bid F1", "bid M4", "bid S1").give("take lion M1 M2 M3").give("pass")
    assert play.hand(0) == "F1 W1"
    assert play.told("reshuffled") == [{"pile": "habitats", "number": 1}]


def test_w8_with_pile_and_discard_empty_one_draws_what_there_is() -> None:
    play = position("F1", "S1", "S4", deck="M1 M2").give("bid R", "bid S1", "bid S4")
    play.give("refill")
    assert play.hand(0) == "F1 M1 M2"
    assert play.told("drew")[0]["number"] == 2
    assert not play.shuffles


def test_w53_a_refill_bid_ends_the_turn_even_with_animals_left() -> None:
    play = position("F1 F2", "S1", "S4 S1 S1 S2", market="lion ibex").give(
        "bid R", "bid R", "bid S4"
    )
    play.give("refill", "refill").give("take lion S1 S1 S2")
    assert play.told("market-cleared") == [{"animals": ["ibex"]}]
    assert play.state.round == 2


def test_w55_a_market_that_nobody_bid_for_goes_to_the_box() -> None:
    play = position("F1", "S1", "S4", market="lion ibex").give("bid R", "bid R", "bid R")
    play.give("refill", "refill", "refill")
    assert play.told("market-cleared") == [{"animals": ["lion", "ibex"]}]
    assert play.asked == "bid 0 1 2"
    assert play.state.round == 2


def test_the_number_drawn_is_public_and_the_cards_are_the_drawers_own() -> None:
    play = position("F1", "S1", "S4", deck="M1 M2").give("bid R", "bid S1", "bid S4")
    play.give("refill")
    cards = next(event for event in play.events if event.kind == "drew-cards")
    assert cards.seen_by == frozenset({0})
    assert cards.data == WildCardsOf(0, ("M1", "M2"))
    assert RULES.view(play.state, None).players[0].state == "refilled"
