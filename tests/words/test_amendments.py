"""A correction may take cards out of an order, or put some in."""

from __future__ import annotations

import pytest

from games.words import Question, Understood
from tests.words.reading import read

AMENDED = [
    ("refill", "en", "discard F3 and F4. Oh, and M2 too", "refill F3 F4 M2"),
    ("refill", "en", "discard F3 and F4\n\nPS and the M2 as well", "refill F3 F4 M2"),
    ("refill", "en", "discard F3 and M2. No, leave out M2", "refill F3"),
    ("refill", "it", "scarto F3 e M2. Anzi, togli M2 e aggiungi F4", "refill F3 F4"),
    ("refill", "es", "descarto F3 y M2. Espera, añade F4", "refill F3 F4 M2"),
    ("refill", "nl", "F3 en M2 weg – nee niet M2, F4", "refill F3 F4"),
    ("take", "en", "lion with F1 and F2. Sorry, not F2, S1", "take lion F1 S1"),
    ("take", "nl", "leeuw met F1 en F2. Nee, niet F2 maar M1", "take lion F1 M1"),
]


@pytest.mark.parametrize(("place", "language", "text", "meant"), AMENDED)
def test_what_is_taken_out_or_added_changes_the_order_before(
    place: str, language: str, text: str, meant: str
) -> None:
    assert read("wild-cards", place, language, text) == Understood(meant)


@pytest.mark.parametrize(
    ("language", "text"), [("en", "F3. Oh, S9 too"), ("en", "F3. Hmm, perhaps S1 as well")]
)
def test_what_cannot_be_added_or_is_doubted_seals_nothing_else(language: str, text: str) -> None:
    result = read("wild-cards", "bid", language, text)

    assert result == Understood("bid F3") or not isinstance(result, Understood)


def test_what_may_come_on_top_or_instead_is_asked() -> None:
    result = read("emu-ranchers", "growth", "it", "il 2 e il 3 su 1. anzi, pure la corona")

    assert isinstance(result, Question) or not isinstance(result, Understood)
