"""What is counted of Emu Ranchers: the first card hatched, and in how many years a seat led."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.catalogue.emu_ranchers.rules.state import EmuState
from games.rules.protocol import Seat
from games.rules.traits import Traits


def traits_of(state: EmuState, orders: Mapping[Seat, Sequence[str]]) -> dict[Seat, list[str]]:
    """The rank that each seat hatched first, and how many years it scored more in."""
    found = {}
    for seat in (0, 1):
        led = sum(pair[seat] > pair[1 - seat] for pair in state.scores)
        hatched = [text.split()[1] for text in orders.get(seat, ()) if text.startswith("hatch ")]
        found[seat] = [f"years-{led}"] if state.scores else []
        if hatched:
            found[seat].append(f"opening-{hatched[0][0]}")
    return found


TRAITS = Traits(("years", "opening"), "act", traits_of)
