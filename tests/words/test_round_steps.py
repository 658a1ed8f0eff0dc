"""Orders with the steps that follow them in the round, joined in any words."""

from __future__ import annotations

import pytest

from games.words import Understood
from tests.words.reading import read

BEHIND_A_REVEAL = [
    ("en", "the 2. Then I take the lion", "reveal M2; take lion"),
    ("it", "la mia è la 2, poi il leone", "reveal M2; take lion"),
    ("es", "la 2 y cuando me toque elegir el león", "reveal M2; take lion"),
    ("nl", "de 2, en als ik aan de beurt kom wil ik de leeuw", "reveal M2; take lion"),
    (
        "en",
        "mine's the 2. With savannah 1 and mountain 3 I buy the lion",
        "reveal M2; take lion S1 M3",
    ),
    ("nl", "berg 2. In de gelijke stand met Anna betaal ik berg 3", "reveal M2; pay M3"),
]
BEHIND_A_BID = [
    ("en", "refill and swap the ibex for the lion", "bid R; swap ibex lion"),
    ("it", "rifornimento, e lo stambecco diventa leone", "bid R; swap ibex lion"),
    ("nl", "bijvulkaart. steenbok eruit, leeuw erin", "bid R; swap ibex lion"),
    ("en", "refill, then I keep the 3s and chuck savannah 1", "bid R; refill S1"),
    ("es", "la carta de recarga y no descarto nada", "bid R; refill"),
    (
        "en",
        "I bid F3. I take the lion, the other two cards are F1 and F2",
        "bid F3; take lion F1 F2",
    ),
]
BEHIND_TRUMP = [
    ("en", "green as trump and two for me", "trump G; bid 2"),
    ("it", "verde come atout e una presa per me", "trump G; bid 1"),
    ("es", "triunfo amarillo y cero bazas", "trump Y; bid 0"),
    ("nl", "geel troef en nul slagen", "trump Y; bid 0"),
]


@pytest.mark.parametrize(("language", "text", "meant"), BEHIND_A_REVEAL)
def test_what_is_done_behind_a_reveal_is_a_step(language: str, text: str, meant: str) -> None:
    assert read("wild-cards", "reveal", language, text) == Understood(meant)


@pytest.mark.parametrize(("language", "text", "meant"), BEHIND_A_BID)
def test_what_is_done_behind_a_bid_is_a_step(language: str, text: str, meant: str) -> None:
    assert read("wild-cards", "bid", language, text) == Understood(meant)


@pytest.mark.parametrize(("language", "text", "meant"), BEHIND_TRUMP)
def test_tricks_behind_trump_are_bid(language: str, text: str, meant: str) -> None:
    assert read("wizard", "trump", language, text) == Understood(meant)


def test_what_can_never_follow_is_asked() -> None:
    assert not isinstance(read("wild-cards", "bid", "en", "refill, then draw a card"), Understood)
