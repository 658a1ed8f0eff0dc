"""What no list of words can say of a language: where its negation stands, how its verbs end.

Each language says it in `[grammar]` of its file in `seeds/words`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.lexicon.vocabulary import LANGUAGES, grammar_of


def compared(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens, a "than" behind a "rather" as the "not" that it is."""
    said: set[str] = set()
    for token in tokens:
        written = token.written.casefold()
        is_than = not said.isdisjoint(_comparing().get(written, ()))
        yield token._replace(kind=tags.NOT, value="not", language="") if is_than else token
        said.update(written.split())


@cache
def _comparing() -> dict[str, tuple[str, ...]]:
    every = (grammar_of(language).comparing for language in LANGUAGES)
    return {than: words for comparing in every for than, words in comparing.items()}


@cache
def _hypothetical() -> tuple[str, ...]:
    return tuple(end for language in LANGUAGES for end in grammar_of(language).hypothetical)


@cache
def compounding() -> tuple[str, ...]:
    """The languages that write two nouns as one word: `golvenvogel`."""
    return tuple(language for language in LANGUAGES if grammar_of(language).compounds)


def is_hypothetical(token: Token) -> bool:
    """Whether it says what would be: `mataría`, `sarebbe`; a name never does."""
    written = token.written
    return written.casefold().endswith(_hypothetical()) and written.islower()


def says_they_do(token: Token) -> bool:
    """Whether it ends as what several do does, where that needs no "they": `mangan`, `soffiano`."""
    return token.written.casefold().endswith(_they())


@cache
def _they() -> tuple[str, ...]:
    return tuple(end for language in LANGUAGES for end in grammar_of(language).they)


def denies_what_precedes(token: Token) -> bool:
    """Whether this is a Dutch `niet`, which stands behind what it denies."""
    return token.kind == tags.NOT and grammar_of(token.language).denies_behind


def is_only_a_denial(token: Token) -> bool:
    """Whether this is Spanish, where `no` before a thing says "not", and seldom corrects."""
    return grammar_of(token.language).denies


def is_infinitive(token: Token) -> bool:
    """Whether this is a Dutch infinitive, which ends its clause."""
    ending = grammar_of(token.language).infinitive
    return bool(ending) and token.written.casefold().endswith(ending)


def is_deed_named(token: Token, before: Sequence[Token]) -> bool:
    """Whether a verb only names what is done, so that the words before it say what becomes of it:
    "to bid", "bidding", "di pagare", "te spelen"."""
    grammar, written = grammar_of(token.language), token.written.casefold()
    first, last = _ends(written)[0], _ends(before[-1].written.casefold())[1] if before else ""
    is_led = not {first, last}.isdisjoint(grammar.deed_leads)
    return is_led or (bool(grammar.deed_names) and first.endswith(grammar.deed_names))


def is_denied_deed(token: Token) -> bool:
    """Whether a word behind a Spanish "no" ends as a verb does that only names what is done."""
    written = token.written.casefold()
    every = map(grammar_of, LANGUAGES)
    return any(one.denies and written.endswith(one.deed_names) for one in every)


def _ends(written: str) -> tuple[str, str]:
    words = written.split() or [""]
    return words[0], words[-1]


def is_particle(token: Token, before: Token) -> bool:
    """Whether this is a Dutch `toch` in a statement, "ik heb toch niks", which corrects none."""
    return before.value == "states" and token.written.casefold() in _particles()


@cache
def _particles() -> frozenset[str]:
    return frozenset(one for language in LANGUAGES for one in grammar_of(language).particles)


def is_inverting(token: Token) -> bool:
    """Whether this is a Dutch `dan` that stands behind its verb: `neem dan de leeuw`."""
    words = grammar_of(token.language).inverting
    return token.written.casefold() in words and not token.after_comma


def is_merely(tokens: Sequence[Token], index: int) -> bool:
    """Whether this is a Dutch `maar` amid a clause, before a number: "ik heb er maar één nodig"."""
    token, before, after = tokens[index], tokens[index - 1 : index], tokens[index + 1 : index + 2]
    is_amid = token.kind == tags.BUT and not token.after_comma and bool(before and after)
    is_counting = is_amid and before[0].kind == tags.FILLER and after[0].kind == tags.NUMBER
    return is_counting and token.written.casefold() in grammar_of(token.language).merely


def is_idle_but(word: str) -> bool:
    """Whether this is a Dutch `maar`, which amid a clause says no "but": "laat maar zitten"."""
    return any(word in grammar_of(language).merely for language in LANGUAGES)


def is_expletive(token: Token) -> bool:
    """Whether this is an Italian `non`, which behind an "unless" denies nothing."""
    return token.kind == tags.NOT and grammar_of(token.language).expletive


def has_clitic(token: Token) -> bool:
    """Whether this is an Italian or Spanish verb that ends in a pronoun: `mettilo`, `ponla`."""
    pronouns = grammar_of(token.language).pronouns
    is_one = token.kind == tags.VERB and bool(pronouns) and " " not in token.written
    return is_one and token.written.casefold().endswith(pronouns)


def names_speaker(token: Token) -> bool:
    """Whether this is an English "I", which is never left out before what somebody does."""
    return token.written.casefold().split()[0] in grammar_of(token.language).speaker
