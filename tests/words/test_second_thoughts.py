"""Jokes, wrong keys, rules remembered and second readings: what replaces what was ordered."""

from __future__ import annotations

import pytest

from games.words import Question, Understood
from tests.words.reading import read

CORRECTED = [
    ("lead", "en", "R7, just kidding, the R12", "play R12"),
    ("lead", "it", "il 7 rosso, scherzo, il 12", "play R12"),
    ("lead", "nl", "rood 7, grapje natuurlijk, rood 12", "play R12"),
    ("lead", "es", "rojo 7, era broma, rojo 12", "play R12"),
    ("play", "en", "blue 5... oh right, I have to follow red, so the 7", "play R7"),
    ("play", "it", "blu 5... ah già, devo rispondere a rosso, allora il 7", "play R7"),
    ("play", "nl", "blauw 5... o ja, ik moet rood bekennen, dan de 7", "play R7"),
    ("trump", "nl", "groen*\n*geel, sorry, verkeerde knop", "trump Y"),
    ("trump", "en", "green*\n*yellow, sorry, wrong key", "trump Y"),
    ("play", "nl", "rood 7, of euh nee, nar!", "play N"),
    ("bid", "en", "zero\n\nPS: on second reading, one", "bid 1"),
    ("bid", "en", "Four. Actually, with one red four is silly, call it three.", "bid 3"),
]


@pytest.mark.parametrize(("place", "language", "text", "meant"), CORRECTED)
def test_what_is_thought_better_of_is_replaced(
    place: str, language: str, text: str, meant: str
) -> None:
    assert read("wizard", place, language, text) == Understood(meant)


@pytest.mark.parametrize("text", ["zero\n\nPS my phone: one", "zero. P.S. one"])
def test_a_number_in_a_postscript_is_never_overlooked(text: str) -> None:
    assert read("wizard", "bid", "en", text) != Understood("bid 0")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "my bid would be savannah 1"),
        ("it", "la mia offerta sarebbe la savana 1"),
        ("es", "Disculpe la molestia, mi apuesta sería la sabana 1"),
        ("nl", "mijn bod zou savanne 1 zijn"),
    ],
)
def test_what_ones_bid_would_be_is_bid(language: str, text: str) -> None:
    assert read("wild-cards", "bid", language, text) == Understood("bid S1")


def test_what_it_would_be_in_another_case_is_asked() -> None:
    text = "my bid would be three if Anna weren't the dealer"
    assert not isinstance(read("wizard", "bid", "en", text), Understood)


STEPS_LEFT = [
    ("wizard", "lead", "en", "R7, then R11. no, first the R12", None),
    ("wizard", "bid", "it", "2 prese, poi gioco il verde 3. No, il verde 5", "bid 2; play G5"),
    ("wizard", "bid", "en", "bid 2, then play the yellow 7. no, 3", "bid 3; play Y7"),
    ("wild-cards", "bid", "en", "F1, then the lion. Rather F3", "bid F3; take lion"),
    ("wild-cards", "bid", "nl", "bos 1, daarna de leeuw. Nee, toch bos 3", "bid F3; take lion"),
    ("wild-cards", "bid", "en", "F1, then the lion. Actually F3 and nothing else", "bid F3"),
]


@pytest.mark.parametrize(("game", "place", "language", "text", "meant"), STEPS_LEFT)
def test_a_step_said_anew_leaves_the_others_as_they_were(
    game: str, place: str, language: str, text: str, meant: str | None
) -> None:
    found = read(game, place, language, text)
    assert found == Understood(meant) if meant else isinstance(found, Question)


def test_no_order_alone_stands_for_one_with_steps_behind_it() -> None:
    found = read("wizard", "lead", "en", "R7, then R11. no, R12")
    assert found == Question(("play R12; play R11", "play R7; play R12"))
