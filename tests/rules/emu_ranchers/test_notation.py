"""Reading orders: forgiving about form, exact about what they mean, clear about what is wrong."""

from collections.abc import Callable

import pytest

from games.rules.protocol import AmbiguousOrderError, IllegalOrderError, OrderSyntaxError
from tests.rules.emu_ranchers.positions import RULES, Play, position


def read(play: Play, text: str) -> str:
    return RULES.format_order(RULES.parse_order(play.state, 0, text))


def acting() -> Play:
    return position("AM 2MK 5ML 5SV CY X", birds="3MV / 4YK / 2VL 3LY", excuse=True)


def with_pawns() -> Play:
    return position("AM 8MS PMSL PMYK X", birds="3MV / 7ML", cards="pawns", excuse=True)


def drawing() -> Play:
    return position("AM", discard="9MS", phase="draw")


def ending() -> Play:
    return position("7ML 9LK 9MS 2SY", birds="6MV / 3SK", deck="", phase="growth")


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("hatch 2MK", "hatch 2MK"),
        ("HATCH 2mk", "hatch 2MK"),
        ("  hatch\tthe  2 mk. ", "hatch 2MK"),
        ("hatch 2 m, k", "hatch 2MK"),
        ("hatch2mk", "hatch 2MK"),
        ("hatch 2KM", "hatch 2MK"),
        ("hatch 2m", "hatch 2MK"),
        ("hatch a 2MK", "hatch 2MK"),
        ("hatch am", "hatch AM"),
        ("hatch a m", "hatch AM"),
        ("hatch 1M", "hatch AM"),
        ("hatch the ace of moons", "hatch AM"),
        ("hatch 5 of moons and leaves", "hatch 5ML"),
        ("hatch five of Suns", "hatch 5SV"),
        ("hatch crown of wyrms", "hatch CY"),
        ("hatch cy", "hatch CY"),
        ("hatch lowest", "hatch AM"),
        ("hatch highest", "hatch CY"),
        ("hatch any", "hatch AM"),
        ("discard the excuse", "discard X"),
        ("discard x", "discard X"),
        ("discard highest", "discard X"),
        ("discard lowest", "discard AM"),
        ("grow 5ML 1", "grow 5ML 1"),
        ("grow5ml1", "grow 5ML 1"),
        ("grow 5 ml 1", "grow 5ML 1"),
        ("grow bird 1 with 5ML", None),
        ("grow 5ML on bird 3", "grow 5ML 3"),
        ("grow CY", "grow CY 2"),
        ("grow lowest 1", "grow AM 1"),
        ("grow highest 3", "grow 5ML 3"),
        ("grow any 2", "grow 2MK 2"),
    ],
)
def test_an_act_is_read_in_many_forms(text: str, meaning: str | None) -> None:
    if meaning is None:
        with pytest.raises(OrderSyntaxError, match="shape"):
            read(acting(), text)
    else:
        assert read(acting(), text) == meaning


def test_a_wild_card_is_named_by_as_many_suits_as_it_takes() -> None:
    assert read(with_pawns(), "grow PMSL 1") == "grow PMSL 1"
    assert read(with_pawns(), "grow P L 2") == "grow PMSL 2"
    assert read(with_pawns(), "grow pawn of moons and knots on bird 2") == "grow PMYK 2"
    with pytest.raises(AmbiguousOrderError) as doubt:
        read(with_pawns(), "grow pm 2")
    assert doubt.value.code == "which-card"
    assert doubt.value.candidates == ("grow PMSL 2", "grow PMYK 2")


def test_a_card_that_more_than_one_bird_takes_is_asked_about() -> None:
    with pytest.raises(AmbiguousOrderError) as doubt:
        read(acting(), "grow 5ML")
    assert doubt.value.code == "which-bird"
    assert doubt.value.candidates == ("grow 5ML 1", "grow 5ML 3")
    for text in doubt.value.candidates:
        assert read(acting(), text) == text


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("draw deck", "draw deck"),
        ("drawdeck", "draw deck"),
        ("draw from the deck", "draw deck"),
        ("draw any", "draw deck"),
        ("draw discard", "draw discard"),
        ("draw the discard pile", "draw discard"),
    ],
)
def test_a_draw_is_read_in_many_forms(text: str, meaning: str) -> None:
    assert read(drawing(), text) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("grow 7ML 1 9LK 2", "grow 7ML 1 9LK 2"),
        ("grow 9LK 2, 7ML 1, 9MS 1", "grow 9LK 2 7ML 1 9MS 1"),
        ("grow 7ML 9LK", "grow 7ML 1 9LK 2"),
        ("grow 7ML on bird 1 and 9 of knots on 2", "grow 7ML 1 9LK 2"),
        ("grow7ml1", "grow 7ML 1"),
        ("done", "done"),
        ("grow none", "done"),
        ("best", "grow 7ML 1 9MS 1 9LK 2"),
        ("grow best", "grow 7ML 1 9MS 1 9LK 2"),
        ("grow any", "grow 7ML 1 9MS 1 9LK 2"),
        ("grow highest 1", "grow 9MS 1"),
    ],
)
def test_the_growth_is_read_in_many_forms(text: str, meaning: str) -> None:
    assert read(ending(), text) == meaning


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        ("!?", "empty"),
        ("2MK", "no-verb"),
        ("hatch", "shape"),
        ("hatch 2MK 5ML", "shape"),
        ("hatch 1", "shape"),
        ("hatch none", "shape"),
        ("hatch best", "shape"),
        ("discard 2MK 1", "shape"),
        ("grow", "shape"),
        ("grow 1", "shape"),
        ("grow 5ML 1 3", "shape"),
        ("grow lowest 5ML", "shape"),
        ("hatch deck", "unknown-word"),
        ("hatch 2QQ", "unknown-word"),
        ("hatch ２MK", "unknown-word"),
        ("hatch 100", "unknown-word"),
        ("hello", "unknown-word"),
        ("hatch grow 2MK", "two-verbs"),
        ("hatch " + "2MK " * 100, "too-long"),
    ],
)
def test_what_is_no_order_is_refused_with_an_example_that_would_work(text: str, code: str) -> None:
    play = acting()
    with pytest.raises(OrderSyntaxError) as refusal:
        read(play, text)
    assert refusal.value.code == code
    assert read(play, refusal.value.example) == refusal.value.example
    assert text.startswith(refusal.value.text)
    assert len(refusal.value.text) <= 80


@pytest.mark.parametrize(
    ("play", "text", "code"),
    [
        (acting, "hatch 2SY", "not-in-hand"),
        (acting, "hatch 2Y", "not-in-hand"),
        (acting, "hatch X", "cannot-hatch"),
        (acting, "draw deck", "not-now"),
        (acting, "done", "not-now"),
        (acting, "best", "not-now"),
        (acting, "grow 5ML 4", "no-such-bird"),
        (acting, "grow lowest 9", "no-such-bird"),
        (acting, "grow 5SV 2", "no-common-suit"),
        (acting, "grow AM 3", "no-common-suit"),
        (acting, "grow 2MK 3", "no-common-suit"),
        (acting, "grow X 1", "cannot-grow"),
        (acting, "grow X", "nothing-fits"),
        (acting, "grow AM 1 2MK 1", "one-card"),
        (with_pawns, "hatch PMSL", "cannot-hatch"),
        (drawing, "hatch AM", "not-now"),
        (drawing, "discard AM", "not-now"),
        (ending, "grow 9MS 1 7ML 1", "no-room"),
        (ending, "grow 7ML 1 7ML 1", "card-twice"),
        (ending, "grow 2SY 1", "no-common-suit"),
        (ending, "hatch 7ML", "not-now"),
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


def test_a_missing_card_is_named_as_far_as_it_was() -> None:
    with pytest.raises(IllegalOrderError) as refusal:
        read(acting(), "hatch 9 of knots")
    assert refusal.value.params == {"cards": ("9LK",)}
