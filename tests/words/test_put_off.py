"""Who says that it isn't decided yet seals nothing; and what the words around a step make of it."""

from __future__ import annotations

import pytest

from games.words import NotUnderstood, Understood
from tests.words.reading import read

PUT_OFF = [
    ("cubirds", "lay", "en", "hold off, I want to look at the magpies again"),
    ("cubirds", "family", "it", "i tucani... no, devo ancora pensarci"),
    ("cubirds", "draw", "es", "mañana os digo si robo"),
    ("cubirds", "lay", "nl", "ik twijfel nog tussen de eend en de uil"),
    ("emu-ranchers", "act", "en", "Don't lock anything in yet, thinking 5 on bird 1"),
    ("emu-ranchers", "draw", "it", "rispondo stasera, forse il mazzo"),
    ("emu-ranchers", "act", "es", "espera, no he decidido si la corona o el 8"),
    ("emu-ranchers", "draw", "nl", "nog niets doen, de stapel misschien"),
]
AFTER_ALL = [
    ("cubirds", "lay", "en", "let me think... toucan row 1 left", "lay toucan 1 left"),
    ("emu-ranchers", "draw", "it", "fammi pensare. Dal mazzo", "draw deck"),
]


FROM_PILE = [
    ("en", "the 5 on bird 2, then have the ace from the pile"),
    ("it", "il 5 sull'uccello 2 e poi l'asso dagli scarti"),
    ("es", "el 5 al ave 2, luego el as del descarte"),
    ("nl", "5 op vogel 2, daarna de aas van de aflegstapel"),
]


@pytest.mark.parametrize(("game", "place", "language", "text"), PUT_OFF)
def test_what_is_put_off_is_neither_sealed_nor_asked(
    game: str, place: str, language: str, text: str
) -> None:
    assert isinstance(read(game, place, language, text), NotUnderstood)


@pytest.mark.parametrize(("game", "place", "language", "text", "order"), AFTER_ALL)
def test_an_order_behind_a_moment_of_thought_counts(
    game: str, place: str, language: str, text: str, order: str
) -> None:
    assert read(game, place, language, text) == Understood(order)


@pytest.mark.parametrize(("language", "text"), FROM_PILE)
def test_a_card_from_the_discards_is_drawn_and_not_thrown_there(language: str, text: str) -> None:
    assert read("emu-ranchers", "act", language, text) == Understood("grow 5SV 2; draw discard")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "No family for me, not yet."),
        ("it", "niente famiglia, non ancora"),
        ("es", "ninguna familia, todavía no"),
        ("nl", "geen familie, nog niet"),
    ],
)
def test_a_not_yet_behind_what_is_left_undone_says_the_same(language: str, text: str) -> None:
    assert read("cubirds", "family", language, text) == Understood("done")
