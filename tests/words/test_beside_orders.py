"""Wizard: what stands beside an order, and is no part of it."""

from __future__ import annotations

import pytest

from games.words import Understood
from tests.words.reading import read

PLAYED = [
    ("play", "en", "the jester goes under Anna's wizard", "play N"),
    ("play", "it", "il rosso 12 sopra il mago di Anna", "play R12"),
    ("play", "nl", "rood 12 op de tovenaar van Anna", "play R12"),
    ("play", "en", "red 12, that makes two and I'm happy", "play R12"),
    ("bid", "en", "2 out of the 6", "bid 2"),
    ("bid", "it", "due su sei", "bid 2"),
    ("bid", "es", "dos de las seis", "bid 2"),
    ("bid", "nl", "twee van de zes", "bid 2"),
    ("bid", "en", "I won't win a single trick", "bid 0"),
    ("bid", "nl", "ik haal geen enkele slag", "bid 0"),
    ("bid", "it", "ne faccio due e non se ne parla più", "bid 2"),
    ("bid", "es", "dos y no se hable más", "bid 2"),
    ("bid", "nl", "twee, alles of niks", "bid 2"),
    ("bid", "en", "I'll say 2 and nobody else gets a look in", "bid 2"),
    ("trump", "nl", "doet u mij maar blauw", "trump B"),
    ("trump", "es", "que mande el azul", "trump B"),
]


@pytest.mark.parametrize(("place", "language", "text", "meant"), PLAYED)
def test_what_is_only_said_beside_an_order_leaves_it_as_it_is(
    place: str, language: str, text: str, meant: str
) -> None:
    assert read("wizard", place, language, text) == Understood(meant)
