"""What a mail and the help give as examples are orders in the reader's own language, too."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.presentation import presentation_for
from games.rules.chance import Chance
from games.rules.protocol import Setup
from games.rules.registry import GAMES
from games.words.results import Understood
from games.words.understanding import understand

LANGUAGES = [code for code, _name in settings.LANGUAGES]
MANY = 40


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_words_of_an_order_are_understood_as_that_order(game: str, language: str) -> None:
    rules, presentation = GAMES[game].rules, presentation_for(game)
    seats = rules.table_sizes[-1]
    state = rules.start(Setup(seats, rules.options(), Chance("words of an example"))).state
    opened = rules.phase(state)
    assert opened is not None
    seat = opened.awaited[0]
    for order, _number in zip(rules.legal_orders(state, seat), range(MANY), strict=False):
        text = rules.format_order(order)
        with translation.override(language):
            words = presentation.order_in_words(text)
        result = understand(rules, state, seat, words, [language])
        assert isinstance(result, Understood)
        assert text in str(result)


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_says_an_example_in_the_readers_words(language: str) -> None:
    client = Client(headers={"accept-language": language})
    page = client.get(reverse("help-mail")).content.decode()
    with translation.override(language):
        assert f"<q>{presentation_for('wild-cards').order_in_words('bid F3')}</q>" in page
    assert "<code>bid F3</code>" in page
