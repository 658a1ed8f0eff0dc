"""Sentences that ask what the rules say, of anybody or at any time, and so order nothing: “is it
allowed to pass?”, “does the highest card always win?”.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from games.words.lexicon.sentences import Sentence
from games.words.lexicon.vocabulary import marks, plain_of


def without_rule_questions(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences without such questions."""
    return [one for one in sentences if not (one.is_question and _asks_of_rules(one))]


def _asks_of_rules(sentence: Sentence) -> bool:
    said = f" {' '.join(word.folded for word in sentence.words)} "
    if _pattern("impersonal").search(said) is not None:
        return True
    # "As always" asks nothing.
    return _pattern("ever").search(_pattern("as ever").sub(" ", said)) is not None


@cache
def _pattern(name: str) -> re.Pattern[str]:
    phrases = sorted(map(plain_of, marks(name)), key=lambda one: (-len(one), one))
    return re.compile(rf"(?<= )(?:{'|'.join(map(re.escape, phrases))})(?= )")
