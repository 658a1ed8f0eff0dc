"""An order as a value, and its canonical text."""

from __future__ import annotations

from typing import NamedTuple

from games.catalogue.wizard.rules.cards import COLOURS, DECK, FACES


class WizardOrder(NamedTuple):
    """What a seat decides: a colour as trump, a number of tricks as text, or a card."""

    verb: str
    value: str


NUMBERS = tuple(str(number) for number in range(len(DECK) // 3 + 1))
"""The bids as texts: the longest round, with three seats, has 20 tricks."""

VALUES = {"trump": COLOURS, "bid": NUMBERS, "play": FACES}
ORDERS = {
    verb: {value: WizardOrder(verb, value) for value in values} for verb, values in VALUES.items()
}
"""Every order that there is, by verb and value: made once."""


CANONICAL = {
    f"{order.verb} {order.value}": order for orders in ORDERS.values() for order in orders.values()
}
"""The same by canonical text: all that a journal holds, read without forgiving."""


def format_order(order: WizardOrder) -> str:
    """The canonical text: `play R13`."""
    return f"{order.verb} {order.value}"
