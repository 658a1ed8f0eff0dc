"""What a reply to a mail that asks several things says to which of them: “yes to the first”, “#2”,
“no to both”, “1 yes, 2 no”.

A sentence counts only where each of its words is known: nothing is done of what is half read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from games.replies.command_words import numbered, plain_words, words_of
from games.replies.member_requests import SENTENCE_END
from games.replies.member_words import longest, member_words
from games.replies.reply_parser import EXAMPLE_SIGN
from games.words.lexicon.vocabulary import LANGUAGES, marks, section_words

_MOST_WORDS = 16
_WORD = re.compile(r"[^\W_]+")


class QuestionsAnswered(NamedTuple):
    """What was said to which question, by number, and the lines that say something else; is it
    `by_number_alone`, there was no yes in it."""

    said: Mapping[int, bool]
    rest: Sequence[str]
    by_number_alone: bool = False


class _Token(NamedTuple):
    """One word that means something: the questions that it names, or a yes or no."""

    numbers: tuple[int, ...] = ()
    is_yes: bool | None = None


def choices_of(lines: Sequence[str], count: int) -> QuestionsAnswered:
    """Which of so many questions the lines answer, and how. Sentences that contradict each other
    answer none."""
    said: dict[int, bool] = {}
    rest: list[str] = []
    by_number_alone = False
    for sentence in (one for line in lines for one in SENTENCE_END.split(line)):
        tokens = _tokens(sentence, count)
        found = _answers(tokens) if tokens else None
        if found is None:
            rest.append(sentence)
        elif any(said.get(number, is_yes) is not is_yes for number, is_yes in found.items()):
            return QuestionsAnswered({}, lines)
        else:
            said |= found
            by_number_alone |= all(token.is_yes is None for token in tokens)
    return QuestionsAnswered(said, rest, by_number_alone)


def _answers(tokens: Sequence[_Token]) -> dict[int, bool] | None:
    """What a sentence says to which questions: “yes” before their numbers or behind them."""
    first, *_rest = tokens
    groups = list(_groups(tokens, is_behind=first.is_yes is None))
    if any(not numbers or is_yes is None for numbers, is_yes in groups):
        return None
    found: dict[int, bool] = {}
    for numbers, is_yes in groups:
        for number in numbers:
            if found.setdefault(number, bool(is_yes)) is not is_yes:
                return None
    return found


def _groups(
    tokens: Sequence[_Token], *, is_behind: bool
) -> Iterator[tuple[list[int], bool | None]]:
    """The questions that are named together, with what is said to them."""
    if all(token.is_yes is None for token in tokens):
        yield [number for token in tokens for number in token.numbers], True
        return
    numbers: list[int] = []
    consent: bool | None = None
    last: bool | None = None
    for token in tokens:
        if token.is_yes is None:
            numbers.extend(token.numbers)
            continue
        closed = token.is_yes if is_behind else consent
        if numbers or consent not in (None, token.is_yes):
            yield numbers, closed
            numbers, last = [], closed
        consent = token.is_yes
    # “Ja, de tweede graag” says yes twice to one question.
    if numbers or consent is not last:
        yield numbers, None if is_behind else consent


def _tokens(sentence: str, count: int) -> list[_Token]:
    """What the words of a sentence mean; nothing where one of them is not known."""
    if sentence.startswith((EXAMPLE_SIGN, ">")):
        return []
    said = [plain for word in _WORD.findall(sentence) if (plain := plain_words(word))]
    found: list[_Token] = []
    at = 0
    while at < len(said) <= _MOST_WORDS:
        length, token = _token(said[at:], count, is_first=at == 0)
        if found and at and said[at] in marks("number one") and said[at - 1] in _ordinals():
            length, token = 1, None  # “the second one”
        if not length:
            return []
        found += [token] if token is not None else []
        at += length
    return found if at else []


def _token(said: Sequence[str], count: int, *, is_first: bool) -> tuple[int, _Token | None]:
    """How many words stand for one thing, and that; nothing for words that only link others."""
    every = tuple(range(1, count + 1))
    both = _both() if count == 2 else ()
    lengths = [
        (longest(said, member_words("all_of_them"), both), _Token(every)),
        (longest(said, _last()), _Token((count,))),
        _number(said, every),
        (longest(said, words_of("words", "consent"), member_words("yes")), _Token(is_yes=True)),
        (longest(said, words_of("words", "no"), member_words("no")), _Token(is_yes=False)),
        (longest(said, words_of("words", "polite"), member_words("choosing")), None),
    ]
    # “Prima” agrees in Dutch and is the first in Italian, where an article stands before it.
    order = [3, 4, 0, 1, 2, 5] if is_first else range(len(lengths))
    return max((lengths[place] for place in order), key=lambda one: one[0])


def _number(said: Sequence[str], every: Sequence[int]) -> tuple[int, _Token | None]:
    digits = said[0].isdecimal() and len(said[0]) < 3
    number = int(said[0]) if digits else _ordinals().get(said[0], 0)
    return (1, _Token((number,))) if number in every else (0, None)


@cache
def _ordinals() -> dict[str, int]:
    """The words for numbers in every language, and for places: “second”."""
    places = {
        plain_words(word): place
        for language in LANGUAGES
        for place in range(1, 10)
        for word in section_words(language, "ordinals", str(place))
    }
    return dict(numbered("match", "numbers")) | places


@cache
def _both() -> tuple[str, ...]:
    return _answer_words("both")


@cache
def _last() -> tuple[str, ...]:
    return _answer_words("last")


def _answer_words(key: str) -> tuple[str, ...]:
    words = (one for language in LANGUAGES for one in section_words(language, "answers", key))
    return tuple(map(plain_words, words))
