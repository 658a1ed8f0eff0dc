"""Cards that are named one behind the other, in whatever words: what is played now and then."""

from __future__ import annotations

import pytest

from games.words import Understood
from tests.words.reading import read

NAMED_IN_TIME = [
    ("play", "en", "R7 now, R12 next, the jester last", "play R7; play R12; play N"),
    ("play", "en", "red 12 on this one and red 7 on the one after", "play R12; play R7"),
    ("play", "en", "1. red 7\n2. red 11\n3. red 12", "play R7; play R11; play R12"),
    ("play", "en", "1) R7 2) R11 3) R12", "play R7; play R11; play R12"),
    ("play", "en", "jester last, red 7 first", "play R7; play N"),
    ("play", "en", "R11 here, and any card you like on the next", "play R11; play any"),
    (
        "play",
        "it",
        "rosso 7 adesso, 11 alla prossima e il 12 per ultimo",
        "play R7; play R11; play R12",
    ),
    ("play", "it", "in questa il rosso 7 e nella prossima il giullare", "play R7; play N"),
    ("play", "es", "ahora el rojo 7, luego el 11 y al final el bufón", "play R7; play R11; play N"),
    ("play", "es", "1º rojo 7\n2º rojo 12\n3º bufón", "play R7; play R12; play N"),
    ("play", "nl", "nu rood 7, daarna de 11 en als laatste de nar", "play R7; play R11; play N"),
    ("play", "nl", "deze slag rood 7, volgende slag de nar", "play R7; play N"),
    (
        "play",
        "en",
        "red 7, next the red 11 and at the very end the jester",
        "play R7; play R11; play N",
    ),
    ("play", "en", "in this order: red 7, red 11, red 12", "play R7; play R11; play R12"),
    ("play", "it", "il rosso 7 e, finita quella presa, il giullare", "play R7; play N"),
    ("play", "es", "el 7, y cuando acabe esa baza el bufón", "play R7; play N"),
    ("play", "nl", "7, en als laatste uiteraard de nar", "play R7; play N"),
    ("trump", "en", "blue trumps, three tricks, lead the wizard", "trump B; bid 3; play Z"),
    ("trump", "nl", "geel troef, ik haal er 2, eerste kaart de tovenaar", "trump Y; bid 2; play Z"),
    ("bid", "it", "due prese. Come prima carta il rosso 13", "bid 2; play R13"),
    ("bid", "es", "una baza, de primera carta el rojo 13", "bid 1; play R13"),
]


@pytest.mark.parametrize(("place", "language", "text", "meant"), NAMED_IN_TIME)
def test_words_of_time_make_steps_of_the_cards_they_stand_beside(
    place: str, language: str, text: str, meant: str
) -> None:
    assert read("wizard", place, language, text) == Understood(meant)


@pytest.mark.parametrize("text", ["R7, R11, R12", "red 7, 11 and 12", "r7 r11 r12"])
def test_a_long_list_is_a_sequence_without_any(text: str) -> None:
    assert read("wizard", "play", "en", text) == Understood("play R7; play R11; play R12")


@pytest.mark.parametrize(
    "text", ["R7, R11", "R7? R11", "R7 or R11, I can't decide", "R7 now, I'm not sure about R11"]
)
def test_two_cards_that_nothing_puts_in_line_are_asked(text: str) -> None:
    result = read("wizard", "play", "en", text)

    assert not isinstance(result, Understood) or ";" not in result.text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "red 7, I save the jester for the last trick"),
        ("es", "el 7, y me guardo el bufón para la última"),
        ("it", "il 7, il giullare me lo tengo per l'ultima"),
    ],
)
def test_what_is_saved_for_the_end_is_no_step_while_more_is_held(language: str, text: str) -> None:
    assert read("wizard", "play", language, text) == Understood("play R7")


def test_what_is_not_held_is_no_step() -> None:
    assert not isinstance(read("wizard", "play", "en", "the 7 now and R9 next"), Understood)
