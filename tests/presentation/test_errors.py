"""Refusals in words."""

from __future__ import annotations

from typing import Any

import pytest

from games.presentation import presentation_for
from games.presentation.words import speaking
from games.rules.protocol import (
    IllegalOrderError,
    OrderError,
    OrderSyntaxError,
    RulesError,
    SetupError,
)
from games.rules.steps import first_legal, split_steps
from tests.presentation.positions import ROOT, RULES, literals_in_calls, positions

words = presentation_for("wild-cards")


def refusal(text: str, seat: int = 0) -> OrderError:
    with pytest.raises(OrderError) as caught:
        first_legal(RULES, positions()[0].state, seat, split_steps(text)[0])
    return caught.value


def test_every_code_that_the_rules_raise_has_words_and_none_is_left_over() -> None:
    wild_cards = literals_in_calls(ROOT / "games/catalogue/wild_cards/rules", "Error")
    steps = {"no-alternative-fits"} | {
        code
        for code in literals_in_calls(ROOT / "games/rules", "OrderSyntaxError")
        if code not in wild_cards and code != "no-order"  # of plain rules, whose refusals have none
    }
    options = literals_in_calls(ROOT / "games/rules", "SetupError")
    words_of_people = {"which-order", "which-number", "not-understood"}  # raised by games.words
    assert wild_cards | steps | options | words_of_people == words.refusals.codes


def test_an_unworded_code_is_told_with_what_is_known() -> None:
    assert words.error(RulesError("hiccup")) == "Hiccup."


def test_a_refusal_says_what_was_understood_what_was_wrong_and_what_works() -> None:
    error = refusal("pass")
    assert words.error(error) == (
        "You wrote “pass”. “pass” isn’t possible this turn (bidding)."
        f" For example: “{error.example}”."
    )


def test_a_bare_verb_of_the_notation_is_told_to_readers_of_english_alone() -> None:
    error = IllegalOrderError("not-now", verb="show", kind="bid")
    error.text, error.read_as = "mostra la mano di Silas", "show"
    with speaking("it"):
        said = words.error(error)
    written = "Hai scritto “mostra la mano di Silas”."
    assert said == f"{written} Questa non è una mossa per questo turno (offerte)."


@pytest.mark.parametrize("text", ["hello", "bid", "bid W4 W3", "take lion", "refill F1", "a or b"])
def test_what_is_said_to_work_is_legal(text: str) -> None:
    error = refusal(text)
    assert f"“{error.example}”" in words.error(error)
    assert RULES.parse_order(positions()[0].state, 0, error.example)


def test_alternatives_that_all_fail_each_say_why() -> None:
    error = refusal("take lion or dance")
    said = words.error(error)
    assert "None of these is possible now." in said
    assert "“take lion”: “take” isn’t possible this turn (bidding)." in said
    assert "“dance”: We don’t know the word “dance”." in said


@pytest.mark.parametrize(
    ("code", "params", "said"),
    [
        ("not-in-hand", {"cards": ("F2", "M1")}, "don’t hold forest 2 and mountains 1"),
        ("wrong-payment", {"needed": 2, "given": 1}, "exactly 2 more cards, but you named 1."),
        ("wrong-payment", {"needed": 1, "given": 3}, "exactly 1 more card, but you named 3."),
        ("wrong-payment", {"needed": 0, "given": 3}, "nothing more to pay, but you named 3 cards"),
        ("cannot-pay", {"needed": 3, "held": 1}, "costs 3 cards more, and you only have 1"),
        ("not-in-market", {"animal": "lion", "market": ("ibex",)}, "no lion in the market"),
        ("not-in-collection", {"animal": "lion", "collection": ("ibex",)}, "You have: ibex"),
        ("not-laid", {"card": "F1", "laid": ("F2", "R")}, "already bid forest 2 and Refill card"),
        ("not-now", {"verb": None, "kind": "take"}, "isn’t a move for this turn"),
        ("same-card-twice", {"card": "F1"}, "forest 1 is there twice"),
    ],
)
def test_a_refusal_names_cards_and_numbers(code: str, params: dict[str, Any], said: str) -> None:
    assert said in words.error(IllegalOrderError(code, **params))


def test_a_setup_that_is_refused_says_what_is_possible() -> None:
    with pytest.raises(SetupError) as caught:
        RULES.options.from_mapping({"edition": "1999"})
    assert words.error(caught.value) == (
        "Edition: 1999 isn’t possible. Choose from: 2022: the talisman settles ties,"
        " Leo may play, 2020: ties go on by drawing or showing cards."
    )
    with pytest.raises(SetupError) as caught:
        RULES.check(7, RULES.options.from_mapping({}))
    assert words.error(caught.value) == (
        "With these options the game is for 2 to 5 players, not 7."
    )


def test_quoted_text_is_short_and_on_one_line() -> None:
    said = words.error(OrderSyntaxError("shape", verb="bid", text="bid\r\n\u202e" + "x" * 500))
    assert "\n" not in said
    assert "\u202e" not in said
    assert len(said) < 250
