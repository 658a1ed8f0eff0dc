"""The words of cases, read as orders and as claims, as long as that costs no more than it may."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from games.words.conditions.case_openers import SECTION
from games.words.conditions.claim import Claim
from games.words.conditions.claims import Cut, judged
from games.words.lexicon.lexing import LexedSentence, Token, lex
from games.words.lexicon.said import SpokenWords, length_at, phrases
from games.words.lexicon.sentences import Sentence, Word
from games.words.lexicon.vocabulary import LANGUAGES
from games.words.positions.scene import OrderScene
from games.words.results import NotUnderstood, Result

Reader: TypeAlias = Callable[[Sequence[Sentence]], Result]
_MOST_READ = 5
_STOP = Word(".", ".", ".", after_comma=False)


class CaseReader:
    """Reads what cases say in a position; what was read once is known."""

    def __init__(self, scene: OrderScene, language: str, reader: Reader) -> None:
        self.scene, self.language, self._reader = scene, language, reader
        self.left = _MOST_READ
        self.there: Sequence[Word] = ()
        """The words of the row that "there" speaks of."""

        self.known: dict[tuple[str, ...], Result] = {}

    def read(self, sentences: Sequence[Sentence]) -> Result:
        """What these say, as long as reading has not cost too much."""
        key = tuple(word.written for one in sentences for word in (*one.words, _STOP))
        if key not in self.known:
            self.left -= 1
            self.known[key] = self._reader(sentences) if self.left >= 0 else NotUnderstood()
        return self.known[key]

    def claim(self, words: Sequence[Word], earlier: Claim | None, end: Cut = Cut.NOWHERE) -> Claim:
        if self.there and _says_there(words, self.language):
            words = [*words, *self.there]
        lexed = self._lexed(Sentence(list(words)))
        said = SpokenWords.of(lexed, [word.plain for word in words], self.language, SECTION)
        return judged(self.scene, said, earlier, end)

    def tokens(self, words: Sequence[Word]) -> Sequence[Token]:
        return self._lexed(Sentence(list(words))).tokens if words else ()

    def _lexed(self, sentence: Sentence) -> LexedSentence:
        languages = (self.language, *(one for one in LANGUAGES if one != self.language))
        return lex(self.scene.rules.key, [sentence], languages)[0]


def _says_there(words: Sequence[Word], language: str) -> bool:
    """Whether these speak of a row that was named before: "if there's a toucan in that row"."""
    plain, listed = [word.plain for word in words], phrases(language, SECTION, "in that place")
    return any(length_at(plain, place, listed) for place in range(len(plain)))
