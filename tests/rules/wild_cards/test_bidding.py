"""Bids, the Refill card as a bid, and the eagle's two cards."""

import pytest
from msgspec.structs import replace

from games.catalogue.wild_cards.rules.orders import WildOrder
from games.catalogue.wild_cards.rules.view import LaidBid, WildCardsView
from games.rules.protocol import IllegalOrderError, Seat
from tests.rules.wild_cards.positions import RULES, Play, position


def legal_texts(play: Play, seat: Seat) -> list[str]:
    return [RULES.format_order(order) for order in RULES.legal_orders(play.state, seat)]


def test_w1_a_bid_is_one_habitat_card_or_the_refill_card() -> None:
    play = position("F1 F1 S2", "M3", "W4")
    assert legal_texts(play, 0) == ["bid F1", "bid S2", "bid R"]


def test_w1_a_player_without_habitat_cards_must_bid_refill() -> None:
    play = position("", "M3", "W4")
    assert legal_texts(play, 0) == ["bid R"]
    with pytest.raises(IllegalOrderError, match="not-in-hand"):
        RULES.parse_order(play.state, 0, "bid F1")


def test_w1_the_refill_card_does_not_count_to_the_limit_and_cannot_be_discarded_or_paid() -> None:
    play = position("F1 F1 F1 F1 F1 F1 F1 F1 F1 F1", "M3 M2 M1", "S1", leaders={"squirrel": 0})
    play.give("bid R", "bid M3", "bid R")
    with pytest.raises(IllegalOrderError, match="refill-card"):
        RULES.parse_order(play.state, 0, "refill R")
    play.give("refill", "refill")
    assert len(play.state.hands[0]) == 10
    assert RULES.view(play.state, 0).hand == ["F1"] * 10 + ["R"]
    with pytest.raises(IllegalOrderError, match="refill-card"):
        RULES.parse_order(play.state, 1, "take lion M1 R")


def test_w2_a_card_that_one_cannot_pay_for_may_be_bid_and_then_one_must_pass() -> None:
    play = position("F4", "S1", "S2 S3").give("bid F4", "bid S1", "bid S2")
    assert play.asked == "take 0"
    assert legal_texts(play, 0) == ["pass"]
    play.give("pass")
    assert play.told("passed")[0] == {"seat": 0, "why": "cannot-pay", "returned": ["F4"]}


def test_w28_one_of_the_eagles_two_cards_may_be_the_refill_card() -> None:
    play = position("F1 F3", "S1", "S2 S3", leaders={"eagle": 0})
    play.give("bid F3 R", "bid S1", "bid S2")
    assert play.asked == "reveal 0"
    play.give("reveal R")
    assert play.told("eagle-chose") == [{"seat": 0, "card": "R"}]
    assert play.asked == "refill 0"
    play.give("refill")
    assert "F3" in play.hand(0)
    assert len(play.state.hands[0]) == 7


def test_w28_the_eagle_chooses_after_all_others_and_leo_revealed() -> None:
    play = position("F1 F3", "S1", leo="M2 F1 F1 F1 F1 R", leaders={"eagle": 0})
    play.give("bid F1 F3", "bid S1")
    revealed = play.told("bids-revealed")[0]["bids"]
    assert revealed == [
        {"seat": 0, "hidden": 2},
        {"seat": 1, "cards": ["S1"]},
        {"seat": 2, "cards": ["M2"]},
    ]
    assert play.asked == "reveal 0"


def test_w29_the_eagles_other_card_returns_unseen_and_may_pay() -> None:
    play = position("F1 F2", "S1", "S1", leaders={"eagle": 0}, market="peacock ibex")
    play.give("bid F1 F2", "bid R", "bid R").give("reveal F2")
    assert all("F1" not in str(event) for event in play.history)
    play.give("refill", "refill").give("take peacock F1")
    assert play.told("took")[0]["payment"] == ["F1"]


def test_w30_two_cards_are_the_eagles_choice_and_one_card_is_enough() -> None:
    play = position("F1 F2", "S1", "S1", leaders={"eagle": 0})
    assert legal_texts(play, 0) == [
        "bid F1", "bid F2", "bid R", "bid F1 F2", "bid F1 R", "bid F2 R",
    ]  # fmt: skip
    play.give("bid F1", "bid R", "bid R")
    assert play.asked == "refill 1 2"


def test_w30_nobody_else_may_bid_two_cards() -> None:
    play = position("F1 F2", "S1", "S1", leaders={"eagle": 1})
    with pytest.raises(IllegalOrderError, match="needs-eagle"):
        RULES.adjudicate(
            play.state,
            {
                0: WildOrder("bid", ("F1", "F2")),
                1: WildOrder("bid", ("S1",)),
                2: WildOrder("bid", ("S1",)),
            },
        )


def test_w52_collections_leaders_points_hand_sizes_and_discards_are_public_hands_are_not() -> None:
    play = position(
        "F1 F2 F3", "M4 M1", "S1 S2", collections=[{"lion": 2}], leaders={"lion": 0},
        tokens=(4, 0, 0), discard="W4 M2",
    )  # fmt: skip
    seen = RULES.view(play.state, 1)
    first = seen.players[0]
    assert first.collection["lion"] == 2
    assert first.tokens == 4
    assert first.hand == 3
    assert seen.leaders["lion"] == 0
    assert seen.discard == ["W4", "M2"]
    assert seen.hand == ["M1", "M4", "R"]
    assert RULES.view(play.state, None).hand is None
    hidden = str(replace(seen, hand=None))
    assert "F1" not in hidden
    assert "S2" not in hidden


def test_w52_a_bid_is_a_secret_of_its_seat_until_it_is_revealed() -> None:
    play = position("F1 F3", "S1", "S2", leaders={"eagle": 0})
    play.give("bid F3 R", "bid S1", "bid S2")
    assert RULES.view(play.state, 0).own_bid == ["F3", "R"]
    for viewer in (1, 2, None):
        seen = RULES.view(play.state, viewer)
        assert seen.own_bid is None
        assert seen.players[0].bid == LaidBid(open=False, cards=2)
        assert seen.players[1].bid == LaidBid(open=True, cards=["S1"])


def test_w52_the_number_of_cards_held_does_not_tell_whether_refill_lies_face_down() -> None:
    def held(bid: str) -> WildCardsView:
        play = position("F1 F3 S1", "S1", "S2", leaders={"eagle": 0})
        play.give(bid, "bid S1", "bid S2")
        return RULES.view(play.state, 1)

    assert held("bid F3 R") == held("bid F1 F3")


def test_only_the_orders_of_exactly_the_awaited_seats_are_applied() -> None:
    play = position("F1", "S1", "S2")
    bid = WildOrder("bid", ("R",))
    for orders in ({0: bid, 1: bid}, {0: bid, 1: bid, 2: bid, 3: bid}, {}):
        with pytest.raises(IllegalOrderError, match="wrong-seats"):
            RULES.adjudicate(play.state, orders)


def test_a_seat_that_is_not_awaited_is_told_so() -> None:
    play = position("F1", "S1", "S2").give("bid R", "bid S1", "bid S2")
    for ask in (RULES.decision, RULES.legal_orders, RULES.default_order):
        with pytest.raises(IllegalOrderError, match="not-awaited"):
            ask(play.state, 1)
    with pytest.raises(IllegalOrderError, match="not-awaited"):
        RULES.parse_order(play.state, 1, "refill")
