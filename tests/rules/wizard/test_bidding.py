"""Bidding, open, blind and hidden: V1, V2; the open sum: V5."""

import pytest

from games.catalogue.wizard.rules.prompt import BidPrompt
from games.rules.protocol import IllegalOrderError
from tests.rules.wizard.positions import RULES, Play, dealt, position


def test_bids_go_round_from_the_dealers_left_and_may_be_from_none_to_all() -> None:
    table = position("R1 R2", "B1 B2", "G1 G2", phase="bid", leader=2)
    assert table.asked == "bid 2"
    assert table.legal() == "0 1 2"
    table.give("bid 2")
    assert table.asked == "bid 0"
    assert table.seen(None).players[2].bid == 2
    table.play("bid 2", "bid 2")
    assert table.asked == "play 2"
    assert table.told("bids-complete") == [{"total": 6, "cards": 2}]


@pytest.mark.parametrize("text", ["bid 3", "bid 21", "bid 99"])
def test_more_tricks_than_cards_cannot_be_bid(text: str) -> None:
    table = position("R1 R2", "B1 B2", "G1 G2", phase="bid", leader=2)
    with pytest.raises(IllegalOrderError) as refusal:
        RULES.parse_order(table.state, 2, text)
    assert refusal.value.code == "bid-range"
    assert refusal.value.params["most"] == 2


def sealed(bidding: str) -> Play:
    return position(
        "R1 R2", "B1 B2", "G1 G2", phase="bid", awaited=(0, 1, 2), leader=2, bidding=bidding
    )


def test_v1_blind_bids_are_laid_together_and_revealed_before_the_first_lead() -> None:
    table = dealt(3, bidding="blind")
    assert table.asked == "bid 0 1 2"
    table = sealed("blind").give("bid 0", "bid 1", "bid 2")
    assert table.asked == "play 2"
    assert table.told("bids-revealed") == [{"bids": [0, 1, 2]}]
    assert [player.bid for player in table.seen(None).players] == [0, 1, 2]
    assert all(event.seen_by is None for event in table.events)


def test_v2_a_hidden_bid_is_known_to_its_owner_alone_until_the_round_is_over() -> None:
    table = sealed("hidden").give("bid 0", "bid 1", "bid 2")
    assert table.told("bids-laid") == [{"seats": 3}]
    assert table.told("bids-revealed") == []
    assert [player.bid for player in table.seen(1).players] == [None, 1, None]
    assert [player.bid for player in table.seen(None).players] == [None] * 3
    assert all(player.has_bid for player in table.seen(None).players)
    assert (table.seen(1).own_bid, table.seen(None).own_bid) == (1, None)
    table.cards("G1 R1 B1")
    assert [player.tricks for player in table.seen(0).players] == [0, 0, 1]
    table.cards("G2 R2 B2")
    assert table.told("bids-revealed") == []
    assert table.told("round-ended")[0]["bids"] == [0, 1, 2]
    assert table.seen(None).sheet[0].bids == [0, 1, 2]
    assert table.state.totals == (20, -10, 40)


def test_v2_hidden_bids_change_nothing_that_others_may_see() -> None:
    one = sealed("hidden").give("bid 0", "bid 1", "bid 2")
    other = sealed("hidden").give("bid 2", "bid 1", "bid 0")
    assert one.seen(1) == other.seen(1)
    assert one.seen(None) == other.seen(None)
    assert one.events == other.events


def last_bidder(totals: tuple[int, ...], *bids: str) -> Play:
    """Seat 1 deals a round of two cards and bids last."""
    table = position("R1 R2", "B1 B2", "G1 G2", phase="bid", leader=2, totals=totals, uneven=True)
    return table.play(*bids)


def test_v5_the_dealer_who_leads_alone_may_not_make_the_sum_even_with_the_tricks() -> None:
    table = last_bidder((10, 30, 20), "bid 1", "bid 0")
    assert table.asked == "bid 1"
    assert table.legal() == "0 2"
    with pytest.raises(IllegalOrderError) as refusal:
        RULES.parse_order(table.state, 1, "bid 1")
    assert refusal.value.code == "bid-even"
    assert refusal.value.params == {"bid": "1", "cards": 2}
    assert RULES.decision(table.state, 1).data == BidPrompt(2, 1)


def test_v5_it_binds_nobody_else() -> None:
    assert last_bidder((10, 30, 20)).legal() == "0 1 2"
    assert last_bidder((40, 30, 20), "bid 1", "bid 0").legal() == "0 1 2"
    assert last_bidder((30, 30, 20), "bid 1", "bid 0").legal() == "0 1 2"
    assert last_bidder((10, 30, 20), "bid 2", "bid 1").legal() == "0 1 2"


def test_v5_it_never_binds_in_the_first_round() -> None:
    table = dealt(3, "R1 B1 G1 Y2", uneven=True).play("bid 0", "bid 0")
    assert table.asked == "bid 0"
    assert table.legal() == "0 1"


def test_v5a_the_highest_total_may_be_negative() -> None:
    assert last_bidder((-30, -10, -20), "bid 0", "bid 0").legal() == "0 1"
