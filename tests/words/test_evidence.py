"""An order that alone explains all that a text names is meant; what may turn it is asked about."""

from __future__ import annotations

import pytest

from games.words import NotUnderstood, Question, Understood
from tests.words.reading import read


@pytest.mark.parametrize(
    ("game", "place", "language", "text", "order"),
    [
        ("wizard", "bid", "en", "Three wizards and a long yellow, dammit. Two.", "bid 2"),
        ("cubirds", "lay", "en", "Could my magpies please go on the left of row 2?", ""),
        ("wild-cards", "bid", "es", "Si es posible, ofrezco bosque 3", "bid F3"),
    ],
)
def test_what_only_describes_or_is_only_polite_leaves_an_order_as_it_is(
    game: str, place: str, language: str, text: str, order: str
) -> None:
    answer = read(game, place, language, text)
    assert isinstance(answer, Understood)
    assert order in ("", answer.text)


@pytest.mark.parametrize(
    ("game", "place", "language", "text"),
    [
        ("wild-cards", "bid", "en", "not that wild 3"),
        ("wild-cards", "bid", "en", "2"),
        ("wizard", "play", "nl", "ik speel niet rood 12"),
        ("wizard", "play", "en", "if Bruno leads red, red 12"),
    ],
)
def test_denials_bare_numbers_and_what_others_do_order_nothing(
    game: str, place: str, language: str, text: str
) -> None:
    assert not isinstance(read(game, place, language, text), Understood)


def test_a_word_that_looks_like_a_card_of_ones_own_writing_is_never_passed_over() -> None:
    assert not isinstance(read("wild-cards", "refill", "nl", "weg s1 + q1"), Understood)


def test_a_marker_at_the_end_of_a_correction_turns_nothing_behind_it() -> None:
    answer = read("wizard", "trump", "en", "trump Y\nactually make it blue instead, yellow's daft")
    assert answer in (Understood("trump B"), Question(("trump B",)))


def test_a_line_below_an_order_that_speaks_of_the_turn_is_not_passed_over() -> None:
    answer = read("wild-cards", "bid", "en", "bid F3\nkindly park my whole turn somewhere")
    assert not isinstance(answer, Understood)


def test_a_half_understood_correction_that_names_a_part_asks_which_is_left() -> None:
    answer = read("wild-cards", "refill", "nl", "refill F4 S4\nlaat die savanne toch maar zitten")
    assert isinstance(answer, Question | NotUnderstood)
