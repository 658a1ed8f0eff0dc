"""Reading orders: forgiving about form, exact about what they mean, clear about what is wrong."""

from collections.abc import Callable
from typing import Any

import pytest

from games.rules.protocol import AmbiguousOrderError, IllegalOrderError, OrderSyntaxError, Seat
from tests.rules.wild_cards.positions import RULES, Play, position


def read(play: Play, text: str, seat: Seat = 0) -> str:
    return RULES.format_order(RULES.parse_order(play.state, seat, text))


def bidding(**options: Any) -> Play:
    return position("F2 S1 M4 W1", "S1", "S2", **options)


def refilling() -> Play:
    return position("F2 S1 M4 W1", "S1", "S2").give("bid R", "bid S1", "bid S2")


def taking(hand: str = "F3 F1 F2 S1 S1 W1", bid: str = "F3", market: str = "lion squirrel") -> Play:
    play = position(hand, "", "", market=market, collections=[{"lion": 1}])
    return play.give(f"bid {bid}", "bid R", "bid R").give("refill", "refill")


def paying() -> Play:
    play = position("F2 F1 S1 M4 W2", "S2 S1", "", market="lion squirrel")
    return play.give("bid F2", "bid S2", "bid R").give("refill")


def swapping() -> Play:
    play = position("", "", "", market="ibex lion", collections=[{"eagle": 2, "lion": 1}],
                    leaders={"meerkat": 0})  # fmt: skip
    return play.give("bid R", "bid R", "bid R")


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("bid f2", "bid F2"),
        ("BID F2", "bid F2"),
        ("  bid\tthe  F 2. ", "bid F2"),
        ("bidF2", "bid F2"),
        ("bid: f,2", "bid F2"),
        ("bid refill", "bid R"),
        ("bid r", "bid R"),
        ("bid lowest", "bid S1"),
        ("bid highest", "bid M4"),
        ("bid any", "bid S1"),
    ],
)
def test_a_bid_is_read_in_many_forms(text: str, meaning: str) -> None:
    assert read(bidding(), text) == meaning


def test_an_eagle_bid_is_read_with_shorthands_too() -> None:
    play = bidding(leaders={"eagle": 0})
    assert read(play, "bid M4 and F2") == "bid F2 M4"
    assert read(play, "bid highest lowest") == "bid S1 M4"
    assert read(play, "bid R highest") == "bid M4 R"
    play.give("bid M4 R", "bid S1", "bid S2")
    assert read(play, "reveal highest") == "reveal M4"
    assert read(play, "reveal lowest") == "reveal M4"
    assert read(play, "reveal r") == "reveal R"


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("refill", "refill"),
        ("refill none", "refill"),
        ("refill any", "refill"),
        ("refill w1, f2", "refill F2 W1"),
        ("refill lowest", "refill S1"),
        ("refill highest", "refill M4"),
        ("refill all", "refill F2 S1 M4 W1"),
    ],
)
def test_a_refill_is_read_in_many_forms(text: str, meaning: str) -> None:
    assert read(refilling(), text) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("take the lion with S1 and F2", "take lion F2 S1"),
        ("takelionf2s1", "take lion F2 S1"),
        ("take lion cheapest", "take lion F1 S1"),
        ("take squirrel cheapest", "take squirrel F1 W1"),
        ("take squirrel lowest", "take squirrel F1 S1"),
        ("take squirrel highest", "take squirrel F1 F2"),
        ("take any any", "take lion F1 S1"),
        ("pass", "pass"),
    ],
)
def test_taking_is_read_in_many_forms(text: str, meaning: str) -> None:
    assert read(taking("F3 F1 F2 S1 S1 W1"), text) == meaning


def test_a_bid_of_one_needs_no_payment() -> None:
    play = taking("F1 S1", "F1")
    assert read(play, "take lion") == "take lion"
    assert read(play, "take lion cheapest") == "take lion"


def test_the_only_possible_payment_need_not_be_written() -> None:
    assert read(taking("F2 S1", "F2"), "take lion") == "take lion S1"


def test_more_than_one_payment_that_fits_is_asked_about() -> None:
    with pytest.raises(AmbiguousOrderError) as doubt:
        read(taking(), "take lion")
    assert doubt.value.code == "which-payment"
    assert "take lion F1 F2" in doubt.value.candidates
    assert 1 < len(doubt.value.candidates) <= 6
    for text in doubt.value.candidates:
        assert read(taking(), text) == text


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("pay cheapest", "pay F1"),
        ("pay lowest", "pay F1"),
        ("pay highest", "pay M4"),
        ("pay any", "pay F1"),
        ("pay w2", "pay W2"),
        ("pass", "pass"),
    ],
)
def test_a_tie_payment_is_read_in_many_forms(text: str, meaning: str) -> None:
    assert read(paying(), text) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("swap eagle lion", "swap eagle lion"),
        ("swap the eagle for the lion", "swap eagle lion"),
        ("swap none", "swap none"),
        ("swap any any", "swap lion ibex"),
        ("swap eagle any", "swap eagle ibex"),
    ],
)
def test_a_swap_is_read_in_many_forms(text: str, meaning: str) -> None:
    assert read(swapping(), text) == meaning


def test_a_card_of_the_duel_is_read_in_many_forms() -> None:
    play = position("F1 S2 M3", "S1", "", edition="2020").give("bid F1", "bid S1", "bid R")
    play.give("refill")
    assert read(play, "show m 3") == "show M3"
    assert read(play, "show highest") == "show M3"
    assert read(play, "show lowest") == "show S2"
    assert read(play, "draw") == "draw"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        ("!?", "empty"),
        ("F2", "no-verb"),
        ("bid", "shape"),
        ("bid F2 S1 M4", "shape"),
        ("bid lion", "shape"),
        ("bid all", "shape"),
        ("bid F5", "unknown-word"),
        ("bid F２", "unknown-word"),
        ("hello", "unknown-word"),
        ("bid take F2", "two-verbs"),
        ("bid " + "F2 " * 100, "too-long"),
    ],
)
def test_what_is_no_order_is_refused_with_an_example_that_would_work(text: str, code: str) -> None:
    play = bidding()
    with pytest.raises(OrderSyntaxError) as refusal:
        read(play, text)
    assert refusal.value.code == code
    assert read(play, refusal.value.example) == refusal.value.example
    assert text.startswith(refusal.value.text)
    assert len(refusal.value.text) <= 80


@pytest.mark.parametrize(
    ("play", "text", "code"),
    [
        (bidding, "bid F3", "not-in-hand"),
        (bidding, "bid F2 S1", "needs-eagle"),
        (bidding, "pass", "not-now"),
        (bidding, "take lion", "not-now"),
        (refilling, "refill F2 F2", "not-in-hand"),
        (refilling, "refill R", "refill-card"),
        (taking, "take eagle F1 F2", "not-in-market"),
        (taking, "take lion F1", "wrong-payment"),
        (taking, "take lion F1 F4", "not-in-hand"),
        (paying, "pay F1 S1", "wrong-payment"),
        (swapping, "swap ibex lion", "not-in-collection"),
        (swapping, "swap eagle peacock", "not-in-market"),
    ],
)
def test_an_order_that_may_not_be_given_now_is_refused_with_an_example(
    play: Callable[[], Play], text: str, code: str
) -> None:
    table = play()
    with pytest.raises(IllegalOrderError) as refusal:
        read(table, text)
    assert refusal.value.code == code
    assert read(table, refusal.value.example) == refusal.value.example


def test_who_cannot_pay_is_told_how_many_cards_are_missing() -> None:
    play = taking("F4 S1", "F4")
    for text in ("take lion S1", "take lion cheapest", "take lion"):
        with pytest.raises(IllegalOrderError) as refusal:
            read(play, text)
        assert refusal.value.code == "cannot-pay"
        assert refusal.value.params == {"needed": 3, "held": 1}
        assert refusal.value.example == "pass"
