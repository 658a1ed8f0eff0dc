"""The birds of CuBirds: eight species, how many cards each has, and how large its families are.

Rows and piles are texts of one letter a card, hands and collections are counts by species: both are
values that cost little to copy. Names appear where something leaves the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeAlias

from games.rules.decks import deck_file

Counts: TypeAlias = tuple[int, ...]
"""How many cards of each species, in the order of `SPECIES`."""

Letters: TypeAlias = str
"""Cards one by one, a letter each."""

_FILE = deck_file("cubirds")["species"]

SPECIES: tuple[str, ...] = (
    "flamingo", "owl", "toucan", "duck", "parrot", "magpie", "warbler", "robin",
)  # fmt: skip
INDEX: dict[str, int] = {species: place for place, species in enumerate(SPECIES)}
LETTERS: Letters = "".join(_FILE[species]["letter"] for species in SPECIES)
NAME: dict[str, str] = dict(zip(LETTERS, SPECIES, strict=True))
LETTER: dict[str, str] = dict(zip(SPECIES, LETTERS, strict=True))
PLACE: dict[str, int] = {letter: place for place, letter in enumerate(LETTERS)}
"""The place of a letter's species in `SPECIES`."""

COPIES: Counts = tuple(_FILE[species]["cards"] for species in SPECIES)
SMALL: Counts = tuple(_FILE[species]["small"] for species in SPECIES)
"""How many cards are a family that wins one bird."""

BIG: Counts = tuple(_FILE[species]["big"] for species in SPECIES)
"""How many cards are a family that wins two birds."""

NONE: Counts = (0,) * len(SPECIES)
CARDS = sum(COPIES)


def counted(letters: Letters) -> Counts:
    """How many cards of each species there are among these."""
    return tuple(map(letters.count, LETTERS))


@lru_cache(maxsize=8192)
def spread(counts: Counts) -> Letters:
    """The cards one by one, in the order of the species."""
    return "".join(map(str.__mul__, LETTERS, counts))


def joined(counts: Counts, letters: Letters) -> Counts:
    """All cards of both."""
    numbers = [*counts]
    for letter in letters:
        numbers[PLACE[letter]] += 1
    return tuple(numbers)


def in_order(letters: Letters) -> Letters:
    """The cards in the order of the species."""
    return "".join(sorted(letters, key=PLACE.__getitem__))


def names(letters: Iterable[str]) -> list[str]:
    """The species of the cards, one by one."""
    return list(map(NAME.__getitem__, letters))


# Collections and hands recur in every view of a match and in many matches.
@lru_cache(maxsize=8192)
def by_name(counts: Counts) -> Mapping[str, int]:
    """How many there are of each species that is there at all, shared by all who ask."""
    return {species: number for species, number in zip(SPECIES, counts, strict=True) if number}


def plus(one: Counts, other: Counts) -> Counts:
    """All cards of both."""
    return tuple(map(int.__add__, one, other))


def minus(one: Counts, other: Counts) -> Counts:
    """The cards of the first less those of the second, which has to be among them."""
    return tuple(map(int.__sub__, one, other))


def more(counts: Counts, species: int, number: int) -> Counts:
    """The cards and so many of one species."""
    return (*counts[:species], counts[species] + number, *counts[species + 1 :])


def without(counts: Counts, species: int) -> Counts:
    """The cards but for one species."""
    return (*counts[:species], 0, *counts[species + 1 :])


def birds_won(species: int, number: int) -> int:
    """What so many cards of a species bring as a family: two birds, one, or none (C14, C15)."""
    return (number >= SMALL[species]) + (number >= BIG[species])


@lru_cache(maxsize=8192)
def families(hand: Counts) -> tuple[int, ...]:
    """The species of which a hand can form a family."""
    return tuple([species for species, number in enumerate(hand) if number >= SMALL[species]])
