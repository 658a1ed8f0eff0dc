"""Birds by their first letters beside a row and a side: "rob 4l", "d3l", "ptr 2 sx"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cache

from rapidfuzz.distance import OSA

from games.catalogue.cubirds.words.gains import ROW_KINDS
from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import LANGUAGES, known_words
from games.words.speech.clauses import ORDERING, Act, Clause

_MOST_WORDS = 7
_LONGEST = 8
_LEAST_SHARE = 0.3
"""So much of a word its letters must be."""

_QUIET = (tags.FILLER, UNKNOWN, tags.MAY, "OF")
_PLACES = ("SIDE", "ROW", *ROW_KINDS)


def settle_abbreviations(clauses: Sequence[Clause], hand: Collection[str]) -> None:
    """Make a bird of the one word, in place, that begins as one of those in hand does."""
    tokens = [token for clause in clauses for token in clause.tokens]
    kinds = {token.kind for token in tokens}
    is_lay = "SIDE" in kinds and not kinds.isdisjoint(ROW_KINDS) and kinds <= {*_PLACES, *_QUIET}
    if not is_lay or len(tokens) > _MOST_WORDS:
        return
    language = _language(tokens)
    found = [(token, list(_meant(token, language, hand))) for token in tokens]
    birds = [(token, names) for token, names in found if names]
    if len(birds) == 1 and len(birds[0][1]) == 1:
        ((token, (name,)),) = birds
        bird = token._replace(kind="SPECIES", value=name, language="")
        for clause in clauses:
            if token in clause.tokens:
                clause.tokens = [bird if one is token else one for one in clause.tokens]
                clause.act = clause.act if clause.act in ORDERING else Act.ORDER


def _language(tokens: Sequence[Token]) -> str:
    """The language of most words that are longer than a letter; "" for none."""
    known = Counter(one.language for one in tokens if one.language and len(one.written) > 1)
    return known.most_common(1)[0][0] if known else ""


def _meant(token: Token, language: str, hand: Collection[str]) -> Iterator[str]:
    """The birds in hand that a word may be short for."""
    word = token.written.casefold()
    is_word = token.kind in (UNKNOWN, tags.FILLER, tags.MAY) and word.isalpha()
    if not is_word or token.length > 1 or len(word) > _LONGEST:
        return
    for each in (*filter(None, [language]), *LANGUAGES):
        names = {value for name, value in _birds(each).items() if _is_short(word, name)}
        if names:
            yield from (one for one in sorted(names) if one in hand)
            return


@cache
def _birds(language: str) -> dict[str, str]:
    known = known_words("cubirds", (language,))
    return {name: meaning.value for name, meaning in known.items() if meaning.kind == "SPECIES"}


def _is_short(word: str, name: str) -> bool:
    """Whether a word begins a bird's name, has letters of it in its order, or is but one off."""
    if name.startswith(word):
        return True
    if word[0] != name[0] or len(word) < len("ab"):
        return False
    rest = iter(name)
    is_skeleton = len(word) >= _LEAST_SHARE * len(name) and all(letter in rest for letter in word)
    is_slip = len(word) == len(name) and OSA.distance(word, name) == 1
    return is_skeleton or is_slip
