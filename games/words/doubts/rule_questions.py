"""Sentences that ask what the rules say, of anybody or at any time, and so order nothing: “is it
allowed to pass?”, “does the highest card always win?”; and those that their writer answers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise, takewhile

from games.words.lexicon.sentences import Sentence, Word
from games.words.lexicon.vocabulary import marks, plain_of


def without_rule_questions(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences without such questions."""
    return [one for one in sentences if not (one.is_question and _asks_of_rules(one))]


def with_answers(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences, a question that their writer answers with a yes as what it says: “so I take
    the ace, right? Yes, that one”."""
    return [_told(one, after) for one, after in pairwise((*sentences, Sentence()))]


def _told(sentence: Sentence, after: Sentence) -> Sentence:
    tag = [*takewhile(lambda one: not one.after_comma, reversed(sentence.words))]
    rest = sentence.words[: -len(tag) - 1]
    is_tag = bool(rest) and _spoken(sentence.words[len(rest) :]) in marks("tag")
    answer = _spoken([*after.words[:1], *_up_to_comma(after.words[1:])])
    is_yes = answer in marks("agree") | marks("yes")
    return Sentence(rest) if sentence.is_question and is_tag and is_yes else sentence


def _up_to_comma(words: Sequence[Word]) -> list[Word]:
    return [*takewhile(lambda one: not one.after_comma, words)]


def _spoken(words: Sequence[Word]) -> str:
    return " ".join(word.folded for word in words)


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
