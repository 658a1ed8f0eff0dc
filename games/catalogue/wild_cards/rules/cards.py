"""The cards of Wild Cards: habitats `F1`..`W4`, the Refill card `R`, and the six species."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from games.rules.decks import deck_file

Cards: TypeAlias = tuple[str, ...]

_FILE = deck_file("wild-cards")

WILD = "W"
REFILL = "R"
REFILL_BID: Cards = (REFILL,)
FACES: Cards = tuple(f"{habitat}{value}" for habitat in "FSMW" for value in range(1, 5))
VALUE = {face: int(face[1]) for face in FACES}
CANONICAL = {card: place for place, card in enumerate((*FACES, REFILL))}
"""The place of a card in written order: F, S, M, W, each by value, `R` last."""

HABITAT_CARDS: Cards = tuple(
    f"{habitat}{value}" for habitat in "FSMW" for value in _FILE["habitats"][habitat]["values"]
)

SPECIES: Cards = ("peacock", "squirrel", "eagle", "ibex", "lion", "meerkat")
PEACOCK, SQUIRREL, EAGLE, IBEX, LION, MEERKAT = range(6)
INDEX = {species: place for place, species in enumerate(SPECIES)}
NATURAL: dict[str, str] = {species: _FILE["animals"][species]["natural"] for species in SPECIES}
"""The letter of the habitat that earns the bonus with each species."""

_EARNING = {
    species: frozenset(face for face in FACES if face[0] in (habitat, WILD))
    for species, habitat in NATURAL.items()
}

COPIES: dict[str, int] = {species: _FILE["animals"][species]["cards"] for species in SPECIES}


def in_order(cards: Iterable[str]) -> Cards:
    """The cards in written order."""
    return tuple(sorted(cards, key=CANONICAL.__getitem__))


def without(cards: Cards, taken: Iterable[str]) -> Cards:
    """The cards less those taken; raises ValueError where one is not there."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)


def total(cards: Iterable[str]) -> int:
    """The sum of the values of habitat cards."""
    return sum(VALUE[card] for card in cards)


def is_natural(species: str, cards: Iterable[str]) -> bool:
    """Whether every card is of the species' natural habitat or wild (W43)."""
    return _EARNING[species].issuperset(cards)
