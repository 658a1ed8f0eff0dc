"""What silence means in every decision, and that `any` says the same."""

import pytest

from tests.rules.wizard.positions import RULES, Play, position


def default(play: Play) -> str:
    """The default order of the first awaited seat; it must be legal, and what `any` means."""
    seat = play.state.awaited[0]
    order = RULES.default_order(play.state, seat)
    assert order in set(RULES.legal_orders(play.state, seat))
    assert RULES.parse_order(play.state, seat, f"{order.verb} any") == order
    return RULES.format_order(order)


def choosing(hand: str) -> Play:
    return position(hand, "G1 G2 G3 G4", "Y1 Y2 Y3 Y4", phase="trump", leader=0, turned="Z")


@pytest.mark.parametrize(
    ("hand", "meaning"),
    [
        ("R1 R2 B13 Z", "trump R"),
        ("R1 B13 Z N", "trump B"),
        ("Z Z N N", "trump R"),
    ],
)
def test_the_colour_held_most_becomes_trump(hand: str, meaning: str) -> None:
    assert default(choosing(hand)) == meaning


def bidding(hand: str, **facts: object) -> Play:
    size = len(hand.split())
    others = ["G1 G2 G3 G4 G5", "Y1 Y2 Y3 Y4 Y5"]
    hands = (hand, *(" ".join(other.split()[:size]) for other in others))
    return position(*hands, phase="bid", leader=0, awaited=(0,), **facts)  # type: ignore[arg-type]


def test_the_bid_counts_wizards_trumps_from_10_and_other_13s() -> None:
    assert default(bidding("Z R10 R9 B13 B12", trump="R")) == "bid 3"
    assert default(bidding("N R9 B12 B1 B2", trump="R")) == "bid 0"


def test_in_monochrome_the_bid_counts_the_wizard_and_cards_from_11() -> None:
    assert default(bidding("Z R13 R11 R10 N", monochrome=True)) == "bid 3"


def test_a_hand_not_seen_bids_its_share_of_the_tricks() -> None:
    assert default(bidding("Z Z Z R13 R12", trump="R", clairvoyance=True)) == "bid 1"


def test_a_bid_that_is_barred_is_one_less_or_1_instead_of_0() -> None:
    table = position(
        "Z B1 B2", "G1 G2 G3", "Y1 Y2 Y3", phase="bid", awaited=(2,), leader=0, uneven=True,
        totals=(0, 0, 9), bids=(1, 2, None),
    )  # fmt: skip
    assert table.state.dealer == 2
    assert default(table) == "bid 1"
    table = position(
        "G1 G2 G3", "Y1 Y2 Y3", "Z B1 B2", phase="bid", awaited=(2,), leader=0, uneven=True,
        totals=(0, 0, 9), bids=(1, 1, None),
    )  # fmt: skip
    assert default(table) == "bid 0"


def playing(hand: str, bid: int, lying: str = "") -> Play:
    filler = ("R5 G2 G3", "R9 Y2 Y3")
    if not lying:
        return position(hand, *filler, leader=0, trump="B", bids=(bid, 0, 0))
    return position(hand, *filler, leader=1, trump="B", bids=(bid, 0, 0)).cards(lying)


@pytest.mark.parametrize(
    ("play", "meaning"),
    [
        (playing("R13 B2 N", 1), "play B2"),
        (playing("R13 B2 N", 0), "play N"),
        (playing("R10 R12 B2", 1, "R5 R9"), "play R10"),
        (playing("R6 R8 B2", 1, "R5 R9"), "play R6"),
        (playing("R6 R8 R12", 0, "R5 R9"), "play R8"),
        (playing("R10 R12 B2", 0, "R5 R9"), "play R10"),
    ],
)
def test_the_card_goes_towards_the_own_bid(play: Play, meaning: str) -> None:
    assert default(play) == meaning


def test_a_seat_that_has_its_tricks_stays_below() -> None:
    table = position("R13 R2", "R5 G2", "R9 Y2", leader=0, bids=(1, 0, 0)).cards("R13 R5 R9")
    assert table.state.tricks == (1, 0, 0)
    assert default(table) == "play R2"
