"""Misspelt words: what they may have been meant for. Digits and values are never corrected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from games.words.lexing import is_coded
from games.words.results import Correction
from games.words.sentences import Sentence
from games.words.vocabulary import CAREFUL, FILLER, NUMBER, ORDINAL, known_words

SHORTEST = 4
LONG = 6
MOST_UNKNOWN = 4
MOST_VARIANTS = 8
_MOST_NEAR = 12


class Variant(NamedTuple):
    """A text with its misspelt words replaced, and whether a word for a number was among them."""

    sentences: tuple[Sentence, ...]
    corrections: tuple[Correction, ...]
    touches_value: bool


class _Guess(NamedTuple):
    written: str
    plain: str
    kind: str


def unknown_words(game: str, sentences: Sequence[Sentence]) -> list[str]:
    """The words that no language knows, without accents, each once."""
    known = known_words(game)
    words = (word for sentence in sentences for word in sentence.words)
    return list(
        dict.fromkeys(
            word.plain for word in words if word.plain not in known and not is_coded(game, word)
        )
    )


def variants(game: str, sentences: Sequence[Sentence], language: str) -> Iterator[Variant]:
    """The text with its unknown words read as the nearest known ones, in every way, nearest first.

    Words of the language that the text seems to be in go before those of the others.
    Nothing is offered where a word is as near to one that turns an order round, or where too many
    words are unknown for this to be a matter of spelling.
    """
    guesses = [
        found
        for word in unknown_words(game, sentences)
        if (found := list(_guesses(game, word, language)))
    ]
    if not guesses or len(guesses) > MOST_UNKNOWN:
        return
    for chosen in islice(product(*guesses), MOST_VARIANTS):
        replaced = {guess.written: guess for guess in chosen}
        yield Variant(
            tuple(_replaced(sentence, replaced) for sentence in sentences),
            tuple(Correction(each.written, each.plain) for each in chosen if each.kind != FILLER),
            any(each.kind in (NUMBER, ORDINAL) for each in chosen),
        )


def _guesses(game: str, word: str, language: str) -> Iterator[_Guess]:
    """The nearest known words, one for each thing that is meant."""
    if len(word) < SHORTEST or not word.isalpha():
        return
    most = 2 if len(word) >= LONG else 1
    for known in (known_words(game, (language,)), known_words(game)):
        near = process.extract(
            word, known.keys(), scorer=OSA.distance, score_cutoff=most, limit=_MOST_NEAR
        )
        if near:
            break
    nearest = [name for name, distance, _index in near if distance == near[0][1]]
    meanings = {known[name]: name for name in reversed(nearest)}
    if any(meaning.kind in CAREFUL for meaning in meanings):
        return
    fillers = [meaning for meaning in meanings if meaning.kind == FILLER][1:]
    for meaning, name in meanings.items():
        if meaning not in fillers:
            yield _Guess(word, name, meaning.kind)


def _replaced(sentence: Sentence, guesses: dict[str, _Guess]) -> Sentence:
    words = [
        word._replace(folded=guesses[word.plain].plain, plain=guesses[word.plain].plain)
        if word.plain in guesses
        else word
        for word in sentence.words
    ]
    return Sentence(words, sentence.is_question)
