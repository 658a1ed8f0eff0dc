"""An order as a value, and its canonical text."""

from __future__ import annotations

from typing import NamedTuple


class CuBirdsOrder(NamedTuple):
    """What a seat decides. `row` counts from 1 at the top; what an order does not need is empty."""

    verb: str
    species: str = ""
    row: int = 0
    side: str = ""


DRAW = CuBirdsOrder("draw")
STAY = CuBirdsOrder("stay")
DONE = CuBirdsOrder("done")


def format_order(order: CuBirdsOrder) -> str:
    """The canonical text: `lay parrot 2 left`, `family toucan`, `done`."""
    if order.verb == "lay":
        return f"lay {order.species} {order.row} {order.side}"
    return f"{order.verb} {order.species}" if order.species else order.verb
