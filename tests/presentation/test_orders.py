"""Orders of the notation in words."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.presentation import presentation_for
from tests.presentation.positions import RULES, legal, positions

words = presentation_for("wild-cards")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bid F3", "bid forest 3"),
        ("bid R", "bid the Refill card"),
        ("bid F3 R", "play forest 3 and the Refill card and choose one of them later"),
        ("reveal M1", "make mountains 1 the bid"),
        ("swap ibex squirrel", "give the ibex and get the squirrel"),
        ("swap none", "swap no animal"),
        ("refill", "discard nothing and refill"),
        ("refill F1 S2", "discard forest 1 and savannah 2 and refill"),
        ("pay F2 M1", "pay forest 2 and mountains 1"),
        ("pay cheapest", "pay the cheapest cards"),
        ("pass", "pass"),
        ("draw", "draw a card from the deck"),
        ("show W2", "show wild 2"),
        ("take lion", "take the lion"),
        ("take lion F2 M1", "take the lion and pay forest 2 and mountains 1"),
        ("take any cheapest", "take any animal and pay the cheapest cards"),
        (
            "take lion cheapest or take ibex cheapest or pass",
            "take the lion or the ibex and pay the cheapest cards or pass",
        ),
        ("bid F3 or bid M1", "bid forest 3 or bid mountains 1"),
        ("pay F3 or pay M1", "pay forest 3 or pay mountains 1"),
        ("bid lowest", "bid the lowest card"),
        (
            "bid F3; take lion F2 M1 or take eagle cheapest or pass",
            (
                "bid forest 3; then take the lion and pay forest 2 and mountains 1,"
                " take the eagle and pay the cheapest cards or pass"
            ),
        ),
    ],
)
def test_an_order_is_said_in_words(text: str, said: str) -> None:
    assert words.order_in_words(text) == said


def test_every_legal_order_has_words_of_its_own() -> None:
    for position in positions():
        for seat, _decision in position.decisions():
            texts = [RULES.format_order(order) for order in islice(legal(position, seat), 40)]
            said = {words.order_in_words(text) for text in texts}
            assert len(said) == len(texts)
            assert not said & set(texts) - {"pass"}


@given(st.text(max_size=200))
def test_no_text_at_all_makes_it_fail(text: str) -> None:
    assert isinstance(words.order_in_words(text), str)


@pytest.mark.parametrize(
    "text", ["", "hello", "bid X9", "take dragon", "bid F1 F2 F3", "swap lion"]
)
def test_what_is_no_order_stays_as_it_was_written(text: str) -> None:
    assert words.order_in_words(text) == text
