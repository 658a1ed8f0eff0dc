"""Reading orders: forgiving about form, exact about what they mean, clear about what is wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.rules.protocol import AmbiguousOrderError, IllegalOrderError, OrderSyntaxError
from tests.rules.cubirds.positions import RULES, Play, position

ROWS = ("owl flamingo parrot", "duck toucan magpie owl", "warbler robin owl", "toucan duck robin")


def read(play: Play, text: str) -> str:
    return RULES.format_order(RULES.parse_order(play.state, 0, text))


def laying(hand: str = "parrot parrot owl warbler warbler warbler") -> Play:
    return position(hand, "robin", rows=ROWS)


def drawing() -> Play:
    return position("flamingo robin", "robin", rows=ROWS).give("lay flamingo 4 left")


def forming(hand: str = "owl owl owl owl duck duck duck duck flamingo flamingo") -> Play:
    return position(f"magpie {hand}", "robin", rows=ROWS).give("lay magpie 1 left", "stay")


@pytest.mark.parametrize(
    "text",
    [
        "lay parrot 2 left",
        "LAY PARROT 2 LEFT",
        "  lay\tthe parrots on the left side of row 2. ",
        "layparrot2left",
        "lay: parrot, 2, l",
        "Left 2: lay all my parrots",
        "lay parrot row2 left",
        "lay parrot 2l",
    ],
)
def test_a_lay_is_read_in_many_forms(text: str) -> None:
    assert read(laying(), text) == "lay parrot 2 left"


def test_a_reed_warbler_is_a_warbler_and_not_the_right_side() -> None:
    assert read(laying(), "lay reed warblers 3 right") == "lay warbler 3 right"
    assert read(laying(), "lay warbler r 3") == "lay warbler 3 right"


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("lay any", "lay owl 2 left"),
        ("lay highest", "lay owl 2 left"),
        ("lay cheapest", "lay owl 2 left"),
        ("lay lowest", "lay owl 1 left"),
        ("lay parrots any", "lay parrot 1 left"),
        ("lay parrot 1 any", "lay parrot 1 left"),
        ("lay warbler highest", "lay warbler 3 right"),
        ("lay any 3 left", "lay owl 3 left"),
        ("lay highest 3 right", "lay warbler 3 right"),
    ],
)
def test_a_shorthand_picks_a_lay_among_those_that_fit_the_other_words(
    text: str, meaning: str
) -> None:
    assert read(laying(), text) == meaning


def test_the_only_species_in_hand_need_not_be_named() -> None:
    assert read(laying("duck duck"), "lay 2 left") == "lay duck 2 left"


def test_more_than_one_lay_that_fits_is_asked_about() -> None:
    for text in ("lay parrot", "lay parrot 2", "lay 2 left", "lay"):
        with pytest.raises(AmbiguousOrderError) as doubt:
            read(laying(), text)
        assert doubt.value.code == "which-lay"
        assert 1 < len(doubt.value.candidates) <= 6
        for candidate in doubt.value.candidates:
            assert read(laying(), candidate) == candidate


@pytest.mark.parametrize(
    ("text", "meaning"),
    [("draw", "draw"), ("Draw 2 cards", "draw"), ("stay", "stay"), (" STAY. ", "stay")],
)
def test_drawing_or_staying_is_read_in_many_forms(text: str, meaning: str) -> None:
    assert read(drawing(), text) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("family owl", "family owl"),
        ("family of ducks", "family duck"),
        ("family any", "family owl"),
        ("family highest", "family owl"),
        ("family cheapest", "family flamingo"),
        ("family lowest", "family flamingo"),
        ("done", "done"),
    ],
)
def test_a_family_is_read_in_many_forms(text: str, meaning: str) -> None:
    assert read(forming(), text) == meaning


def test_the_only_possible_family_need_not_be_named() -> None:
    assert read(forming("owl owl owl duck"), "family") == "family owl"
    with pytest.raises(AmbiguousOrderError) as doubt:
        read(forming(), "family")
    assert doubt.value.code == "which-family"
    assert doubt.value.candidates == ("family flamingo", "family owl", "family duck")


@pytest.mark.parametrize(
    ("play", "text", "code"),
    [
        (laying, "", "empty"),
        (laying, "!?", "empty"),
        (laying, "the row", "empty"),
        (laying, "parrot 2 left", "no-verb"),
        (laying, "lay parrot owl 2 left", "shape"),
        (laying, "lay parrot 2 3 left", "shape"),
        (laying, "lay parrot 2 left right", "shape"),
        (laying, "lay sparrow 2 left", "unknown-word"),
        (laying, "lay parrot ２ left", "unknown-word"),
        (laying, "lay parrot 2000 left", "shape"),
        (laying, "hello", "unknown-word"),
        (laying, "lay family parrot", "two-verbs"),
        (laying, "lay " + "owl " * 100, "too-long"),
        (drawing, "draw 3", "shape"),
        (drawing, "draw owl", "shape"),
        (drawing, "stay left", "shape"),
        (forming, "family owl duck", "shape"),
        (forming, "family owl any", "shape"),
        (forming, "family 2", "shape"),
        (forming, "done owl", "shape"),
    ],
)
def test_what_is_no_order_is_refused_with_an_example_that_would_work(
    play: Callable[[], Play], text: str, code: str
) -> None:
    with pytest.raises(OrderSyntaxError) as refusal:
        read(play(), text)
    assert refusal.value.code == code
    assert read(play(), refusal.value.example) == refusal.value.example
    assert text.startswith(refusal.value.text)
    assert len(refusal.value.text) <= 80


@pytest.mark.parametrize(
    ("play", "text", "code"),
    [
        (laying, "lay duck 1 left", "not-in-hand"),
        (laying, "lay duck", "not-in-hand"),
        (laying, "lay duck any", "not-in-hand"),
        (laying, "lay parrot 5 left", "no-row"),
        (laying, "lay parrot 0", "no-row"),
        (laying, "lay parrot 999 any", "no-row"),
        (laying, "draw", "not-now"),
        (drawing, "family owl", "not-now"),
        (forming, "family magpie", "no-family"),
        (forming, "stay", "not-now"),
    ],
)
def test_an_order_that_may_not_be_given_now_is_refused_with_an_example(
    play: Callable[[], Play], text: str, code: str
) -> None:
    with pytest.raises(IllegalOrderError) as refusal:
        read(play(), text)
    assert refusal.value.code == code
    assert read(play(), refusal.value.example) == refusal.value.example
