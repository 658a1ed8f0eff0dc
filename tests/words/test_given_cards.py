"""Wild Cards: whatever word gives a card, it is given for what is asked."""

from __future__ import annotations

import pytest

from games.words import Understood
from tests.words.reading import read

GIVEN = [
    ("bid", "en", "I chuck the F3", "bid F3"),
    ("bid", "es", "tiro el bosque 3", "bid F3"),
    ("bid", "nl", "ik gooi bos 3", "bid F3"),
    ("bid", "it", "metto foresta 3", "bid F3"),
    ("pay", "en", "throw in the S1", "pay S1"),
    ("pay", "it", "offro la savana 1", "pay S1"),
    ("pay", "nl", "savanne 1 erbij", "pay S1"),
    ("show", "es", "pago bosque 4", "show F4"),
    ("pay", "en", "S1, then the lion", "pay S1; take lion"),
    ("show", "es", "muestro el bosque 4 y si queda león me lo llevo", "show F4; take lion"),
    ("swap", "nl", "leeuw eruit, arend erin", "swap lion eagle"),
    ("swap", "nl", "arend erbij, leeuw weg", "swap lion eagle"),
    ("refill", "en", "toss the F3, draw five", "refill F3"),
    ("refill", "nl", "niks weg, trek 4", "refill"),
    ("refill", "es", "0 descarto", "refill"),
    ("take-one", "nl", "leeuw, betalen met savanne 2", "take lion S2"),
]


@pytest.mark.parametrize(("place", "language", "text", "meant"), GIVEN)
def test_any_word_that_gives_a_card_gives_the_one_asked_for(
    place: str, language: str, text: str, meant: str
) -> None:
    assert read("wild-cards", place, language, text) == Understood(meant)


@pytest.mark.parametrize("text", ["discard the F3", "discard F3 and refill"])
def test_what_is_discarded_where_a_bid_is_asked_is_no_bid(text: str) -> None:
    assert not isinstance(read("wild-cards", "bid", "en", text), Understood)


@pytest.mark.parametrize("text", ["throw the silly one away and draw"])
def test_a_discard_that_was_not_read_discards_nothing_by_itself(text: str) -> None:
    assert read("wild-cards", "refill", "en", text) != Understood("refill")
