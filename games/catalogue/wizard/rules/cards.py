"""The cards of Wizard: `R1`..`Y13` in four colours, wizards `Z` and jesters `N`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from games.rules.decks import deck_file
from games.rules.protocol import Seat

Cards: TypeAlias = tuple[str, ...]

_FILE = deck_file("wizard")

WIZARD = "Z"
JESTER = "N"
COLOURS: Cards = tuple(_FILE["colours"])
"""In written order. In monochrome seat 0 holds the first colour, seat 1 the second, and so on."""

_NUMBERED: Cards = tuple(
    f"{colour}{value}" for colour in COLOURS for value in _FILE["colours"][colour]["values"]
)
FACES: Cards = (*_NUMBERED, WIZARD, JESTER)
DECK: Cards = (
    *_NUMBERED,
    *[WIZARD] * _FILE["specials"][WIZARD]["cards"],
    *[JESTER] * _FILE["specials"][JESTER]["cards"],
)
CANONICAL = {card: place for place, card in enumerate(FACES)}
"""The place of a card in written order: R, B, G, Y, each by number, wizards, jesters."""

HIGHEST = 13
VALUE = {card: int(card[1:]) for card in _NUMBERED} | {WIZARD: HIGHEST + 1, JESTER: 0}
"""The number of a card; a wizard stands above and a jester below all numbers."""


def in_order(cards: Iterable[str]) -> Cards:
    """The cards in written order."""
    return tuple(sorted(cards, key=CANONICAL.__getitem__))


def own_deck(seat: Seat) -> Cards:
    """A seat's fifteen cards in monochrome, in written order (V7)."""
    colour = COLOURS[seat]
    return (*(card for card in _NUMBERED if card[0] == colour), WIZARD, JESTER)
