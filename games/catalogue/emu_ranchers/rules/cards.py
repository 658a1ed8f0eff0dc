"""The Decktet as this game uses it: `2MK`, `AM`, `CY`, `PMSL`, `TSLK`, `X`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from games.catalogue.emu_ranchers.rules.options import EmuRanchersOptions
from games.rules.decks import deck_file

Cards: TypeAlias = tuple[str, ...]

_FILE = deck_file("emu-ranchers")

SUITS = "MSVLYK"
"""Moons, Suns, waVes, Leaves, wYrms, Knots, in the order in which a card names them."""

RANKS = "A23456789CPTX"
EXCUSE = "X"
WILD_RANKS = "PT"
LOWEST_NUMBER, HIGHEST_NUMBER = 2, 9

BASIC: Cards = tuple(_FILE["basic"])
EXTRA: dict[str, Cards] = {
    "basic": (),
    "pawns": tuple(_FILE["pawns"]),
    "courts": tuple(_FILE["courts"]),
}
ALL_CARDS: Cards = (*BASIC, *EXTRA["pawns"], *EXTRA["courts"], EXCUSE)
CANONICAL = {card: place for place, card in enumerate(ALL_CARDS)}
"""The place of a card in written order: by rank, then by suits."""

SUIT_BITS = {suit: 1 << place for place, suit in enumerate(SUITS)}
SUITS_OF = {card: sum(SUIT_BITS[suit] for suit in card[1:]) for card in ALL_CARDS}
"""The suits of a card as a set of bits; the Excuse has none."""

HEIGHT = {card: RANKS.index(card[0]) + 1 if card[0] in "A23456789C" else 0 for card in ALL_CARDS}
"""Where a card stands between Ace (1) and Crown (10); nought for Pawns, Courts and the Excuse."""


def deck_of(options: EmuRanchersOptions) -> Cards:
    """The cards of a match in written order (E23)."""
    return (*BASIC, *EXTRA[options.deck], *((EXCUSE,) if options.excuse else ()))


def in_order(cards: Iterable[str]) -> Cards:
    """The cards in written order."""
    return tuple(sorted(cards, key=CANONICAL.__getitem__))


def suit_letters(bits: int) -> str:
    """A set of suits as its letters."""
    return _LETTERS[bits]


_LETTERS = tuple(
    "".join(suit for suit in SUITS if bits & SUIT_BITS[suit]) for bits in range(1 << len(SUITS))
)
