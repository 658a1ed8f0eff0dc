"""What no list of words can say of a language: where its negation stands, how its verbs end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.words.lexing import Token
from games.words.vocabulary import NOT, VERB

COMPOUNDING = ("nl",)
"""The languages that write two nouns as one word: `golvenvogel`."""


_COMPARING = {
    "than": ("rather", "sooner", "better"),
    "dan": ("liever", "eerder", "beter"),
    "che": ("piuttosto", "meglio"),
    "que": ("antes", "mejor", "prefiero"),
}
_SUBJECTS = ("i", "id", "ill")
_CLITICS = ("lo", "la", "li", "le", "los", "las")
_HYPOTHETICAL = ("rebbe", "rebbero", "ría", "rían")


def compared(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens, a "than" behind a "rather" as the "not" that it is."""
    said: set[str] = set()
    for token in tokens:
        written = token.written.casefold()
        is_than = not said.isdisjoint(_COMPARING.get(written, ()))
        yield token._replace(kind=NOT, value="not", language="") if is_than else token
        said.update(written.split())


def is_hypothetical(token: Token) -> bool:
    """Whether it says what would be: `mataría`, `sarebbe`; a name never does."""
    written = token.written
    return written.casefold().endswith(_HYPOTHETICAL) and written.islower()


def denies_what_precedes(token: Token) -> bool:
    """Whether this is a Dutch `niet`, which stands behind what it denies."""
    return token.kind == NOT and token.language == "nl"


def is_only_a_denial(token: Token) -> bool:
    """Whether this is Spanish, where `no` before a thing says "not", and seldom corrects."""
    return token.language == "es"


def is_infinitive(token: Token) -> bool:
    """Whether this is a Dutch infinitive, which ends its clause."""
    return token.language == "nl" and token.written.casefold().endswith("en")


def is_particle(token: Token, before: Token) -> bool:
    """Whether this is a Dutch `toch` in a statement, "ik heb toch niks", which corrects none."""
    return token.written.casefold() == "toch" and before.value == "states"


def is_inverting(token: Token) -> bool:
    """Whether this is a Dutch `dan` that stands behind its verb: `neem dan de leeuw`."""
    return token.language == "nl" and token.written.casefold() == "dan" and not token.after_comma


def is_expletive(token: Token) -> bool:
    """Whether this is an Italian `non`, which behind an "unless" denies nothing."""
    return token.kind == NOT and token.language == "it"


def has_clitic(token: Token) -> bool:
    """Whether this is an Italian or Spanish verb that ends in a pronoun: `mettilo`, `ponla`."""
    is_one = token.kind == VERB and token.language in ("it", "es") and " " not in token.written
    return is_one and token.written.casefold().endswith(_CLITICS)


def names_speaker(token: Token) -> bool:
    """Whether this is an English "I", which is never left out before what somebody does."""
    return token.language == "en" and token.written.casefold().split()[0] in _SUBJECTS
