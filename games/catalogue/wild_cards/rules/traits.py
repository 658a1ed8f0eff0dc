"""What is counted of Wild Cards: leaders held at the end, the habitat bid most, the first bid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from games.catalogue.wild_cards.rules.cards import SPECIES
from games.catalogue.wild_cards.rules.state import WildState
from games.rules.protocol import Seat
from games.rules.traits import Traits


def traits_of(state: WildState, orders: Mapping[Seat, Sequence[str]]) -> dict[Seat, list[str]]:
    """The leaders of each seat, the two species that it scored, its habitat and its opening."""
    found = {}
    for seat in range(state.seats):
        held = [name for name, owner in zip(SPECIES, state.leaders, strict=True) if owner == seat]
        bids = [text.split()[1] for text in orders.get(seat, ()) if len(text.split()) > 1]
        habitats = Counter(bid[0] for bid in bids if bid != "R")
        traits = [f"leader-{name}" for name in held]
        if habitats:
            most = max(habitats, key=lambda letter: (habitats[letter], letter))
            traits.append(f"habitat-{most}")
        if bids:
            traits.append(f"opening-{bids[0]}")
        found[seat] = traits
    return found


TRAITS = Traits(("leader", "habitat", "opening"), "bid", traits_of)
