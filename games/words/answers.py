"""The answer to a question with numbered choices: `2`, `#2`, `the last one`, `both`, `yes`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from games.words.lexicon import tags
from games.words.lexicon.lexing import LexedSentence, Token, lex
from games.words.lexicon.sentences import Sentence
from games.words.lexicon.vocabulary import LANGUAGES, marks, phrase_words, plain_of, section_words
from games.words.speech.clauses import SEPARATORS

_SILENT = frozenset((tags.FILLER, tags.MAY, "AND", "OF", "UNKNOWN"))
_MOST_WORDS = 12


class Picked(NamedTuple):
    """The numbers of the choices that were picked, from 1; none for a yes that fits several.

    `together` says that all of them are meant, otherwise the first that can be.
    """

    numbers: tuple[int, ...]
    together: bool = False


def picked(
    game: str, sentences: Sequence[Sentence], languages: Sequence[str], choices: int
) -> Picked | None:
    """Which of so many choices the text picks; None if it does not just answer the question.

    Where there is but one, a word of consent picks it.
    """
    words = tuple(word.plain for sentence in sentences for word in sentence.words)
    lexed = lex(game, sentences, languages)
    tokens = [token for sentence in lexed for token in sentence.tokens]
    is_careful = any(token.kind in (tags.ASK, tags.TALK, *tags.CAREFUL) for token in tokens)
    if not words or len(words) > _MOST_WORDS or is_careful:
        return None
    numbers = _numbers(lexed, choices)
    rest = [token for token in tokens if not _is_number(token) and not _is_silent(token)]
    if not numbers and all(_is_said(token, "both") for token in rest):
        return _agreed(lexed, words, choices)
    if numbers is None or rest or not all(1 <= number <= choices for number in numbers):
        return None
    is_or = any(token.kind == "OR" for token in tokens)
    return Picked(tuple(dict.fromkeys(numbers)), together=not is_or)


def has_number(text: str) -> bool:
    """Whether figures stand in an answer: where those alone are orders, they number no choice."""
    return any(map(str.isdigit, text))


def _agreed(lexed: Sequence[LexedSentence], words: Sequence[str], choices: int) -> Picked | None:
    """Both of the choices, or a yes."""
    if _says(words, "both") and choices > 1:
        return Picked(tuple(range(1, choices + 1)), together=True)
    if _consents(lexed):
        return Picked((1,) if choices == 1 else ())
    return None


def _numbers(lexed: Sequence[LexedSentence], choices: int) -> list[int] | None:
    """The numbers said, the last as its number; None where one stands amid unknown words."""
    found: list[int] = []
    every = [token for sentence in lexed for token in sentence.tokens if _is_number(token)]
    has_ordinal = any(token.kind == tags.ORDINAL or _is_said(token, "last") for token in every)
    for token in every:
        if (
            token.kind == tags.NUMBER
            and has_ordinal
            and token.written.casefold() in marks("number one")
        ):
            continue  # "the second one"
        if token.kind in (tags.NUMBER, tags.ORDINAL) and _is_amid_unknown(lexed, token):
            return None
        found.append(choices if _is_said(token, "last") else int(token.value))
    return found


def _is_number(token: Token) -> bool:
    if _is_said(token, "last"):
        return True
    return token.kind in (tags.NUMBER, tags.ORDINAL) and token.value.isdigit()


def _is_silent(token: Token) -> bool:
    is_sign = token.written.casefold() in marks("number sign") | marks("number one")
    return token.kind in _SILENT or token.kind in SEPARATORS or is_sign


def _is_amid_unknown(lexed: Sequence[LexedSentence], pick: Token) -> bool:
    """Whether an unknown word stands in the same sentence, up to a comma, as the number."""
    for sentence in lexed:
        if pick in sentence.tokens:
            index = sentence.tokens.index(pick)
            start = max(
                (place for place in range(index + 1) if sentence.tokens[place].after_comma),
                default=0,
            )
            for place, token in enumerate(sentence.tokens[start:], start):
                if place > index and token.after_comma:
                    break
                if token.kind == "UNKNOWN" and not _is_said(token, "last"):
                    return True
    return False


def _consents(lexed: Sequence[LexedSentence]) -> bool:
    first = lexed[0].tokens[0].written if lexed and lexed[0].tokens else ""
    return _plain(first) in _phrases("yes")


def _is_said(token: Token, key: str) -> bool:
    return _plain(token.written) in _phrases(key)


def _says(words: Sequence[str], key: str) -> bool:
    """Whether one of the words for this stands in the text."""
    return any(
        tuple(words[start : start + len(phrase)]) == phrase
        for phrase in _phrases(key)
        for start in range(len(words) - len(phrase) + 1)
    )


def _plain(written: str) -> tuple[str, ...]:
    return tuple(map(plain_of, phrase_words(written)))


@cache
def _phrases(key: str) -> frozenset[tuple[str, ...]]:
    return frozenset(
        _plain(phrase)
        for language in LANGUAGES
        for phrase in section_words(language, "answers", key)
    )
