"""Orders of several steps are put together from what is named, and told apart by what is true of
them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.registry import rules_for
from games.rules.steps import check_later_steps, split_steps
from games.words import NotUnderstood
from games.words.lexicon.sentences import sentences
from games.words.likelihood.candidates import NOTHING, candidates
from games.words.likelihood.further_orders import MOST_FURTHER
from games.words.likelihood.judged_text import JudgedText, judged_text
from games.words.likelihood.order_attributes import OrderAttributes
from games.words.positions.named_things import NamedThings, alternatives, in_hand_order
from games.words.positions.scene import OrderScene
from games.words.reading_words import in_order
from tests.sizes import sized
from tests.words.reading import positions


def scene_of(game: str, name: str) -> OrderScene:
    position = positions()[game, name]
    return OrderScene.of(rules_for(game), position.state, position.seat)


def unread(scene: OrderScene, text: str) -> JudgedText:
    return judged_text(scene, sentences(text), in_order(["en"]), NotUnderstood())


def orders(scene: OrderScene, text: str) -> set[str]:
    return {one.order for one in candidates(scene, unread(scene, text))}


def cards(scene: OrderScene, text: str) -> list[str]:
    words = unread(scene, text).words
    return [card for _place, card in NamedThings.of(scene, [one.token for one in words]).cards]


@pytest.mark.parametrize(
    ("game", "name", "text", "order"),
    [
        (
            "wild-cards",
            "bid",
            "F3, later the lion for F2 or else the eagle for S1, or nothing at all",
            "bid F3; take lion F2 or take eagle S1 or pass",
        ),
        (
            "wild-cards",
            "bid",
            "forest 3; the lion for F1 and F2, the eagle at that price where it is gone",
            "bid F3; take lion F1 F2 or take eagle F1 F2",
        ),
        ("wild-cards", "bid", "refill and out with both savannah ones", "bid R; refill S1 S1"),
        ("wild-cards", "swap", "a lion for the eagle, then bin F3", "swap lion eagle; refill F3"),
        ("wizard", "lead", "R12 first, next G13, the jester last", "play R12; play G13; play N"),
        ("wizard", "bid", "bid 2, start with Y11, or G6", "bid 2; play Y11 or play G6"),
        (
            "cubirds",
            "lay",
            "toucans left of row 2, I draw, then the magpie family if I may",
            "lay toucan 2 left; draw; family magpie or done",
        ),
        ("emu-ranchers", "act", "8VL hatches, and the discard is mine", "hatch 8VL; draw discard"),
        (
            "wild-cards",
            "bid",
            "the other ones of savannah pay for it: the eagle, else the lion; the bid is F3",
            "bid F3; take eagle S1 S1 or take lion S1 S1",
        ),
        (
            "wild-cards",
            "bid",
            "forest 3, the lion for F1 and S1. Well, F2 in place of F1, the rest as it was",
            "bid F3; take lion F2 S1",
        ),
        (
            "wild-cards",
            "bid",
            "forest 3, M1 in the tie, and then the lion, or the eagle",
            "bid F3; pay M1; take lion or take eagle",
        ),
        (
            "wild-cards",
            "bid",
            "refill, F1 goes, and at last my lion for the eagle",
            "bid R; refill F1; swap lion eagle",
        ),
        (
            "wild-cards",
            "bid",
            "F3, and the lion for what costs least",
            "bid F3; take lion cheapest",
        ),
        ("wild-cards", "take-free", "the lion, else I pass", "take lion or pass"),
        ("wizard", "trump", "I bid two, and before that: green", "trump G; bid 2"),
        ("wizard", "lead", "green 13 now, afterwards the seven, red too", "play G13; play R7"),
        ("cubirds", "lay", "owls left of row 3, nothing else", "lay owl 3 left; stay"),
        ("cubirds", "family", "toucans, that's all", "family toucan; done"),
        ("emu-ranchers", "draw", "the pile; then CY on bird 1", "draw discard; grow CY 1"),
    ],
)
def test_steps_are_put_together_from_the_things_named(
    game: str, name: str, text: str, order: str
) -> None:
    assert order in orders(scene_of(game, name), text)


WORDS = [
    "F1",
    "red 7",
    "lion",
    "owl",
    "eagle",
    "both",
    "swap",
    "or",
    "then",
    "if",
    "S1",
    "pass",
    "jester",
    "refill",
    "row 2",
    "left",
    "draw",
    "no",
    "magpies",
    "bird 1",
    "crown",
]


@settings(max_examples=sized(15, 200), deadline=None)
@given(
    st.sampled_from(sorted(positions())),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=40).map(" ".join),
)
def test_every_candidate_begins_legally_and_goes_on_with_steps(
    place: tuple[str, str], text: str
) -> None:
    scene = scene_of(*place)
    found = orders(scene, text) - {NOTHING}
    assert set(scene.legal()) <= found
    assert len(found) <= len(scene.legal()) + MOST_FURTHER + 100
    for order in found:
        first, *later = split_steps(order)
        assert scene.tried(first[0]) == first[0]
        check_later_steps(scene.rules, later)


@pytest.mark.parametrize(
    ("game", "name", "text", "named"),
    [
        ("wild-cards", "bid", "forest 2 and the mountain, not F3", ["F2", "M1", "F3"]),
        ("wild-cards", "bid", "both savannah ones", ["S1", "S1"]),
        ("wild-cards", "bid", "a forest", []),
        ("wizard", "lead", "my green card, then the jester", ["G13", "N"]),
        ("emu-ranchers", "act", "the crown, the eight of leaves", ["CY", "8VL"]),
        ("emu-ranchers", "act", "5 of suns and waves", ["5SV"]),
    ],
)
def test_an_unmistakable_part_of_a_card_names_it(
    game: str, name: str, text: str, named: list[str]
) -> None:
    assert cards(scene_of(game, name), text) == named


def test_cards_are_written_in_the_sequence_of_the_hand_and_the_cheapest_alone() -> None:
    assert in_hand_order(["F1", "F2", "M1"], ["M1", "F1"]) == " F1 M1"
    assert in_hand_order(["F1"], ["F1", "cheapest"]) == " cheapest"
    assert in_hand_order([], []) == ""


def test_alternatives_keep_their_sequence_and_may_end_with_what_is_done_otherwise() -> None:
    found = list(alternatives(["take lion", "take eagle"], "pass"))
    assert found[:2] == ["take lion", "take lion or pass"]
    assert "take lion or take eagle or pass" in found
    assert "take eagle or take lion" in found
    assert list(alternatives([])) == []


@pytest.mark.parametrize(
    ("game", "name", "order", "true", "false"),
    [
        ("wizard", "lead", "play R7", "in suit lowest 0", "rank highest 0"),
        ("wizard", "lead", "play G13", "in suit only", "in suit lowest 0"),
        ("wild-cards", "bid", "bid F3", "in suit highest 0", "suit size only"),
        ("cubirds", "lay", "lay magpie 1 left", "held highest 0", "held lowest 0"),
        ("cubirds", "family", "family toucan", "held lowest 0", "held highest 0"),
        ("wild-cards", "refill", "refill F3 M2", "cards 2", "cards 1"),
    ],
)
def test_what_is_true_of_an_order_in_its_position_is_known(
    game: str, name: str, order: str, true: str, false: str
) -> None:
    scene = scene_of(game, name)
    found = OrderAttributes(scene, scene.legal()).of(order)
    assert true in found
    assert false not in found
