"""What people tell beside an order: reasons, threats, luck, and what they decide later."""

from __future__ import annotations

import pytest

from games.words import Understood
from tests.words.reading import read

BIDS = [
    ("en", "with the red 13 and some yellow I'd say three", "bid 3"),
    ("it", "con il 13 rosso e un po' di giallo direi tre", "bid 3"),
    ("es", "con el 13 rojo y algo de amarillo yo diría tres", "bid 3"),
    ("nl", "met die rode 13 moet ik er wel twee pakken", "bid 2"),
    ("en", "three, otherwise my wife will laugh", "bid 3"),
    ("es", "tres. y si fallo, pago la cena", "bid 3"),
    ("nl", "drie. Als ik weer faal, trakteer ik", "bid 3"),
    ("en", "I think two is doable", "bid 2"),
    ("nl", "ik hou het op twee", "bid 2"),
]


@pytest.mark.parametrize(("language", "text", "meant"), BIDS)
def test_cards_before_a_bid_and_threats_behind_it_leave_it(
    language: str, text: str, meant: str
) -> None:
    assert read("wizard", "bid", language, text) == Understood(meant)


@pytest.mark.parametrize(
    "text", ["three if Anna bids low, otherwise whatever", "three or the usual"]
)
def test_what_may_be_another_case_is_asked(text: str) -> None:
    assert not isinstance(read("wizard", "bid", "en", text), Understood)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I won't spend much, savannah 1"),
        ("it", "non spendo molto, savana 1"),
        ("es", "no gasto mucho hoy, la sabana 1"),
        ("nl", "ik geef niet te veel uit, savanne 1"),
        ("nl", "ik leg er savanne 1 bij en we zien wel"),
    ],
)
def test_how_much_is_spent_or_what_is_hoped_leaves_what_is_paid(language: str, text: str) -> None:
    assert read("wild-cards", "pay", language, text) == Understood("pay S1")


@pytest.mark.parametrize(
    ("language", "text", "meant"),
    [
        ("en", "no red and no trump", "play N"),
        ("en", "over my dead body do I play red", "play N"),
        ("es", "me quedo con las rojas", "play N"),
        ("it", "nessun numero", "play N"),
        ("nl", "de rode kaarten en de gele houd ik", "play N"),
    ],
)
def test_what_is_denied_or_kept_leaves_the_one_card_that_it_leaves(
    language: str, text: str, meant: str
) -> None:
    assert read("wizard", "play", language, text) == Understood(meant)


def test_a_list_of_noes_corrects_nothing() -> None:
    assert read("wizard", "trump", "en", "no red, no blue, no green") == Understood("trump Y")
