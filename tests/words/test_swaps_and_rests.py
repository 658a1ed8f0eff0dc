"""Animals that are swapped in any words, and what of a hand goes where some of it stays."""

from __future__ import annotations

import pytest

from games.words import Understood
from tests.words.reading import read

SWAPPED = [
    ("en", "the lion becomes an eagle"),
    ("en", "turn my lion into an eagle"),
    ("en", "lion out, eagle in"),
    ("en", "with the meerkat's power I trade the lion for the eagle"),
    ("it", "il leone diventa un'aquila"),
    ("it", "via il leone, dentro l'aquila"),
    ("es", "con el poder de la suricata el león pasa a ser águila"),
    ("es", "sale el león, entra el águila"),
    ("nl", "de leeuw wordt een arend"),
    ("nl", "leeuw eruit, arend erin"),
    ("en", "an eagle instead of the lion"),
    ("it", "un'aquila al posto del leone"),
]
THROWN = [
    ("en", "I keep the mountain 2 and throw the other two", "refill F3 F4"),
    ("en", "all three go. On second thoughts I keep M2 and bin the other two", "refill F3 F4"),
    ("it", "tengo la montagna 2 e butto le altre due", "refill F3 F4"),
    ("es", "me quedo la montaña 2 y tiro las otras dos", "refill F3 F4"),
    ("nl", "ik hou berg 2 en gooi de andere twee weg", "refill F3 F4"),
    ("en", "bin the mountain 2, no use to me, and draw me five", "refill M2"),
    ("it", "butto la montagna 2, non mi serve a nulla, e pesco", "refill M2"),
    ("es", "tiro la montaña 2, no me sirve de nada, y robo cinco", "refill M2"),
]


@pytest.mark.parametrize(("language", "text"), SWAPPED)
def test_one_animal_that_becomes_another_is_swapped(language: str, text: str) -> None:
    assert read("wild-cards", "swap", language, text) == Understood("swap lion eagle")


@pytest.mark.parametrize(("language", "text", "meant"), THROWN)
def test_what_is_kept_and_what_is_useless_tell_what_goes(
    language: str, text: str, meant: str
) -> None:
    assert read("wild-cards", "refill", language, text) == Understood(meant)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("it", "ma il leone di preciso che potere dà?"),
        ("es", "¿y el león qué poder tenía?"),
        ("en", "the lion, what power was that?"),
    ],
)
def test_a_question_about_an_animal_takes_none(language: str, text: str) -> None:
    assert not isinstance(read("wild-cards", "take-free", language, text), Understood)
