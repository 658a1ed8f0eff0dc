"""Who leads a species; the powers of lion, ibex and meerkat; swaps."""

from collections.abc import Mapping, Sequence

from games.catalogue.wild_cards.rules.prompt import SwapPrompt
from games.rules.protocol import Seat
from tests.rules.wild_cards.positions import RULES, Play, position


def taking_lion(
    collections: Sequence[Mapping[str, int]], leaders: Mapping[str, Seat] | None = None
) -> Play:
    """Seat 0 takes a lion for a bid of one while the others refill."""
    play = position("S1", "F1", "F1", collections=collections, leaders=leaders)
    return play.give("bid S1", "bid R", "bid R").give("refill", "refill").give("take lion")


def test_w13_the_first_of_a_species_brings_its_leader() -> None:
    assert taking_lion([]).leader("lion") == 0


def test_w13_an_equal_number_takes_the_leader_over() -> None:
    play = taking_lion([{}, {"lion": 1}], {"lion": 1})
    assert play.leader("lion") == 0
    assert play.told("leader-gained") == [{"species": "lion", "seat": 0, "from": 1}]


def test_w13_an_equal_number_is_enough_when_the_leader_is_in_the_supply() -> None:
    assert taking_lion([{}, {"lion": 1}, {"lion": 1}]).leader("lion") == 0


def test_w13_whoever_has_more_keeps_the_leader_also_where_he_does_not_own_it() -> None:
    assert taking_lion([{}, {"lion": 2}], {"lion": 1}).leader("lion") == 1
    assert taking_lion([{}, {"lion": 2}]).leader("lion") is None


def test_w14_an_ibex_won_this_round_returns_the_bid_but_a_squirrel_gives_no_cards_backwards() -> (
    None
):
    play = position("M1", "F2 F1", "F1", market="ibex squirrel", deck="")
    play.give("bid M1", "bid F2", "bid R").give("refill").give("take squirrel F1")
    play.give("take ibex")
    assert play.hand(0) == "M1"
    assert play.hand(1) == ""


def test_w15_a_leaders_power_has_no_condition_beyond_owning_it() -> None:
    play = position("F1 F2", "S1", "S2", leaders={"squirrel": 0})
    assert play.has(0, "squirrel") == 0
    play.give("bid R", "bid S1", "bid S2").give("refill")
    assert len(play.state.hands[0]) == 10


def swapping(
    *collections: Mapping[str, int],
    leaders: Mapping[str, Seat],
    market: str = "lion ibex",
    bids: Sequence[str] = ("bid R", "bid S1", "bid R"),
) -> Play:
    """Seat 0 owns the meerkat and bids Refill."""
    play = position(
        "F1", "S1 S2", "M1", "M2", collections=collections, market=market,
        leaders={"meerkat": 0, **leaders},
    )  # fmt: skip
    return play.give(*bids, "bid M2")


def test_w16_counts_are_compared_after_both_moves() -> None:
    # He gives his only meerkat and takes one lion: both leaders are settled on the final counts.
    play = swapping({"meerkat": 1}, {"lion": 1}, leaders={"lion": 1})
    play.give("swap meerkat lion")
    assert play.has(0, "lion") == 1
    assert play.has(0, "meerkat") == 0
    assert play.leader("lion") == 0
    assert play.leader("meerkat") is None


def test_w16_a_swap_within_one_species_is_legal_and_changes_nothing() -> None:
    play = swapping({"lion": 1}, {"lion": 1}, leaders={"lion": 1})
    before = play.state
    play.give("swap lion lion")
    assert play.state.collections == before.collections
    assert play.state.leaders == before.leaders
    assert play.state.market == before.market
    assert play.told("swapped") == [{"seat": 0, "give": "lion", "take": "lion"}]


def test_w17_a_swap_gains_the_leader_if_nobody_has_more() -> None:
    play = swapping({"lion": 1, "eagle": 1}, {"lion": 2}, leaders={"lion": 1})
    assert play.give("swap eagle lion").leader("lion") == 0


def test_w17_a_swap_gains_nothing_while_somebody_has_more() -> None:
    play = swapping({"eagle": 1}, {"lion": 2}, leaders={"lion": 1})
    assert play.give("swap eagle lion").leader("lion") == 1


def test_w18_a_swap_keeps_the_leader_at_equality() -> None:
    play = swapping({"eagle": 2}, {"eagle": 1}, leaders={"eagle": 0})
    assert play.give("swap eagle lion").leader("eagle") == 0


def test_w18_a_swap_loses_the_leader_to_the_one_who_now_has_more() -> None:
    play = swapping({"eagle": 2}, {"eagle": 2}, leaders={"eagle": 0})
    play.give("swap eagle lion")
    assert play.leader("eagle") == 1
    gained = {"species": "eagle", "seat": 1, "from": 0}
    assert gained in play.told("leader-gained")


def test_w18_with_none_left_the_leader_is_lost() -> None:
    play = swapping({"eagle": 1}, leaders={"eagle": 0})
    play.give("swap eagle lion")
    assert play.leader("eagle") is None
    assert play.told("leader-lost") == [{"species": "eagle", "seat": 0}]


def test_w19_two_others_level_for_most_send_the_leader_back_to_the_supply() -> None:
    play = swapping({"eagle": 2}, {"eagle": 2}, {"eagle": 2}, leaders={"eagle": 0})
    assert play.give("swap eagle lion").leader("eagle") is None


def test_w20_the_species_that_may_be_lost_is_the_one_given_away() -> None:
    play = swapping({"eagle": 1, "ibex": 1}, {"ibex": 2}, leaders={"ibex": 0, "eagle": 0})
    play.give("swap eagle lion")
    assert play.leader("ibex") == 0
    assert play.leader("eagle") is None


def test_w21_the_card_given_lies_in_the_market_and_can_be_taken_in_the_same_round() -> None:
    play = swapping({"eagle": 1}, leaders={})
    play.give("swap eagle ibex")
    assert play.state.market == ("lion", "eagle")
    play.give("refill", "refill").give("pass").give("take eagle")
    assert play.has(1, "eagle") == 1


def test_w22_the_leader_may_move_to_a_refill_bidder_who_then_swaps_too_once_each() -> None:
    play = swapping({"meerkat": 1}, {}, {"meerkat": 1, "eagle": 1}, leaders={})
    play.give("swap meerkat lion")
    assert play.leader("meerkat") == 2
    assert play.asked == "swap 2"
    # He gives both his meerkats' lead back to nobody who may swap again.
    play.give("swap eagle meerkat")
    assert play.asked == "refill 0 2"


def test_w22_a_player_swaps_at_most_once_a_round() -> None:
    play = swapping({"meerkat": 1}, {}, {"meerkat": 1}, leaders={})
    play.give("swap meerkat lion").give("swap meerkat ibex")
    assert play.leader("meerkat") is None
    assert play.asked == "refill 0 2"


def test_w23_a_squirrel_taken_from_another_refill_bidder_leaves_him_seven() -> None:
    play = swapping({"eagle": 1}, {}, {"squirrel": 1}, leaders={"squirrel": 2}, market="squirrel")
    play.give("swap eagle squirrel").give("refill", "refill")
    assert len(play.state.hands[0]) == 10
    assert len(play.state.hands[2]) == 7


def test_w24_without_a_refill_bid_there_is_no_swap() -> None:
    play = swapping({"eagle": 1}, leaders={}, bids=("bid F1", "bid S1", "bid R"))
    assert play.asked == "refill 2"


def test_w24_with_an_empty_collection_there_is_no_swap() -> None:
    assert swapping({}, leaders={}).asked == "refill 0 2"


def test_a_swap_may_be_declined() -> None:
    play = swapping({"eagle": 1}, leaders={}).give("swap none")
    assert play.told("swap-declined") == [{"seat": 0}]
    assert play.asked == "refill 0 2"
    assert play.has(0, "eagle") == 1


def test_w25_the_ibex_does_nothing_for_a_passed_bid_or_a_refill_bid() -> None:
    for bid in ("bid M2", "bid R"):
        play = position("M2", "S1", "F1", leaders={"ibex": 0}, deck="").give(bid, "bid R", "bid R")
        play.give(*["refill"] * len(play.state.awaited))
        if play.asked.startswith("take"):
            play.give("pass")
        assert play.told("ibex-returned") == []
        assert play.hand(0) == "M2"


def test_w26_the_ibex_returns_the_bid_but_not_the_payment_without_asking() -> None:
    play = position("M3 S1 S2", "S1", "F1", leaders={"ibex": 0}, deck="", market="lion ibex")
    play.give("bid M3", "bid R", "bid R").give("refill", "refill").give("take lion S1 S2")
    assert play.told("ibex-returned") == [{"seat": 0, "card": "M3"}]
    assert play.hand(0) == "M3"
    assert play.state.discard == ("S1", "S2")


def test_w26_the_ibex_does_not_return_a_wild_card() -> None:
    play = position("W1", "S1", "F1", leaders={"ibex": 0}).give("bid W1", "bid R", "bid R")
    play.give("refill", "refill").give("take lion")
    assert play.told("ibex-returned") == []
    assert play.state.discard == ("W1",)


def test_w26_the_ibex_works_for_its_owner_at_the_end_of_the_round() -> None:
    play = position("M2 S1", "M1", "F1", leaders={"ibex": 0}, collections=[{"ibex": 1}], deck="")
    play.give("bid M2", "bid M1", "bid R").give("refill").give("take lion S1").give("take ibex")
    assert play.told("ibex-returned") == [{"seat": 1, "card": "M1"}]


def test_w27_the_ibex_cannot_lift_a_hand_over_ten() -> None:
    play = position("F1 F1 F1 F1 F1 F1 F1 F1 F1 M1", "S1", "S2", leaders={"ibex": 0})
    play.give("bid M1", "bid R", "bid R").give("refill", "refill").give("take lion")
    assert len(play.state.hands[0]) == 10


def test_w31_the_lions_owner_is_first_of_the_tie_and_pays_when_he_takes() -> None:
    play = position("F2 F1", "S2 S4", "M2 M1", "", market="lion ibex eagle",
                    leaders={"lion": 0})  # fmt: skip
    play.give("bid F2", "bid S2", "bid M2", "bid R").give("refill")
    assert play.asked == "pay 1 2"
    play.give("pay S4", "pay M1")
    ordered = play.told("tie-ordered")[0]
    assert ordered["order"] == [0, 1, 2]
    assert ordered["by"] == {"lion": 0, "leo": False, "step": "total"}
    play.give("take ibex F1")
    assert play.told("took")[0]["payment"] == ["F1"]


def test_w31_the_lions_owner_against_one_other_needs_no_comparison() -> None:
    play = position("F2 F1", "S2 S4", "M1", leaders={"lion": 0})
    play.give("bid F2", "bid S2", "bid R").give("refill")
    assert play.asked == "take 0"
    assert play.told("tie-ordered")[0]["by"] == {"lion": 0, "leo": False, "step": "none"}


def test_w32_the_lion_counts_for_its_owner_when_the_tie_comes_up() -> None:
    play = position(
        "F2 F1", "S2 S4", "M3 M1 M1", "", market="lion ibex eagle",
        collections=[{"lion": 1}], leaders={"lion": 0},
    )  # fmt: skip
    play.give("bid F2", "bid S2", "bid M3", "bid R").give("refill").give("take lion M1 M1")
    assert play.leader("lion") == 2
    assert play.asked == "pay 0 1"


def test_every_decision_names_the_seat_that_owns_the_power() -> None:
    play = swapping({"eagle": 1}, leaders={})
    decision = RULES.decision(play.state, 0)
    assert decision.kind == "swap"
    assert decision.data == SwapPrompt(("eagle",), ("lion", "ibex"))
