"""Refusals in words."""

from __future__ import annotations

from typing import Any

import pytest

from games.presentation.default_presentation import Presentation
from games.rules.protocol import (
    AmbiguousOrderError,
    IllegalOrderError,
    OrderError,
    OrderSyntaxError,
    RulesError,
    SetupError,
)
from games.rules.steps import first_legal, split_steps
from tests.presentation.positions import ROOT, literals_in_calls
from tests.presentation.wizard.positions import RULES, WORDS
from tests.rules.wizard.positions import position

TABLE = position("R2 R13 B7", "G1 G2 G3", "R5 Y2 Y3", leader=2).cards("R5")


def refusal(text: str) -> OrderError:
    with pytest.raises(OrderError) as caught:
        first_legal(RULES, TABLE.state, 0, split_steps(text)[0])
    return caught.value


def test_every_code_that_the_rules_raise_has_words_and_none_is_left_over() -> None:
    wizard = literals_in_calls(ROOT / "games/catalogue/wizard/rules", "Error")
    # Two are passed to the function that raises them.
    wizard |= {"cannot-take", "cannot-duck"}
    of_every_game = Presentation(WORDS.game).refusals.codes
    assert wizard | of_every_game == WORDS.refusals.codes


def test_an_unworded_code_is_told_with_what_is_known() -> None:
    assert WORDS.error(RulesError("hic-cup", card="R1", times=3)) == "Hic cup, card red 1, times 3."


def test_a_refusal_says_what_was_understood_what_was_wrong_and_what_works() -> None:
    assert WORDS.error(refusal("play B7")) == (
        "You wrote “play B7”, which means: play blue 7. Red was led and you have it, so you can’t"
        " play blue 7. You can always play wizards and jesters. For example: “play R2”."
    )


def test_several_fitting_cards_are_named() -> None:
    said = WORDS.error(refusal("play red"))
    assert said.endswith(
        "Reply with the number of the one you mean:\n"
        "· 1: play red 2 (play R2)\n· 2: play red 13 (play R13)"
    )


@pytest.mark.parametrize("text", ["hello", "play", "play Z", "bid 2", "a or b", "play cheapest 3"])
def test_what_is_said_to_work_is_legal(text: str) -> None:
    error = refusal(text)
    assert f"“{error.example}”" in WORDS.error(error)
    assert RULES.parse_order(TABLE.state, 0, error.example)


@pytest.mark.parametrize(
    ("code", "params", "said"),
    [
        ("bid-range", {"bid": "9", "most": 3}, "can’t bid 9: there are only 3"),
        ("bid-range", {"bid": "9", "most": 1}, "there’s only 1 trick in this round"),
        ("bid-even", {"bid": "1", "cards": 3}, "because the bids would add up to the 3 tricks"),
        ("not-in-hand", {"card": "Z"}, "You don’t hold wizard"),
        ("none-fits", {"word": "R"}, "no card in red"),
        ("none-fits", {"word": "12"}, "You have no 12 that"),
        ("not-a-colour", {"value": "Z"}, "“Z” isn’t a colour"),
        ("not-now", {"verb": "bid", "kind": "play"}, "“bid” isn’t possible this turn"),
        ("not-now", {"verb": None, "kind": "play"}, "isn’t a move for this turn (playing)"),
    ],
)
def test_a_refusal_names_cards_and_numbers(code: str, params: dict[str, Any], said: str) -> None:
    assert said in WORDS.error(IllegalOrderError(code, **params))


def test_every_code_has_words_with_the_params_that_the_rules_give() -> None:
    params: dict[str, Any] = {
        "verb": "play", "kind": "play", "word": "R14", "most": 3, "bid": "4", "cards": 3,
        "card": "R1", "colour": "R", "value": "Q", "option": "bidding", "allowed": ("open",),
        "known": ("bidding",), "seats": 9, "least": 3, "bidding": "blind", "step": "dance",
        "verbs": RULES.verbs,
    }  # fmt: skip
    for code in WORDS.refusals.codes:
        said = WORDS.error(RulesError(code, **params))
        assert said.endswith(".")
        assert "%(" not in said


def test_a_setup_that_is_refused_says_what_is_possible() -> None:
    with pytest.raises(SetupError) as caught:
        RULES.options.from_mapping({"bidding": "loud"})
    assert WORDS.error(caught.value) == (
        "How bids are made: loud isn’t possible. Choose from: open, one after the other, blind: all"
        " at once, then revealed, hidden until the round is over (two players always)."
    )
    with pytest.raises(SetupError) as caught:
        RULES.check(7, RULES.options.from_mapping({}))
    assert WORDS.error(caught.value) == (
        "With these options the game is for 2 to 6 players, not 7."
    )


def test_quoted_text_is_short_and_on_one_line() -> None:
    said = WORDS.error(OrderSyntaxError("shape", verb="bid", text="bid\r\n\u202e" + "x" * 500))
    assert "\n" not in said
    assert "\u202e" not in said
    assert len(said) < 250
    assert WORDS.error(AmbiguousOrderError("which-card", candidates=())) == (
        "More than one of your cards fits that."
    )
