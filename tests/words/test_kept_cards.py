"""What somebody keeps is never spent: the rest decides, or is asked about."""

from __future__ import annotations

import pytest

from games.words import Question, Understood
from tests.words.reading import read

DECIDED = [
    ("swap", "en", "the meerkats stay with me, I want the eagle", "swap lion eagle"),
    ("swap", "it", "i suricati restano a me, dammi l'aquila", "swap lion eagle"),
    ("swap", "es", "las suricatas no las doy, quiero el águila", "swap lion eagle"),
    ("swap", "nl", "ik geef mijn stokstaartjes niet weg, ik wil de arend", "swap lion eagle"),
    ("refill", "en", "keep the mountain, chuck the rest", "refill F3 F4"),
    ("refill", "nl", "de bergen hou ik vast, de rest mag weg", "refill F3 F4"),
    ("take-one", "en", "lion, but I'm keeping my forests and the mountain", "take lion S2"),
    ("take-one", "it", "leone, ma le foreste e le montagne non le mollo", "take lion S2"),
    ("refill", "it", "tengo tutto tranne la montagna", "refill M2"),
    ("refill", "nl", "ik hou alles behalve de bergen", "refill M2"),
    ("refill", "es", "descarto la montaña 2 y el resto me lo quedo", "refill M2"),
    ("refill", "en", "drop F4, the rest stays", "refill F4"),
    ("reveal", "en", "saving the forest for later", "reveal M2"),
    ("reveal", "es", "me reservo el bosque", "reveal M2"),
]


@pytest.mark.parametrize(("place", "language", "text", "meant"), DECIDED)
def test_where_one_order_spares_what_is_kept_it_is_meant(
    place: str, language: str, text: str, meant: str
) -> None:
    assert read("wild-cards", place, language, text) == Understood(meant)


ASKED = [
    ("bid", "en", "I'll hold on to my forests", "F"),
    ("bid", "it", "le foreste me le tengo strette", "F"),
    ("pay", "es", "los bosques no los suelto", "F"),
    ("pay", "nl", "mijn bossen bewaar ik", "F"),
    ("reveal", "nl", "bos bewaar ik", "F"),
    ("pay", "it", "i 3 e i 4 non li mollo", "F3"),
]


@pytest.mark.parametrize(("place", "language", "text", "kept"), ASKED)
def test_where_several_do_they_are_offered_and_no_other(
    place: str, language: str, text: str, kept: str
) -> None:
    result = read("wild-cards", place, language, text)

    assert isinstance(result, Question | Understood)
    choices = result.choices if isinstance(result, Question) else (result.text,)
    assert choices
    assert not any(word.startswith(kept) for choice in choices for word in choice.split())


WIZARD = [
    ("lead", "en", "I keep the reds, the greens and the jester, the lowest blue", "play B5"),
    ("lead", "it", "tengo i rossi, i verdi e il giullare, il blu più alto", "play B11"),
    ("play", "es", "los rojos no los toco", "play N"),
    ("play", "nl", "rood hou ik", "play N"),
]


@pytest.mark.parametrize(("place", "language", "text", "meant"), WIZARD)
def test_a_whole_list_is_kept_and_the_rest_decides(
    place: str, language: str, text: str, meant: str
) -> None:
    assert read("wizard", place, language, text) == Understood(meant)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "not red, not green and not blue"),
        ("en", "anything but red, green or blue"),
        ("nl", "geen rood, geen groen en ook geen blauw"),
    ],
)
def test_what_is_left_when_all_else_is_ruled_out_is_meant(language: str, text: str) -> None:
    assert read("wizard", "trump", language, text) == Understood("trump Y")


STEPS = [
    ("en", "two, first card red 13, then green 3", "bid 2; play R13; play G3"),
    ("it", "due prese, parto con il rosso 13 poi il verde 3", "bid 2; play R13; play G3"),
    ("es", "dos bazas; primero el rojo 13, después verde 3", "bid 2; play R13; play G3"),
    ("nl", "bod 2, uitkomst: rood 13", "bid 2; play R13"),
    ("nl", "twee slagen, dan rood 13, dan groen 3", "bid 2; play R13; play G3"),
]


@pytest.mark.parametrize(("language", "text", "meant"), STEPS)
def test_cards_said_behind_a_bid_of_tricks_are_played_then(
    language: str, text: str, meant: str
) -> None:
    assert read("wizard", "bid", language, text) == Understood(meant)


def test_an_or_with_the_case_it_is_for_is_no_more_than_an_or() -> None:
    text = "the eagle for F3, or if the eagle's gone the lion for F3"

    result = read("wild-cards", "take-one", "en", text)

    assert isinstance(result, Understood)
    assert result.text == "take lion F3"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I'll keep my high reds, I play red 7"),
        ("it", "conservo i rossi alti, gioco il rosso 7"),
        ("es", "me guardo los rojos altos, tiro el rojo 7"),
        ("nl", "de hoge rode hou ik, ik speel rood 7"),
    ],
)
def test_a_card_named_in_full_is_none_of_those_kept_by_their_colour(
    language: str, text: str
) -> None:
    assert read("wizard", "play", language, text) == Understood("play R7")


def test_all_the_rest_goes_where_only_a_refill_is_said_beside_it() -> None:
    text = "I'm refilling. Keep forest 4, everything else goes."
    assert read("wild-cards", "refill", "en", text) == Understood("refill F3 M2")
