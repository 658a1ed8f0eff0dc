"""Ties in both editions: payments, the duel of 2020, the talisman of 2022."""

import pytest

from games.catalogue.wild_cards.rules.options import Edition
from games.rules.protocol import IllegalOrderError, Seat
from tests.rules.wild_cards.positions import RULES, Play, position


def tie_of_three(
    edition: Edition = "2022",
    talisman: Seat = 0,
    market: str = "lion ibex",
    hands: tuple[str, ...] | None = None,
) -> Play:
    """Three bids of two; seat 3 refills and keeps out of it."""
    hands = hands or ("F2 F4 F1", "S2 S3 S1", "M2 M3 M1")
    play = position(*hands, "", edition=edition, talisman=talisman, market=market)
    return play.give("bid F2", "bid S2", "bid M2", "bid R").give("refill")


def test_w33_a_tie_over_an_empty_market_is_not_resolved_and_all_pass_in_seat_order() -> None:
    play = position("F2 F1", "S2 S1", "M3 M1 M1", market="lion")
    play.give("bid F2", "bid S2", "bid M3").give("take lion M1 M1")
    assert play.told("tie") == []
    assert [(each["seat"], each["why"]) for each in play.told("passed")] == [
        (0, "market-empty"),
        (1, "market-empty"),
    ]


def test_w34_a_tie_payment_is_always_one_card_less_than_the_bid() -> None:
    play = tie_of_three()
    with pytest.raises(IllegalOrderError, match="wrong-payment"):
        RULES.parse_order(play.state, 0, "pay F4 F1")


def test_w35_a_tie_of_ones_needs_no_payment_and_goes_to_the_next_step_at_once() -> None:
    play = position("F1", "S1", "M1", edition="2020").give("bid F1", "bid S1", "bid R")
    play.give("refill")
    assert play.asked == "show 0 1"
    play = position("F1", "S1", "M1").give("bid F1", "bid S1", "bid R").give("refill")
    assert play.asked == "take 1"
    assert play.told("tie-ordered")[0]["by"]["step"] == "talisman"


def test_w36_the_totals_of_the_payments_decide() -> None:
    play = tie_of_three().give("pay F4", "pay S1", "pay M3")
    assert play.told("tie-ordered")[0]["order"] == [0, 2, 1]
    assert play.told("tie-ordered")[0]["by"] == {"lion": None, "leo": False, "step": "total"}


def test_w37_who_passes_in_a_tie_stands_last_and_draws_at_that_place() -> None:
    play = tie_of_three().give("pass", "pay S1", "pay M3")
    assert play.told("payments-revealed")[0]["payments"][0] == {"seat": 0, "cards": None}
    play.give("take lion")
    assert play.told("passed") == []
    play.give("take ibex")
    assert play.told("passed")[0] == {"seat": 0, "why": "in-tie", "returned": ["F2"]}


def test_w37_a_tied_seat_that_cannot_pay_may_only_pass() -> None:
    play = tie_of_three(hands=("F2", "S2 S3", "M2 M3"))
    assert [RULES.format_order(one) for one in RULES.legal_orders(play.state, 0)] == ["pass"]


def test_w38_three_level_seats_are_put_in_one_full_order_by_groups() -> None:
    play = tie_of_three(talisman=0).give("pay F1", "pay S3", "pay M3")
    # 1 and 2 are level above 0; clockwise from the holder's left they are 1, then 2.
    assert play.told("tie-ordered")[0]["order"] == [1, 2, 0]
    assert play.told("tie-ordered")[0]["by"]["step"] == "talisman"


def duel() -> Play:
    """2020: seats 0 and 1 level on totals, seat 2 behind them."""
    play = tie_of_three("2020", hands=("F2 F3 F4", "S2 S3 S1", "M2 M1 M4"))
    return play.give("pay F3", "pay S3", "pay M1")


def test_w39_level_seats_show_a_card_each_and_separated_seats_keep_their_order() -> None:
    play = duel()
    assert play.asked == "show 0 1"
    play.give("show F4", "show S1")
    assert play.told("tie-ordered")[0]["order"] == [0, 1, 2]
    assert play.told("tie-ordered")[0]["by"]["step"] == "shown"


def test_w39_shown_cards_are_discarded_before_anybody_takes_and_never_pay() -> None:
    play = duel().give("show F4", "draw")
    assert play.asked.startswith("take")
    assert play.state.discard[:2][0] == "F4"
    assert len(play.state.discard) == 2
    assert play.state.payments[0] == ("F3",)


def test_w39_who_stays_level_shows_again() -> None:
    play = tie_of_three("2020", hands=("F2 F3 F1 F4", "S2 S3 S1 S2", "M2 M1 M4"))
    play.give("pay F3", "pay S3", "pay M1").give("show F1", "show S1")
    assert play.asked == "show 0 1"
    assert RULES.view(play.state, None).players[0].shown == ["F1"]
    play.give("show F4", "show S2")
    assert play.told("tie-ordered")[0]["order"] == [0, 1, 2]


def test_w40_of_four_two_two_the_four_is_first_and_the_twos_go_on() -> None:
    play = tie_of_three("2020", hands=("F2 F3 F4", "S2 S3 S2 S1", "M2 M3 M2 M4"))
    play.give("pay F3", "pay S3", "pay M3").give("show F4", "show S2", "show M2")
    assert play.asked == "show 1 2"
    play.give("show S1", "show M4")
    assert play.told("tie-ordered")[0]["order"] == [0, 2, 1]


def test_w41_a_seat_that_can_show_nothing_counts_as_zero_and_is_not_asked() -> None:
    play = position("F1 F4", "S1", "M1", edition="2020", deck="", market="lion ibex")
    play.give("bid F1", "bid S1", "bid R").give("refill")
    assert play.asked == "show 0"
    with pytest.raises(IllegalOrderError, match="nothing-to-draw"):
        RULES.parse_order(play.state, 0, "draw")
    play.give("show F4")
    assert play.told("cards-shown")[0]["cards"][1] == {"seat": 1, "card": None, "source": "none"}
    assert play.told("tie-ordered")[0]["order"] == [0, 1]


def test_w41_if_nobody_can_show_anything_a_shuffle_decides() -> None:
    play = position("F1", "S1", "", edition="2020", deck="", shuffles=[("tie", "1 0")])
    play.give("bid F1", "bid S1", "bid R").give("refill")
    assert play.told("tie-ordered")[0] == {
        "order": [1, 0],
        "by": {"lion": None, "leo": False, "step": "lot"},
    }


def test_w42_a_wild_card_may_be_shown_and_its_number_counts() -> None:
    play = position("F1 W3", "S1 S2", "M1", edition="2020").give("bid F1", "bid S1", "bid R")
    play.give("refill").give("show W3", "show S2")
    assert play.told("tie-ordered")[0]["order"] == [0, 1]


def test_t1_the_talisman_starts_with_seat_0() -> None:
    from games.catalogue.wild_cards.rules.options import WildCardsOptions
    from games.rules.chance import Chance
    from games.rules.protocol import Setup

    assert RULES.start(Setup(3, WildCardsOptions(), Chance("x"))).state.talisman == 0
    assert RULES.start(Setup(3, WildCardsOptions("2020"), Chance("x"))).state.talisman is None


def test_t2_the_holder_of_the_talisman_is_last() -> None:
    play = position("F1", "S1", "", talisman=0).give("bid F1", "bid S1", "bid R").give("refill")
    assert play.told("tie-ordered")[0]["order"] == [1, 0]


def test_t3_the_clockwise_distance_orders_all_level_seats_at_once() -> None:
    play = tie_of_three(talisman=1).give("pay F1", "pay S1", "pay M1")
    assert play.told("tie-ordered")[0]["order"] == [2, 0, 1]


def test_t4_the_talisman_stays_where_totals_or_the_lion_decided() -> None:
    play = tie_of_three(market="lion").give("pay F4", "pay S1", "pay M3").give("take lion")
    assert play.state.talisman == 0
    assert play.told("talisman-moved") == []
    play = position("F2 F1", "S2", "M1", leaders={"lion": 0}, market="ibex")
    play.give("bid F2", "bid S2", "bid R").give("refill").give("take ibex F1")
    assert play.state.round == 2
    assert play.state.talisman == 0


def test_t4_the_talisman_moves_once_at_the_end_of_a_round_in_which_it_decided() -> None:
    play = tie_of_three(market="lion").give("pay F1", "pay S1", "pay M1")
    assert play.state.talisman == 0
    play.give("take lion")
    assert play.told("talisman-moved") == [{"from": 0, "to": 1}]


def test_t5_the_talisman_goes_to_the_next_person_and_skips_leo() -> None:
    play = position("F1", "S1", leo="R F1 F1 F1 F1 F1", talisman=1, market="lion ibex")
    play.give("bid F1", "bid S1").give("take lion").give("take ibex")
    assert play.told("talisman-moved") == [{"from": 1, "to": 0}]


def test_t6_two_ties_in_one_round_use_the_same_holder() -> None:
    play = position("F2 F1", "S2 S1", "M1", "F1", talisman=0, market="lion ibex eagle")
    play.give("bid F2", "bid S2", "bid M1", "bid F1").give("pay F1", "pay S1")
    assert play.told("tie-ordered")[0]["order"] == [1, 0]
    play.give("take lion").give("take ibex")
    assert play.told("tie-ordered")[1]["order"] == [2, 3]
    play.give("take eagle")
    assert play.told("talisman-moved") == [{"from": 0, "to": 1}]
