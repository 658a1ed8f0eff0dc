"""What a mail and the help give as examples are orders in the reader's own language, too."""

from __future__ import annotations

from collections import Counter

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.presentation import presentation_for
from games.rules.chance import Chance
from games.rules.playout import Dice, ask_bot, match_seed
from games.rules.protocol import OrderError, Setup
from games.rules.registry import GAMES, bots_for
from games.selectors.quick_matches import quick_seats
from games.words.results import Understood
from games.words.understanding import understand
from tests.sizes import sized

LANGUAGES = [code for code, _name in settings.LANGUAGES]
OTHERS = [code for code in LANGUAGES if code != "en"]
MANY = sized(8, 40)


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


@pytest.mark.parametrize("game", GAMES)
def test_examples_are_shown_in_the_readers_words_and_are_read_as_what_they_stand_for(
    game: str,
) -> None:
    rules, presentation = GAMES[game].rules, presentation_for(game)
    seed = match_seed("examples that are shown")
    setup = Setup(quick_seats(game), rules.options(), Chance(seed))
    state, dice = rules.start(setup).state, Dice(seed, "orders")
    strongest = list(bots_for(game).values())[-1]
    shown: Counter[str] = Counter()
    while (opened := rules.phase(state)) is not None and len(shown) < MANY:
        orders = {seat: ask_bot(rules, strongest, state, seat, dice) for seat in opened.awaited}
        seat = opened.awaited[0]
        decision = rules.decision(state, seat)
        assert decision is not None
        for text in presentation.examples(decision, rules.view(state, seat)):
            assert presentation.order_shown(text) == text
            meant = understand(rules, state, seat, text, ["en"])
            for language in OTHERS:
                with translation.override(language):
                    words = presentation.order_shown(text)
                result = understand(rules, state, seat, words, [language])
                assert isinstance(result, Understood), (language, words, result)
                assert result == meant, (language, words)
            shown[text] += 1
        state = rules.adjudicate(state, orders).state


def test_standing_orders_and_rows_that_there_are_not_are_in_the_readers_words() -> None:
    shown = presentation_for("cubirds").order_shown
    assert shown("if missed: stay; each time: draw") == "if missed: stay; each time: draw"
    with translation.override("it"):
        assert shown("if missed: stay; each time: draw") == (
            "se salto: non pescare niente; poi ogni volta: pescare due carte"
        )
        assert shown("each time, until round 5: draw").startswith("ogni volta, fino al round 5: ")
        assert shown("lay toucan 9 left") == "posare tutti i tucani a sinistra della fila 9"


def test_a_refusal_gives_its_example_in_the_readers_words() -> None:
    refusal = OrderError("no-row", text="lay toucan 9 left", example="lay toucan 3 left", row=9)
    presentation = presentation_for("cubirds")
    assert "“lay toucan 3 left”" in presentation.error(refusal)
    with translation.override("it"):
        assert "posare tutti i tucani a sinistra della fila 3" in presentation.error(refusal)


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_says_an_example_in_the_readers_words(language: str) -> None:
    client = Client(headers={"accept-language": language})
    page = client.get(reverse("help-mail")).content.decode()
    with translation.override(language):
        assert f"<q>{presentation_for('wild-cards').order_in_words('bid F3')}</q>" in page
    assert "<code>bid F3</code>" in page
