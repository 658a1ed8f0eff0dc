"""The answer to a question with numbered choices: `2`, `the second`, `la seconda`, `nummer 2`."""

from __future__ import annotations

from collections.abc import Sequence

from games.words.lexing import LexedSentence, Token, lex
from games.words.sentences import Sentence
from games.words.vocabulary import CAREFUL, FILLER, NUMBER, ORDINAL, phrase_words, section_words

_NUMBER_SIGNS = frozenset(("number", "numero", "número", "nummer", "no"))
_SILENT = frozenset((FILLER, "AND", "UNKNOWN"))
_ONES = frozenset(("one", "uno", "een"))


def chosen(
    game: str, sentences: Sequence[Sentence], languages: Sequence[str], choices: int
) -> int | None:
    """Which of so many choices the text picks, from 1; None if it does not just pick one.

    Where there is but one, a word of consent picks it.
    """
    lexed = lex(game, sentences, languages)
    tokens = [token for sentence in lexed for token in sentence.tokens]
    picks = [token for token in tokens if token.kind in (NUMBER, ORDINAL)]
    if any(token.kind == ORDINAL for token in picks):  # "the second one"
        picks = [token for token in picks if token.written.casefold() not in _ONES]
    others = [token for token in tokens if token not in picks and not _is_silent(token)]
    if any(token.kind in CAREFUL or token.written.casefold() not in _ONES for token in others):
        return None
    if not picks and choices == 1 and _consents(lexed, languages):
        return 1
    if len(picks) != 1 or _is_amid_unknown(lexed, picks[0]):
        return None
    number = int(picks[0].value)
    return number if 1 <= number <= choices else None


def _is_silent(token: Token) -> bool:
    return token.kind in _SILENT or token.written.casefold() in _NUMBER_SIGNS


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
                if token.kind == "UNKNOWN":
                    return True
    return False


def _consents(lexed: Sequence[LexedSentence], languages: Sequence[str]) -> bool:
    first = lexed[0].tokens[0].written if lexed and lexed[0].tokens else ""
    words = phrase_words(first)
    return any(
        words == phrase_words(yes)
        for language in languages
        for yes in section_words(language, "answers", "yes")
    )
