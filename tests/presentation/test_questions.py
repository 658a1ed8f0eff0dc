"""What a seat is asked, the labels of the form, and the examples."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.catalogue.wild_cards.rules.prompt import LayBidPrompt
from games.presentation import presentation_for
from games.presentation.values import UnknownWordError
from games.rules.protocol import Choice, Decision, GameView, Part
from tests.presentation.positions import RULES, positions

words = presentation_for("wild-cards")


def test_every_example_is_a_legal_order_in_its_canonical_text() -> None:
    for position in positions():
        for seat, decision in position.decisions():
            view = RULES.view(position.state, seat)
            examples = words.examples(decision, view)
            assert 1 <= len(examples) <= 4
            assert len(set(examples)) == len(examples)
            for text in examples:
                order = RULES.parse_order(position.state, seat, text)
                assert RULES.format_order(order) == text


def test_examples_show_more_than_one_answer_where_there_is_one() -> None:
    for position in positions():
        for seat, decision in position.decisions():
            examples = words.examples(decision, RULES.view(position.state, seat))
            orders = iter(RULES.legal_orders(position.state, seat))
            several = next(orders, None) is not None and next(orders, None) is not None
            assert len(examples) >= 1 + several, decision


def test_every_decision_is_asked_and_every_choice_labelled() -> None:
    kinds = set()
    for position in positions():
        for seat, decision in position.decisions():
            kinds.add(decision.kind)
            prompt = words.prompt(decision, RULES.view(position.state, seat))
            assert prompt.endswith(("?", ".")), prompt
            assert "%(" not in prompt
            for choice in decision.choices:
                assert words.choice_label(decision, choice)
                for part in choice.parts:
                    assert words.part_label(part)
                    assert all(words.value_label(part, value) for value in part.values)
    assert kinds == {"bid", "reveal", "swap", "refill", "pay", "show", "take"}


def test_a_bid_is_asked_with_the_market_and_shown_by_a_card_and_refill() -> None:
    position = positions()[0]
    seat, decision = next(position.decisions())
    seen: GameView = RULES.view(position.state, seat)
    view = replace(seen, market=["lion", None, "ibex"])
    assert words.prompt(decision, view) == (
        "On offer: lion, ibex. Bid a habitat card or the Refill card."
    )
    bid = Decision(
        "bid",
        LayBidPrompt(eagle=False),
        (Choice("bid", (Part("cards", 1, 1, ("F2", "M1", "R")),)),),
    )
    assert words.examples(bid, view) == ["bid M1", "bid R"]


def test_an_eagles_bid_is_shown_with_two_different_cards() -> None:
    part = Part("cards", 1, 2, ("F2", "M1", "R"))
    decision = Decision("bid", LayBidPrompt(eagle=True), (Choice("bid", (part,)),))
    assert words.examples(decision, None) == ["bid M1", "bid R", "bid F2 M1"]
    assert words.choice_label(decision, decision.choices[0]) == "Bid a card, or two different cards"


def test_a_payment_says_how_many_cards() -> None:
    assert words.part_label(Part("payment", 2, 2, ("F1", "F1", "S2"))) == "Payment: 2 cards"
    assert words.part_label(Part("cards", 0, 3, ("F1", "F1", "S2"))) == "Cards: 0 to 3"
    assert words.part_label(Part("animal", 1, 1, ("lion",))) == "Animal"


def test_an_unknown_decision_is_an_error() -> None:
    with pytest.raises(UnknownWordError, match="juggle"):
        words.prompt(Decision("juggle", {}, ()), {})
    with pytest.raises(UnknownWordError, match="throw"):
        words.choice_label(Decision("juggle", {}, ()), Choice("throw"))
