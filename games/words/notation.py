"""Whether a text is notation as far as its words go, of decisions that are not open yet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from games.rules.registry import rules_for
from games.rules.steps import verb_of
from games.words.lexicon.lexing import is_coded
from games.words.lexicon.sentences import sentences
from games.words.lexicon.vocabulary import section_keys

_MOST_CHARACTERS = 400
_SAY_NOTHING = frozenset(
    ("a", "an", "the", "with", "and", "for", "card", "cards", "bird", "on", "to", "of", "from")
)
_LIKE_A_CARD = re.compile(r"[a-z]\d{1,2}|\d{1,2}[a-z]{1,3}", re.ASCII)
_SIGN = re.compile(r"[^\w\s]")
_PARTS = re.compile(r"[^\W\d_]+|\d+")


def is_notation(game: str, text: str, *, with_articles: bool = False) -> bool:
    """Whether a text is a verb of the game and, behind it, only words that its notation knows.

    `play lowest` is, `play my lowest`, `play=B9` and `play well` are not. `with_articles` lets also
    pass what the notation reads and never writes: `take the lion for F2 and M1`.
    """
    verb = verb_of(text, rules_for(game).verbs)
    if verb is None or len(text) > _MOST_CHARACTERS:
        return False
    if not with_articles and _SIGN.search(text):
        return False
    rest = text.strip()[len(verb) :]
    known = _notation_words(game)
    return all(
        word.plain in known
        or (with_articles and word.plain in _SAY_NOTHING)
        or _LIKE_A_CARD.fullmatch(word.plain) is not None
        or is_coded(game, word)
        or _is_run(word.plain, known)
        for sentence in sentences(rest)
        for word in sentence.words
    )


def capitals(game: str, text: str) -> str:
    """Notation with its cards in capitals, as the notation writes them: `take lion S1 S1`."""
    known = {word.casefold(): word for word in (*section_keys(game), *rules_for(game).verbs)}
    words = text.split()
    return " ".join(
        word.upper() if _LIKE_A_CARD.fullmatch(word) else known.get(word.casefold(), word)
        for word in words
    )


def _is_run(plain: str, known: frozenset[str]) -> bool:
    """Whether it is cards written without spaces between them, `f2m1`."""
    parts: Sequence[str] = _PARTS.findall(plain)
    return all(part in known or part.isdigit() for part in parts)


@cache
def _notation_words(game: str) -> frozenset[str]:
    verbs = rules_for(game).verbs
    return frozenset(word.casefold() for word in (*section_keys(game), *verbs))
