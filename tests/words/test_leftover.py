"""An order that leaves something of its text unused is asked about, and nothing retracted stays."""

from __future__ import annotations

import pytest

from games.words import NotUnderstood, Question, Understood
from tests.words.reading import read


@pytest.mark.parametrize(
    ("game", "place", "language", "text", "first"),
    [
        ("wild-cards", "bid", "en", "forest 3 and the one beside it card", "bid F3"),
        ("wizard", "play", "en", "red 12, and then the blue one as well", "play R12"),
        ("cubirds", "family", "it", "famiglia? i pappagalli li tengo", "family toucan"),
        ("cubirds", "family", "nl", "ik houd de families nog even bij me", "family toucan"),
    ],
)
def test_an_order_beside_which_something_is_left_is_asked_about(
    game: str, place: str, language: str, text: str, first: str
) -> None:
    answer = read(game, place, language, text)
    assert isinstance(answer, Question)
    assert answer.choices[0] == first


def test_what_is_denied_is_never_ordered() -> None:
    answer = read("wild-cards", "bid", "en", "not that wild 3, but the forest 3")
    assert answer == Understood("bid F3")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "bid F3\nactually ignore that one, haven't made up my mind"),
        ("nl", "bos 3\nstreep maar door"),
    ],
)
def test_a_retraction_below_an_order_leaves_none(language: str, text: str) -> None:
    answer = read("wild-cards", "bid", language, text)
    assert isinstance(answer, NotUnderstood)
    assert answer.is_retracted


@pytest.mark.parametrize("text", ["1", "<script>alert(1)</script>"])
def test_a_number_alone_orders_nothing_where_a_card_is_asked_for(text: str) -> None:
    assert isinstance(read("wild-cards", "bid", "en", text), NotUnderstood)
