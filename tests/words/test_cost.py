"""What a text costs to read is bounded by how many words are read, whatever is written."""

from __future__ import annotations

import pytest

from games.rules.registry import rules_for
from games.words import Understood
from games.words.lexicon.sentences import sentences
from games.words.lexicon.vocabulary import LANGUAGES
from games.words.positions.scene import OrderScene
from games.words.reading_words import MOST_WORDS_READ, read_words
from tests.words.reading import positions

MISSPELT = "I biid teh forst thre pleese adn teh savana tow or teh mountan for"


@pytest.mark.parametrize("times", [1, 3, 6])
@pytest.mark.parametrize(("game", "place"), [("wild-cards", "bid"), ("wizard", "play")])
def test_a_long_misspelt_text_is_read_a_bounded_number_of_times(
    game: str, place: str, times: int
) -> None:
    position = positions()[game, place]
    scene = OrderScene.of(rules_for(game), position.state, position.seat)
    parts = sentences(" ".join([MISSPELT] * times))
    words = sum(len(part.words) for part in parts)

    result = read_words(scene, parts, LANGUAGES)

    assert scene.words_read <= MOST_WORDS_READ + len(LANGUAGES) * words
    assert times == 1 or not isinstance(result, Understood)


def test_where_reading_is_cut_short_no_spelling_decides_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = positions()["wild-cards", "bid"]
    rules = rules_for("wild-cards")
    parts = sentences("forst 3")
    scene = OrderScene.of(rules, position.state, position.seat)
    assert isinstance(read_words(scene, parts, LANGUAGES), Understood)

    monkeypatch.setattr("games.words.reading_words.MOST_WORDS_READ", 0)
    again = OrderScene.of(rules, position.state, position.seat)
    assert not isinstance(read_words(again, parts, LANGUAGES), Understood)
