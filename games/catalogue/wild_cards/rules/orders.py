"""An order as a value, and its canonical text."""

from __future__ import annotations

import msgspec

from games.catalogue.wild_cards.rules.cards import Cards


class WildOrder(msgspec.Struct, frozen=True):
    """What a seat decides. Cards stand in written order.

    `animals` are the one to take, or the two of a swap (given, taken).
    """

    verb: str
    cards: Cards = ()
    animals: Cards = ()


PASS = WildOrder("pass")
DRAW = WildOrder("draw")
NO_SWAP = WildOrder("swap")


def format_order(order: WildOrder) -> str:
    """The canonical text: `take lion F2 M1`, `swap none`."""
    if order == NO_SWAP:
        return "swap none"
    return " ".join((order.verb, *order.animals, *order.cards))
