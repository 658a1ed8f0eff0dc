"""The notation: "Wild Cards 1-11", when a decision is put to a seat, and the deals."""

import pytest

from games.catalogue.wild_cards.rules.cards import HABITAT_CARDS
from games.catalogue.wild_cards.rules.orders import WildOrder
from games.rules.protocol import IllegalOrderError
from tests.rules.wild_cards.positions import RULES, position


def test_point_1_in_a_tie_with_leo_the_others_pay_before_anybody_takes() -> None:
    play = position("F2 F4", "S2 S1", leo="M2 F1 R", market="lion ibex").give("bid F2", "bid S2")
    assert play.asked == "pay 0 1"
    assert play.told("took") == []
    play.give("pay F4", "pay S1")
    assert [took["seat"] for took in play.told("took")] == [2]


def test_point_2_the_animal_meant_is_the_one_nearest_the_pile_and_slots_never_slide() -> None:
    play = position("F1", "", "", market="ibex lion lion").give("bid F1", "bid R", "bid R")
    play.give("refill", "refill").give("take lion")
    assert play.told("took")[0]["slot"] == 1


def test_point_2_a_swapped_animal_lies_in_the_slot_of_the_one_taken() -> None:
    play = position("F1", "", "", market="ibex lion lion", collections=[{"eagle": 1}],
                    leaders={"meerkat": 0})  # fmt: skip
    play.give("bid R", "bid R", "bid R").give("swap eagle lion")
    assert play.state.market == ("ibex", "eagle", "lion")


def test_point_3_all_discard_then_each_draws_his_whole_number_then_leo() -> None:
    play = position("F1", "S1", leo="R M1", deck="F2 F2 F2 F2 F2 F2 F2 S2 S2 S2 S2 S2 S2 S2",
                    shuffles=[("habitats", "F1 S1 M1"), ("leo", "F1 S1 M1 R")])  # fmt: skip
    play.give("bid R", "bid R").give("refill F1", "refill S1")
    kinds = [event.kind for event in play.events if event.kind != "drew-cards"]
    assert kinds[:6] == ["discarded", "discarded", "drew", "drew", "reshuffled", "leo-refilled"]
    assert play.told("reshuffled") == [{"pile": "habitats", "number": 3}]


def test_point_4_the_discard_pile_is_shuffled_when_a_card_is_needed_not_before() -> None:
    play = position("F1", "S4", "", deck="M1 M2 M3 M4 M1 M2 M3", discard="W1",
                    shuffles=[("habitats", "W1")])  # fmt: skip
    play.give("bid F1", "bid S4", "bid R").give("refill")
    assert play.shuffles == []
    assert play.state.deck == ()
    play.give("pass")
    assert [shuffle.cards for shuffle in play.shuffles] == [("W1",)]


def test_point_5_who_passed_in_a_tie_stands_behind_all_who_paid_in_seat_order() -> None:
    play = position("F2", "S2", "M2 F1", "", deck="F1 F2 F3 F4 S1 S2 S3")
    play.give("bid F2", "bid S2", "bid M2", "bid R").give("refill").give("pass", "pass", "pay F1")
    assert play.told("tie-ordered")[0]["order"] == [2, 0, 1]


def test_point_6_of_two_level_groups_the_higher_is_settled_first_to_its_end() -> None:
    hands = ("F2 F1 F1 F2", "S2 S1 S1 S3", "M2 M3 M1", "F2 F3 F4")
    play = position(*hands, edition="2020", market="lion ibex eagle")
    play.give("bid F2", "bid S2", "bid M2", "bid F2")
    play.give("pay F1", "pay S1", "pay M3", "pay F3")
    assert play.asked == "show 2 3"
    play.give("show M1", "show F4")
    assert play.asked == "show 0 1"
    assert list(play.state.discard) == []
    play.give("show F2", "show S3")
    assert play.told("tie-ordered")[0]["order"] == [3, 2, 1, 0]
    assert len(play.state.discard) == 4
    assert play.told("took") == []


def test_point_6_if_two_draw_the_last_card_the_later_seat_counts_nothing() -> None:
    play = position("F1 F4", "S1 S4", "", edition="2020", deck="M1 M1 M1 M1 M1 M1 M1 M1")
    play.give("bid F1", "bid S1", "bid R").give("refill").give("draw", "draw")
    assert play.told("cards-shown")[0]["cards"] == [
        {"seat": 0, "card": "M1", "source": "deck"},
        {"seat": 1, "card": None, "source": "none"},
    ]
    assert play.told("tie-ordered")[0]["order"] == [0, 1]


def test_point_7_cards_are_written_by_habitat_and_value_and_read_in_any_sequence() -> None:
    play = position("F1 S2 M1 W1 W2", "", "").give("bid R", "bid R", "bid R")
    order = RULES.parse_order(play.state, 0, "refill W2 m1 S2 W1 f1")
    assert RULES.format_order(order) == "refill F1 S2 M1 W1 W2"


def test_point_7_two_equal_cards_are_no_bid_of_the_eagle() -> None:
    play = position("F1 F1", "S1", "S2", leaders={"eagle": 0})
    with pytest.raises(IllegalOrderError, match="same-card-twice"):
        RULES.parse_order(play.state, 0, "bid F1 F1")
    order = RULES.parse_order(play.state, 0, "bid R F1")
    assert RULES.format_order(order) == "bid F1 R"


def test_point_8_a_swap_within_a_species_does_not_move_its_leader() -> None:
    play = position("", "", "", market="lion", collections=[{"lion": 1}, {"lion": 1}],
                    leaders={"meerkat": 0, "lion": 1})  # fmt: skip
    play.give("bid R", "bid R", "bid R").give("swap lion lion")
    assert play.leader("lion") == 1


def test_point_10_the_talisman_moves_when_it_ordered_seats_that_then_pass() -> None:
    play = position("F1", "S1", "", market="lion").give("bid F1", "bid S1", "bid R")
    play.give("refill").give("pass").give("pass")
    assert play.told("talisman-moved") == [{"from": 0, "to": 1}]


def test_point_11_the_values_of_the_cards() -> None:
    for habitat in "FSM":
        values = [card[1] for card in HABITAT_CARDS if card[0] == habitat]
        assert "".join(values) == "11111222233344"
    assert [card for card in HABITAT_CARDS if card[0] == "W"] == ["W1", "W2", "W3", "W4"]


def test_a_bid_is_asked_of_every_seat_also_where_a_single_order_is_legal() -> None:
    assert position("", "", "").asked == "bid 0 1 2"


def test_a_reveal_is_asked_only_where_two_cards_were_bid() -> None:
    play = position("F1 F2", "", "", leaders={"eagle": 0}).give("bid F1", "bid R", "bid R")
    assert play.asked == "refill 1 2"


def test_a_refill_is_asked_of_every_refill_bidder_at_once_also_without_cards() -> None:
    play = position("", "F1", "").give("bid R", "bid F1", "bid R")
    assert play.asked == "refill 0 2"
    assert list(RULES.legal_orders(play.state, 0)) == [WildOrder("refill")]


def test_no_payment_is_asked_where_lion_and_leo_leave_fewer_than_two() -> None:
    play = position("F2 F1", "S2 S1", leo="M2 F1 R", leaders={"lion": 0}, market="lion ibex")
    play.give("bid F2", "bid S2")
    assert play.asked == "take 0"


def test_a_seat_that_cannot_pay_is_still_asked_to_take_or_pass() -> None:
    play = position("F4", "", "").give("bid F4", "bid R", "bid R").give("refill", "refill")
    assert play.asked == "take 0"
    assert len(RULES.decision(play.state, 0).choices) == 1


def test_who_passed_in_the_tie_or_finds_no_animal_is_not_asked() -> None:
    play = position("F2 F1", "S2", "M1", market="lion ibex").give("bid F2", "bid S2", "bid M1")
    play.give("pay F1", "pass").give("take lion")
    assert play.told("passed")[0]["why"] == "in-tie"
    assert play.asked == "take 2"
