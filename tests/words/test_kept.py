"""What somebody keeps is never spent: the rest decides, or is asked about."""

from __future__ import annotations

import pytest

from games.rules.registry import rules_for
from games.words import Question, Result, Understood, understand
from tests.words.reading import positions


def read(place: str, language: str, text: str, game: str = "wild-cards") -> Result:
    position = positions()[game, place]
    return understand(rules_for(game), position.state, position.seat, text, [language])


DECIDED = [
    ("swap", "en", "the meerkats stay with me, I want the eagle", "swap lion eagle"),
    ("swap", "it", "i suricati restano a me, dammi l'aquila", "swap lion eagle"),
    ("swap", "es", "las suricatas no las doy, quiero el águila", "swap lion eagle"),
    ("swap", "nl", "ik geef mijn stokstaartjes niet weg, ik wil de arend", "swap lion eagle"),
    ("refill", "en", "keep the mountain, chuck the rest", "refill F3 F4"),
    ("refill", "nl", "de bergen hou ik vast, de rest mag weg", "refill F3 F4"),
    ("take-one", "en", "lion, but I'm keeping my forests and the mountain", "take lion S2"),
    ("take-one", "it", "leone, ma le foreste e le montagne non le mollo", "take lion S2"),
    ("reveal", "en", "saving the forest for later", "reveal M2"),
    ("reveal", "es", "me reservo el bosque", "reveal M2"),
]


@pytest.mark.parametrize(("place", "language", "text", "meant"), DECIDED)
def test_where_one_order_spares_what_is_kept_it_is_meant(
    place: str, language: str, text: str, meant: str
) -> None:
    assert read(place, language, text) == Understood(meant)


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
    result = read(place, language, text)

    assert isinstance(result, Question | Understood)
    choices = result.choices if isinstance(result, Question) else (result.text,)
    assert choices
    assert not any(word.startswith(kept) for choice in choices for word in choice.split())
