"""An order as a value, and its canonical text."""

from __future__ import annotations

import msgspec

from games.catalogue.emu_ranchers.rules.cards import Cards


class EmuOrder(msgspec.Struct, frozen=True):
    """What a seat decides.

    `birds` are the numbers of the birds that the cards go to, card by card; `source` is the pile
    that a card is drawn from.
    """

    verb: str
    cards: Cards = ()
    birds: tuple[int, ...] = ()
    source: str = ""


DONE = EmuOrder("done")
DRAW_DECK = EmuOrder("draw", source="deck")
DRAW_DISCARD = EmuOrder("draw", source="discard")


def format_order(order: EmuOrder) -> str:
    """The canonical text: `hatch 2MK`, `grow 8VL 1 7VY 1`, `draw deck`."""
    if order.verb == "grow":
        pairs = zip(order.cards, order.birds, strict=True)
        return " ".join(("grow", *(f"{card} {bird}" for card, bird in pairs)))
    return " ".join((order.verb, *order.cards, *((order.source,) if order.source else ())))
