"""What is counted of Wizard: the first bid, and how many bids were met."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.catalogue.wizard.rules.scoring import finished_rounds
from games.catalogue.wizard.rules.state import WizardState
from games.rules.protocol import Seat
from games.rules.traits import Traits

PARTS = 4


def traits_of(state: WizardState, orders: Mapping[Seat, Sequence[str]]) -> dict[Seat, list[str]]:
    """Which quarter of its bids each seat has met: 1 the lowest, 4 the highest; and the opening."""
    rounds = finished_rounds(state.sheet, state.seats)
    found: dict[Seat, list[str]] = {seat: [] for seat in range(state.seats)}
    for seat, traits in found.items():
        if rounds:
            met = sum(one.bids[seat] == one.tricks[seat] for one in rounds)
            traits.append(f"met-{min(PARTS, 1 + PARTS * met // len(rounds))}")
        bids = [text.split()[1] for text in orders.get(seat, ()) if len(text.split()) > 1]
        if bids:
            traits.append(f"opening-{bids[0]}")
    return found


TRAITS = Traits(("met", "opening"), "bid", traits_of)
