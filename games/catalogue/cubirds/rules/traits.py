"""What is counted of CuBirds: the species laid first, and those with three birds at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.catalogue.cubirds.rules.cards import SPECIES
from games.catalogue.cubirds.rules.state import CuBirdsState
from games.rules.protocol import Seat
from games.rules.traits import Traits

FLOCK = 3


def traits_of(state: CuBirdsState, orders: Mapping[Seat, Sequence[str]]) -> dict[Seat, list[str]]:
    """The flocks of each seat, and its opening."""
    found = {}
    for seat in range(state.seats):
        counts = zip(SPECIES, state.collections[seat], strict=True)
        traits = [f"flock-{species}" for species, count in counts if count >= FLOCK]
        laid = [text.split()[1] for text in orders.get(seat, ()) if len(text.split()) > 1]
        if laid:
            traits.append(f"opening-{laid[0]}")
        found[seat] = traits
    return found


TRAITS = Traits(("flock", "opening"), "lay", traits_of)
