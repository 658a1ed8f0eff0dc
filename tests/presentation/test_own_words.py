"""What our own pages and mails call an order is read as that order, in every language."""

from __future__ import annotations

from collections import Counter
from itertools import islice, product

import pytest
from django.utils import translation

from games.presentation import presentation_for
from games.rules.chance import Chance
from games.rules.configurations import covering
from games.rules.playout import Dice, ask_bot, match_seed
from games.rules.protocol import Setup
from games.rules.registry import GAMES, bots_for
from games.words import Question, Understood, understand
from tests.sizes import few, sized
from tests.words.reading import Position
from tests.words.test_understanding import EVERY, legal_texts, read

PHASES = sized(25, 60)
LEGAL = 400
OF_A_SHAPE = 7
"""Orders that begin alike and are as long are tried so often in one match."""


def positions(game: str) -> list[tuple[object, int, str]]:
    """States with a seat that has a choice, and legal orders of many shapes."""
    rules, found = GAMES[game].rules, []
    for number, configuration in enumerate(covering(rules)):
        if configuration.seats < 2:
            continue
        seed = match_seed(f"own words {number}")
        setup = Setup(configuration.seats, configuration.options, Chance(seed))
        state, dice, seen = rules.start(setup).state, Dice(seed, "orders"), Counter[object]()
        for _phase in range(PHASES):
            opened = rules.phase(state)
            if opened is None:
                break
            orders = {}
            for seat in opened.awaited:
                legal = [
                    rules.format_order(one)
                    for one in islice(rules.legal_orders(state, seat), LEGAL)
                ]
                text = legal[dice.randrange(len(legal))]
                shape = (opened.name, text.split()[0], len(text.split()))
                if len(legal) > 1 and seen[shape] < OF_A_SHAPE:
                    seen[shape] += 1
                    found.append((state, seat, text))
                strongest = list(bots_for(game).values())[-1]
                orders[seat] = ask_bot(rules, strongest, state, seat, dice)
            state = rules.adjudicate(state, orders).state
    return found


@pytest.mark.parametrize(("game", "language"), few(product(GAMES, ["en", "it", "es", "nl"]), 5))
def test_an_order_in_our_own_words_is_read_as_that_order_or_asked_back(
    game: str, language: str
) -> None:
    rules, presentation = GAMES[game].rules, presentation_for(game)
    wrong, asked = [], []
    tried = positions(game)
    for state, seat, text in tried:
        with translation.override(language):
            written = presentation.order_in_words(text)
        result = understand(rules, state, seat, written, [language])
        is_read = isinstance(result, Understood) and result.text == text
        is_asked = isinstance(result, Question) and text in result.choices
        if not (is_read or is_asked):
            wrong.append((text, written, result))
        if is_asked:
            asked.append((text, written))
    assert len(tried) > 20
    assert wrong == []
    assert len(asked) <= len(tried) / 50, asked


@pytest.mark.parametrize("position", EVERY, ids=lambda one: f"{one.game}-{one.name}")
def test_orders_as_our_pages_word_them_are_understood_back(position: Position) -> None:
    in_words = presentation_for(position.game).order_in_words
    for text in legal_texts(position):
        assert read(position, in_words(text), "en") == Understood(text), in_words(text)
