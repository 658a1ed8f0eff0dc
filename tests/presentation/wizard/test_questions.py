"""What a seat is asked, the labels of the form, the examples, and orders in words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.presentation.values import UnknownWordError
from games.rules.protocol import Choice, Decision, Part
from games.rules.registry import plan_of
from tests.presentation.wizard.positions import RULES, WORDS, positions
from tests.rules.wizard.positions import position

NO_VIEW: Any = None


def test_every_example_is_a_legal_order_in_its_canonical_text() -> None:
    for place in positions():
        for seat, decision in place.decisions():
            examples = WORDS.examples(decision, RULES.view(place.state, seat))
            several = len(list(RULES.legal_orders(place.state, seat))) > 1
            assert 1 + several <= len(examples) <= 4
            assert len(set(examples)) == len(examples)
            for text in examples:
                order = RULES.parse_order(place.state, seat, text)
                assert RULES.format_order(order) == text


def test_every_decision_is_asked_and_every_choice_labelled() -> None:
    kinds = set()
    for place in positions():
        for seat, decision in place.decisions():
            kinds.add(decision.kind)
            prompt = WORDS.prompt(decision, RULES.view(place.state, seat))
            assert prompt.endswith(("?", ".")), prompt
            assert "%(" not in prompt
            assert "None" not in prompt
            for choice in decision.choices:
                assert WORDS.choice_label(decision, choice)
                for part in choice.parts:
                    assert WORDS.part_label(part)
                    assert all(WORDS.value_label(part, value) for value in part.values)
                    assert all(WORDS.card(value) for value in part.values)
    assert kinds == {"trump", "bid", "play"}


def test_a_card_is_asked_for_with_trump_suit_and_the_own_aim() -> None:
    table = position("R2 B1", "G1 R9", "Y1 Y2", leader=0, trump="G", bids=(0, 2, 0)).cards("R2")
    decision = RULES.decision(table.state, 1)
    assert WORDS.prompt(decision, table.seen(1)) == (
        "Trump is green. Led: red. You bid 2 and have taken 0. Which card do you play to trick 1?"
    )


def test_in_the_first_trick_of_a_round_the_rest_of_it_is_offered_as_a_plan() -> None:
    table = position("R2 B1 N", "G1 R9 Z", "Y1 Y2 Y3", leader=0)
    plan = plan_of("wizard", table.seen(0), RULES.decision(table.state, 0))
    assert plan.endswith("; each time, until round 3: play any")
    assert plan.startswith("play ")
    table.cards("R2 R9 Y1")
    assert plan_of("wizard", table.seen(1), RULES.decision(table.state, 1)) == ""


def test_a_bid_is_asked_for_with_the_bids_so_far_and_what_is_forbidden() -> None:
    table = position(
        "R1 R2", "B1 B2", "G1 G2", phase="bid", leader=2, totals=(0, 9, 0), uneven=True
    ).play("bid 1", "bid 0")
    decision = RULES.decision(table.state, 1)
    assert WORDS.prompt(decision, table.seen(1)) == (
        "There is no trump. 1 trick bid so far. How many tricks will you take with 2 cards? You"
        " lead in points and bid last, so you can’t bid 1: the bids would add up."
    )


def test_who_sees_only_the_others_is_told_so() -> None:
    table = position("R1 R2", "B1 B2", "G1 G2", phase="bid", leader=2, clairvoyance=True)
    prompt = WORDS.prompt(RULES.decision(table.state, 2), table.seen(2))
    assert prompt.endswith("You can only see the others’ hands.")


def test_values_are_named_by_their_part() -> None:
    assert WORDS.value_label(Part("number", 1, 1, ("1",)), "1") == "1 trick"
    assert WORDS.value_label(Part("colour", 1, 1, ("R",)), "R") == "red"
    assert WORDS.value_label(Part("card", 1, 1, ("Z",)), "Z") == "wizard"
    with pytest.raises(UnknownWordError):
        WORDS.value_label(Part("card", 1, 1, ("Q",)), "Q")


def test_an_unknown_decision_is_an_error() -> None:
    with pytest.raises(UnknownWordError, match="juggle"):
        WORDS.prompt(Decision("juggle", {}, ()), NO_VIEW)
    with pytest.raises(UnknownWordError, match="throw"):
        WORDS.choice_label(Decision("juggle", {}, ()), Choice("throw"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("trump R", "make red trump"),
        ("trump any", "make the colour trump that you hold most of"),
        ("bid 1", "bid 1 trick"),
        ("bid highest", "bid as much as possible"),
        ("play R13", "play red 13"),
        ("play z", "play a wizard"),
        ("play N", "play a jester"),
        ("play lowest", "play the lowest card"),
        ("play any", "play any card that helps your bid"),
        (
            "bid 2; play Z or play highest; play duck",
            (
                "bid 2 tricks; then play a wizard or play the highest card; then play the highest"
                " card that doesn’t take the trick as it is"
            ),
        ),
    ],
)
def test_an_order_is_said_in_words(text: str, said: str) -> None:
    assert WORDS.order_in_words(text) == said


def test_every_legal_order_has_words_of_its_own() -> None:
    for place in positions():
        for seat, _decision in place.decisions():
            texts = [RULES.format_order(order) for order in RULES.legal_orders(place.state, seat)]
            said = {WORDS.order_in_words(text) for text in texts}
            assert len(said) == len(texts)
            assert not said & set(texts)


@given(st.text(max_size=200))
def test_no_text_at_all_makes_it_fail(text: str) -> None:
    assert isinstance(WORDS.order_in_words(text), str)


@pytest.mark.parametrize("text", ["", "hello", "bid X9", "play R14", "play R1 R2", "trump 3"])
def test_what_is_no_order_stays_as_it_was_written(text: str) -> None:
    assert WORDS.order_in_words(text) == text
