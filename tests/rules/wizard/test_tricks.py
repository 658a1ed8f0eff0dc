"""Following suit and who takes a trick: Z6 to Z11."""

from typing import Any

import pytest

from games.catalogue.wizard.rules.options import WizardOptions
from games.catalogue.wizard.rules.tricks import suit_led, winning_place
from games.rules.protocol import IllegalOrderError
from tests.rules.wizard.positions import RULES, Play, position


def winner(trick: str, trump: str | None = None, **options: Any) -> str:
    """The card that takes the trick, with its place where a face occurs twice."""
    cards = trick.split()
    place = winning_place(cards, trump, WizardOptions(**options))
    return f"{cards[place]}#{cards[: place + 1].count(cards[place])}"


@pytest.mark.parametrize(
    ("trick", "trump", "best"),
    [
        ("R5 R9 R2", None, "R9#1"),
        ("R5 B13 R2", None, "R5#1"),
        ("R5 B1 R13", "B", "B1#1"),
        ("R5 B1 B3", "B", "B3#1"),
        ("B4 R13 B2", "B", "B4#1"),
        ("R5 Z B13", "B", "Z#1"),
        ("R13 N R1", None, "R13#1"),
    ],
)
def test_the_first_wizard_takes_else_the_highest_trump_else_the_highest_of_the_suit(
    trick: str, trump: str | None, best: str
) -> None:
    assert winner(trick, trump) == best


def second(hand: str, led: str, **options: Any) -> Play:
    """Seat 1 to play to what seat 0 led."""
    return position(f"{led} B1", hand, "G2 G3", leader=0, **options).cards(led)


def test_who_has_the_suit_must_follow_it_and_who_has_not_may_play_anything() -> None:
    assert second("R2 B7", "R5").legal() == "R2"
    assert second("B7 G9", "R5").legal() == "B7 G9"


def test_z6_wizards_and_jesters_may_always_be_played_and_do_not_count_as_the_suit() -> None:
    assert second("R2 Z", "R5").legal() == "R2 Z"
    assert second("R2 N", "R5").legal() == "R2 N"
    assert second("B7 Z", "R5").legal() == "B7 Z"
    assert second("B7 N", "R5").legal() == "B7 N"
    assert second("Z N", "R5").legal() == "Z N"


def test_not_following_is_refused_with_the_suit_named() -> None:
    table = second("R2 B7", "R5")
    with pytest.raises(IllegalOrderError) as refusal:
        RULES.parse_order(table.state, 1, "play B7")
    assert refusal.value.code == "must-follow"
    assert refusal.value.params == {"card": "B7", "colour": "R"}
    assert refusal.value.example == "play R2"


def third(hand: str, led: str, then: str) -> Play:
    table = position(f"{led} B1", f"{then} B2", hand, leader=0, number=2)
    return table.cards(f"{led} {then}")


def test_z7_after_a_jester_the_first_other_card_sets_the_suit_and_a_wizard_frees_all() -> None:
    assert suit_led(["N", "R5"]) == "R"
    assert suit_led(["N", "N"]) is None
    assert suit_led(["N", "Z", "R5"]) is None
    assert third("R2 B7", "N", "R5").legal() == "R2"
    assert third("R2 B7", "N", "Z").legal() == "R2 B7"
    assert third("R2 B7", "Z", "R5").legal() == "R2 B7"
    assert winner("N R5 R9 B13") == "R9#1"


def test_z8_a_wizard_after_the_suit_was_set_does_not_free_those_who_follow() -> None:
    assert third("R2 B7", "R5", "Z").legal() == "R2"


def test_z9_of_jesters_alone_the_first_takes_the_trick() -> None:
    assert winner("N N N") == "N#1"
    table = position("N B1", "N B2", "N B3", leader=1).cards("N N N")
    assert table.told("trick-won")[0]["seat"] == 1


def test_z10_trump_led_is_the_suit_to_follow() -> None:
    assert second("R2 B7", "R5", dark_wizard=False).legal() == "R2"
    assert position("R5 B1", "R2 B7", "G2 G3", leader=0, trump="R").cards("R5").legal() == "R2"
    assert winner("R5 R9 B13", "R") == "R9#1"


def test_z11_trump_after_a_jester_is_both_suit_and_trump() -> None:
    table = position("N B1", "R5 B2", "R2 B7", leader=0, trump="R").cards("N R5")
    assert table.legal() == "R2"
    assert winner("N R5 B13", "R") == "R5#1"


def test_v3_of_several_wizards_the_last_takes_the_trick_and_one_led_still_frees_everybody() -> None:
    assert winner("Z R5 Z Z") == "Z#1"
    assert winner("Z R5 Z Z", dark_wizard=True) == "Z#3"
    assert winner("R5 Z R9", dark_wizard=True) == "Z#1"
    assert second("R2 B7", "Z", dark_wizard=True).legal() == "R2 B7"
    table = position("Z B1", "R2 B7", "Z G3", leader=0, dark_wizard=True).cards("Z B7 Z")
    assert table.told("trick-won")[0]["seat"] == 2


def test_no_card_that_is_not_held_can_be_played() -> None:
    table = position("R5", "R2", "R3", leader=0)
    for text in ("play R4", "play Z", "play N"):
        with pytest.raises(IllegalOrderError) as refusal:
            RULES.parse_order(table.state, 0, text)
        assert refusal.value.code == "not-in-hand"
