"""Words that a reading leaves out keep an order from being sealed."""

from __future__ import annotations

import pytest

from games.words.corrections.revisions import keeps_suit
from games.words.doubts.unread_words import unaccounted
from games.words.lexicon.lexing import lex
from games.words.lexicon.sentences import sentences
from games.words.reading_words import in_order
from games.words.speech.acts import acts_in


def left_out(game: str, language: str, text: str, order: str) -> list[str]:
    """What the order `order` leaves out of a text."""
    return unaccounted(acts_in(lex(game, sentences(text), in_order([language]))), order)


@pytest.mark.parametrize(
    ("game", "language", "text", "order"),
    [
        ("wizard", "en", "if a 10 beats his 9 play it, if not the 1", "play G1"),
        ("wizard", "en", "bid 4\nactually some fewer", "bid 4"),
        ("wizard", "nl", "4, dan de 7 en dan blijft de 9 over", "play B4; play B7"),
        ("emu-ranchers", "es", "grow 8YK 1\ny el 9 también", "grow 8YK 1"),
        ("wild-cards", "en", "take lion M3\nnot the mountain", "take lion M3"),
        ("cubirds", "en", "seven ducks, who'd have thought", "family duck"),
        ("cubirds", "it", "pesco e se viene un fenicottero ci faccio famiglia", "draw"),
    ],
)
def test_what_an_order_leaves_out_is_found(game: str, language: str, text: str, order: str) -> None:
    assert left_out(game, language, text, order)


@pytest.mark.parametrize(
    ("game", "language", "text", "order"),
    [
        ("wizard", "en", "Hello! bid 3 please, see you at 8", "bid 3"),
        ("wizard", "en", "2, or 1 if that's not allowed", "bid 2"),
        ("wild-cards", "en", "I pay with my two savannah ones", "pay S1 S1"),
        ("wild-cards", "en", "discard the mountain 2 then refill to seven", "refill M2"),
        ("cubirds", "nl", "eerste beurt, eksters links in de tweede rij", "lay magpie 2 left"),
    ],
)
def test_what_an_order_says_or_chat_mentions_is_not_missed(
    game: str, language: str, text: str, order: str
) -> None:
    assert left_out(game, language, text, order) == []


def test_a_corrected_number_leaves_the_suit_as_it_was() -> None:
    assert keeps_suit("bid S3", "bid S4")
    assert not keeps_suit("bid S3", "bid F4")
    assert keeps_suit("grow 6LK 2", "grow 3SK 2")
