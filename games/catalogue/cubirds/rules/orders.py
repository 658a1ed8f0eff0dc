"""An order as a value, and its canonical text."""

from __future__ import annotations

import msgspec

from games.catalogue.cubirds.rules.cards import SPECIES
from games.catalogue.cubirds.rules.laying import ROWS, SIDES


class CuBirdsOrder(msgspec.Struct, frozen=True):
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


CANONICAL: dict[str, CuBirdsOrder] = {
    format_order(order): order
    for order in (
        *(
            CuBirdsOrder("lay", species, row, side)
            for species in SPECIES
            for row in range(1, ROWS + 1)
            for side in SIDES
        ),
        *(CuBirdsOrder("family", species) for species in SPECIES),
        DRAW,
        STAY,
        DONE,
    )
}
"""Every order that there is by canonical text: all that a journal holds, read without forgiving."""
