"""Reading orders: forgiving about form, exact about what they mean, clear about what is wrong."""

import pytest

from games.rules.protocol import AmbiguousOrderError, IllegalOrderError, OrderSyntaxError, Seat
from tests.rules.wizard.positions import RULES, Play, position


def read(play: Play, text: str, seat: Seat = 0) -> str:
    return RULES.format_order(RULES.parse_order(play.state, seat, text))


def leading(hand: str = "R2 R13 B7 Z N") -> Play:
    return position(hand, "G1 G2 G3 G4 G5", "Y1 Y2 Y3 Y4 Y5", leader=0, trump="B")


def bidding() -> Play:
    return position("R2 R13", "G1 G2", "Z N", phase="bid", leader=0, trump="R")


def choosing() -> Play:
    return position("R2 R13 B1", "G1 G2 G3", "Y1 Y2 Y3", phase="trump", leader=0, turned="Z")


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("play r13", "play R13"),
        ("PLAY R13", "play R13"),
        ("  play\tthe  R 13. ", "play R13"),
        ("playr13", "play R13"),
        ("play: r-13", "play R13"),
        ("play red 13", "play R13"),
        ("play the 13 of red", "play R13"),
        ("play R013", "play R13"),
        ("play z", "play Z"),
        ("play a wizard", "play Z"),
        ("play W", "play Z"),
        ("play my jester", "play N"),
        ("play J", "play N"),
        ("play 13", "play R13"),
        ("play blue", "play B7"),
        ("play lowest", "play N"),
        ("play highest", "play Z"),
        ("play any", "play N"),
    ],
)
def test_a_card_is_read_in_many_forms(text: str, meaning: str) -> None:
    assert read(leading(), text) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("bid 2", "bid 2"),
        ("BID2", "bid 2"),
        ("bid: 02 tricks", "bid 2"),
        ("bid lowest", "bid 0"),
        ("bid highest", "bid 2"),
        ("bid any", "bid 1"),
    ],
)
def test_a_bid_is_read_in_many_forms(text: str, meaning: str) -> None:
    assert read(bidding(), text) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("trump b", "trump B"),
        ("trump blue", "trump B"),
        ("TrumpB", "trump B"),
        ("trump any", "trump R"),
    ],
)
def test_a_trump_colour_is_read_in_many_forms(text: str, meaning: str) -> None:
    assert read(choosing(), text) == meaning


def test_a_colour_or_number_that_several_cards_have_is_asked_about() -> None:
    table = leading("R2 R13 B2 Z N")
    with pytest.raises(AmbiguousOrderError) as doubt:
        read(table, "play red")
    assert (doubt.value.code, doubt.value.candidates) == ("which-card", ("play R2", "play R13"))
    with pytest.raises(AmbiguousOrderError) as doubt:
        read(table, "play 2")
    assert doubt.value.candidates == ("play R2", "play B2")


def answering(hand: str, trump: str | None = "B") -> Play:
    """Seat 0 to play last to red 5 and red 9."""
    filler = ("R5 G2 G3 G4 G5 G6", "R9 Y2 Y3 Y4 Y5 Y6")
    return position(hand, *filler, leader=1, trump=trump).cards("R5 R9")


@pytest.mark.parametrize(
    ("hand", "text", "meaning"),
    [
        ("R6 R10 R12 Z B1 G7", "play cheapest", "play R10"),
        ("R6 R10 R12 Z B1 G7", "play duck", "play R6"),
        ("R6 R10 R12 Z B1 G7", "play lowest", "play R6"),
        ("G1 G7 B3 B4 Z N", "play cheapest", "play B3"),
        ("G1 G7 B3 B4 Z N", "play duck", "play G7"),
        ("G1 G7 B3 B4 Z N", "play highest", "play Z"),
        ("R6 N B3 B4 G1 G7", "play duck", "play R6"),
    ],
)
def test_shorthands_look_at_the_trick_as_it_lies(hand: str, text: str, meaning: str) -> None:
    assert read(answering(hand), text) == meaning


def test_cheapest_and_duck_look_at_every_card_when_nobody_has_to_follow() -> None:
    table = position("R6 R10 R12 N", "B5 B1 B2 B3", "G9 G1 G2 G3", leader=1, monochrome=True)
    table.cards("B5 G9")
    assert read(table, "play cheapest") == "play R10"
    assert read(table, "play duck") == "play R6"


@pytest.mark.parametrize(
    ("play", "text", "code"),
    [
        (leading(), "play cheapest", "nothing-lies"),
        (leading(), "play duck", "nothing-lies"),
        (answering("R6 R7 G1 G2 G3 G4"), "play cheapest", "cannot-take"),
        (answering("R10 R11 G1 G2 G3 G4"), "play duck", "cannot-duck"),
        (leading(), "play yellow", "none-fits"),
        (leading(), "play 9", "none-fits"),
        (leading(), "play Y9", "not-in-hand"),
        (leading(), "bid 1", "not-now"),
        (bidding(), "play R2", "not-now"),
        (bidding(), "bid 3", "bid-range"),
    ],
)
def test_what_the_position_does_not_allow_is_refused(play: Play, text: str, code: str) -> None:
    with pytest.raises(IllegalOrderError) as refusal:
        read(play, text)
    assert refusal.value.code == code
    assert refusal.value.text == text
    assert read(play, refusal.value.example) == refusal.value.example


@pytest.mark.parametrize(
    ("play", "text", "code"),
    [
        (leading(), "", "empty"),
        (leading(), " ,;- ", "empty"),
        (leading(), "R13", "no-verb"),
        (leading(), "lowest", "no-verb"),
        (leading(), "play bid R13", "two-verbs"),
        (leading(), "play", "shape"),
        (leading(), "play R13 B7", "shape"),
        (leading(), "play red blue 7", "shape"),
        (leading(), "play R13 lowest", "shape"),
        (leading(), "play R14", "unknown-word"),
        (leading(), "play R0", "unknown-word"),
        (leading(), "play dragon", "unknown-word"),
        (bidding(), "bid", "shape"),
        (bidding(), "bid red", "shape"),
        (bidding(), "bid 1 2", "shape"),
        (bidding(), "bid 1.5", "shape"),
        (bidding(), "bid -1", "unknown-word"),
        (bidding(), "bid cheapest", "shape"),
        (bidding(), "bid ٢", "unknown-word"),
        (choosing(), "trump none", "unknown-word"),
        (choosing(), "trump R13", "shape"),
        (choosing(), "trump R B", "shape"),
        (choosing(), "trump Z", "shape"),
        (leading(), "play " + "x" * 500, "too-long"),
    ],
)
def test_what_is_no_order_says_why_and_what_would_work(play: Play, text: str, code: str) -> None:
    with pytest.raises(OrderSyntaxError) as refusal:
        read(play, text)
    assert refusal.value.code == code
    assert len(refusal.value.text) <= 80
    assert read(play, refusal.value.example) == refusal.value.example


def test_who_is_not_asked_cannot_order() -> None:
    with pytest.raises(IllegalOrderError) as refusal:
        RULES.parse_order(leading().state, 1, "play G1")
    assert refusal.value.code == "not-awaited"


def test_what_parse_refuses_the_adjudication_refuses_too() -> None:
    table = leading()
    order = RULES.parse_order(table.state, 0, "play R13")
    for wrong in (
        order._replace(value="Y9"),
        order._replace(verb="bid"),
        order._replace(value="X"),
    ):
        with pytest.raises(IllegalOrderError):
            RULES.adjudicate(table.state, {0: wrong})
    for orders in ({}, {1: order}, {0: order, 1: order}):
        with pytest.raises(IllegalOrderError) as refusal:
            RULES.adjudicate(table.state, orders)
        assert refusal.value.code == "wrong-seats"
