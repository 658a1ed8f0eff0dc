"""What a condition says, taken apart: of whom, of what, and with what number that is compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.lexicon.said import SpokenWords, length_at, phrases
from games.words.positions.evidence import atoms
from games.words.positions.facts import Facts
from games.words.positions.scene import OrderScene


class Whose(NamedTuple):
    """Of whom a claim speaks: of all of these seats, of any of them, of none, or of their sum."""

    seats: tuple[int, ...] = ()
    how: str = "all"


NOBODY_SAID = Whose()


class Test(NamedTuple):
    """What a number is compared with: `how` is one of ==, <, <=, >, >=."""

    how: str
    number: int

    def holds(self, number: int) -> bool:
        """Whether this number passes."""
        match self.how:
            case ">":
                return number > self.number
            case "<":
                return number < self.number
            case ">=":
                return number >= self.number
            case "<=":
                return number <= self.number
        return number == self.number


@dataclass(frozen=True, slots=True)
class Claim:
    """What a condition says, as far as the next one may leave it out, and whether it is so.

    `truth` is None where that is not known; `is_hidden` says that nobody can know it yet.
    """

    truth: bool | None = None
    is_hidden: bool = False
    whose: Whose = NOBODY_SAID
    figure: str = ""
    test: Test | None = None
    things: tuple[Token, ...] = ()
    place: str = ""
    way: str = ""
    """`ahead`, `behind` or `level` where it says how somebody stands; `able` where it only says
    that something can be done, or cannot: `denied`."""

    is_to_come: bool = False
    """Whether it is about what others will do."""

    is_denied: bool = False
    order: str = ""
    """The one order that it speaks of: "if robins on the left of row 3 take the magpies"."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """The words of a condition with what was found in them."""

    scene: OrderScene
    said: SpokenWords
    facts: Facts
    whose: Whose
    test: Test | None
    things: tuple[Token, ...]
    counted: tuple[Token, ...] = ()
    """The things with a number before them, which counts them."""

    earlier: Claim | None = None
    """What was claimed before."""


def exact(test: Test) -> Test:
    """The number as it is, where nothing says "more" or "less"."""
    return test if test.how else Test("==", test.number)


def enough(test: Test) -> Test:
    """So many or more, where nothing says otherwise."""
    return test if test.how else Test(">=", test.number)


def is_so(claim: Claim | None) -> bool | None:
    """Whether what a claim speaks of is so, though it may say that it is not."""
    return None if claim is None or claim.truth is None else claim.truth != claim.is_denied


def of_whom(whose: Whose, holds: Sequence[bool | None]) -> bool | None:
    """Whether it is so of those who are meant, by what it is of each."""
    if whose.how in ("any", "none"):
        found = True if True in holds else None if None in holds else False
        return None if found is None else found != (whose.how == "none")
    return None if None in holds else all(holds)


def is_named(thing: str, named: Sequence[Token]) -> bool:
    """Whether a thing is all that these words name: its colour and its number, or its name."""
    pieces = atoms(thing)
    return all(token.value in pieces or (token.value == "1" and "A" in pieces) for token in named)


def gone_in(said: SpokenWords) -> list[Token]:
    """The words that say that something is gone or cannot be; a Dutch "op" is seldom one, nor is
    a "gone" that is said of a card which was laid: "se ha ido a recargar"."""
    before = phrases(said.language, said.section, "before")
    laid = phrases(said.language, said.section, "laid")
    places = range(len(said.words))
    covered = {at + i for at in places for i in range(length_at(said.words, at, laid)) if i}
    return [
        one
        for one in said.tokens
        if one.kind == tags.GONE and said.words[one.place] not in before
        if one.end - 1 not in covered
    ]
