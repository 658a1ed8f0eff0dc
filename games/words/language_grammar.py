"""What no list of words can say of a language: where its negation stands, how its verbs end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.words.lexing import Token
from games.words.vocabulary import NOT

COMPOUNDING = ("nl",)
"""The languages that write two nouns as one word: `golvenvogel`."""


_COMPARING = {
    "than": ("rather", "sooner", "better"),
    "dan": ("liever", "eerder", "beter"),
    "che": ("piuttosto", "meglio"),
    "que": ("antes", "mejor", "prefiero"),
}
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
