"""What people write, in four languages and four games, against what it should come to."""

from __future__ import annotations

import pytest

from games.rules.registry import GAMES, rules_for
from games.words import Question, Result, Understood, understand
from games.words.lexicon.vocabulary import LANGUAGES
from games.words.likelihood.judge import unjudged
from tests.sizes import sized
from tests.words.reading import Phrasing, phrasings, positions

ALL = list(phrasings())
STRANGERS = [*phrasings("strangers"), *phrasings("strangers2")]
REFUSED = "!"
ANY_QUESTION = "?"
SHARE = sized(3, 1)
"""Of what is read as another language's, every third, and all in `make long`."""


def outcome(result: Result) -> str:
    """A result as the data files write it."""
    if isinstance(result, Understood):
        return result.text
    return f"? {' | '.join(result.choices)}" if isinstance(result, Question) else REFUSED


def read(phrasing: Phrasing, *languages: str) -> str:
    position = positions()[phrasing.game, phrasing.position]
    rules = rules_for(phrasing.game)
    result = understand(
        rules, position.state, position.seat, phrasing.text, languages, judge=unjudged
    )
    said = outcome(result)
    return ANY_QUESTION if phrasing.expected == ANY_QUESTION and said.startswith("?") else said


@pytest.mark.parametrize("game", [game for game in GAMES if any(one.game == game for one in ALL)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_phrasings_come_to_what_they_mean(game: str, language: str) -> None:
    mine = [one for one in ALL if (one.game, one.language) == (game, language)]
    assert len(mine) >= 20
    wrong = {one.text: said for one in mine if (said := read(one, language)) != one.expected}
    assert wrong == {}


@pytest.mark.parametrize("game", GAMES)
def test_what_strangers_wrote_without_knowing_the_grammar_is_never_read_as_something_else(
    game: str,
) -> None:
    for one in STRANGERS:
        if one.game == game:
            assert read(one, one.language) == one.expected, one.text


def test_there_are_more_than_six_hundred_phrasings() -> None:
    assert len(ALL) > 600


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phrasing_is_understood_whatever_the_members_language(language: str) -> None:
    """A member whose pages are in another language than the one written in."""
    clear = [one for one in ALL if not one.expected.startswith((REFUSED, ANY_QUESTION))]
    most_missed = len(clear) // 100
    clear = clear[LANGUAGES.index(language) % SHARE :: SHARE]
    missed = [
        (one.text, said)
        for one in clear
        if one.language != language and (said := read(one, language)) != one.expected
    ]
    otherwise = [each for each in missed if not each[1].startswith((REFUSED, ANY_QUESTION))]
    assert otherwise == [], "read as another order"
    assert len(missed) <= most_missed, missed
