"""Which phrases of a list stand in a stretch of words, and which words nothing accounts for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias

from games.words.lexicon.lexing import LexedSentence, Token
from games.words.lexicon.vocabulary import phrase_words, phrases_in, plain_of

Phrases: TypeAlias = Mapping[str, Sequence[tuple[str, ...]]]
"""Phrases by their first word, the longest first."""


@cache
def phrases(language: str, section: str, name: str) -> Phrases:
    """The phrases of one list of a language, without accents."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for phrase in phrases_in(language, section, name):
        words = tuple(map(plain_of, phrase_words(phrase)))
        found.setdefault(words[0], []).append(words)
    for each in found.values():
        each.sort(key=len, reverse=True)
    return found


def length_at(words: Sequence[str], index: int, listed: Phrases) -> int:
    """How many words the longest of the listed phrases has that stands here; 0 for none."""
    for phrase in listed.get(words[index], ()):
        if tuple(words[index : index + len(phrase)]) == phrase:
            return len(phrase)
    return 0


@dataclass(slots=True)
class SpokenWords:
    """Words with their tokens, read by the lists of one section of a language."""

    words: Sequence[str]
    tokens: Sequence[Token]
    language: str
    section: str
    read: set[int] = field(default_factory=set)
    """The places of words that something was made of."""

    @classmethod
    def of(
        cls, lexed: LexedSentence, words: Sequence[str], language: str, section: str
    ) -> SpokenWords:
        """What one sentence says, its tokens counted from its own first word."""
        start = lexed.tokens[0].place if lexed.tokens else 0
        tokens = [token._replace(place=token.place - start) for token in lexed.tokens]
        return cls(words, tokens, language, section)

    def places(self, name: str) -> list[int]:
        """Where phrases of this list begin; they count as read."""
        listed = phrases(self.language, self.section, name)
        found: list[int] = []
        index = 0
        while index < len(self.words):
            length = length_at(self.words, index, listed)
            if length:
                found.append(index)
                self.read.update(range(index, index + length))
            index += max(length, 1)
        return found

    def says(self, *names: str) -> bool:
        """Whether a phrase of one of these lists stands here; all that do count as read."""
        found = [self.places(name) for name in names]
        return any(found)

    def take(self, tokens: Iterable[Token]) -> None:
        """Count these tokens as read."""
        for token in tokens:
            self.read.update(range(token.place, token.end))

    def left(self) -> list[str]:
        """The words that nothing was made of."""
        return [word for index, word in enumerate(self.words) if index not in self.read]
