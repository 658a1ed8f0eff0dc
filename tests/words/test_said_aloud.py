"""What is said aloud or in passing: signs, tags, apologies, asides and second choices."""

from __future__ import annotations

import pytest

from games.words import Question, Understood
from tests.words.reading import read


def order(game: str, place: str, language: str, text: str) -> str:
    result = read(game, place, language, text)
    return result.text if isinstance(result, Understood) else str(result)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "red twelve comma no sorry red eleven stop thanks"),
        ("it", "il rosso dodici virgola no scusate il rosso undici punto grazie"),
        ("es", "el rojo doce coma no perdón el rojo once punto gracias"),
        ("nl", "rood twaalf komma nee sorry rood elf punt bedankt"),
    ],
)
def test_signs_that_are_spoken_part_what_is_dictated(language: str, text: str) -> None:
    assert order("wizard", "play", language, text) == "play R11"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I play red 11, ok?"),
        ("it", "gioco il rosso 11, va bene?"),
        ("es", "echo el rojo 11, ¿vale?"),
        ("nl", "ik speel rood 11, goed?"),
    ],
)
def test_a_last_ok_asks_for_nothing(language: str, text: str) -> None:
    assert order("wizard", "play", language, text) == "play R11"


@pytest.mark.parametrize("text", ["is red 11 ok?", "red 11 or red 12, ok?", "red 11 ok?"])
def test_an_ok_that_is_the_question_is_one(text: str) -> None:
    assert isinstance(read("wizard", "play", "en", text), Question)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "red 8 or, if I've none left, red 7"),
        ("it", "il rosso 8 o, se non ce l'ho, il rosso 7"),
        ("es", "el rojo 8 o, si no me queda, el rojo 7"),
        ("nl", "rood 8, of heb ik die niet dan rood 7"),
    ],
)
def test_an_or_that_only_denies_the_first_leads_to_the_second(language: str, text: str) -> None:
    assert order("wizard", "play", language, text) == "play R7"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "forest 4 or otherwise I pay savannah 2"),
        ("it", "la foresta 1, altrimenti pago savana 2"),
        ("es", "el bosque 1 o si no pago sabana 2"),
        ("nl", "bos 1 of anders savanne 2 betalen"),
    ],
)
def test_the_verb_of_the_open_decision_is_no_later_step(language: str, text: str) -> None:
    expected = "pay F4" if language == "en" else "pay S2"
    assert order("wild-cards", "pay", language, text) == expected


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I play red 7 which I don't need"),
        ("it", "gioco il rosso 7 che non mi serve"),
        ("es", "echo el rojo 7 que no me interesa esta baza"),
        ("nl", "ik speel rood 7 die ik niet nodig heb"),
    ],
)
def test_why_a_card_can_be_spared_denies_nothing(language: str, text: str) -> None:
    assert order("wizard", "play", language, text) == "play R7"


def test_a_card_before_another_with_its_bird_is_no_bird() -> None:
    text = "nothing on bird 1, only the 2 and then the 3 on bird 2"
    assert order("emu-ranchers", "growth", "en", text) != "grow 2SY 2"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I play red twelve er red twelve sorry I'm going through a tunnel"),
        ("es", "juego el rojo doce eh rojo doce perdona que voy por la autopista"),
    ],
)
def test_what_is_said_twice_and_excused_is_said_once(language: str, text: str) -> None:
    assert order("wizard", "play", language, text) == "play R12"
