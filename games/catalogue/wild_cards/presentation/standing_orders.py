"""What can be left behind for the decisions of a round to come."""

from __future__ import annotations

from games.catalogue.wild_cards.presentation.vocabulary import REFILL, SPECIES, phase_name
from games.catalogue.wild_cards.rules.view import WildCardsView
from games.presentation.standing_orders import LaterDecision


def later(view: WildCardsView) -> tuple[LaterDecision, ...]:
    """Animals of the market and cards of the hand, by name or by what they are worth."""
    hand = tuple(card for card in dict.fromkeys(view.hand or ()) if card != REFILL)
    market = tuple(dict.fromkeys(animal for animal in view.market if animal))
    others = tuple(species for species in SPECIES if species not in market)
    takes = ("take any cheapest", *(f"take {one} cheapest" for one in (*market, *others)), "pass")
    bids = ("bid lowest", "bid highest", "bid R", *(f"bid {card}" for card in hand))
    found = [
        LaterDecision(phase_name("take"), takes),
        LaterDecision(phase_name("pay"), ("pay cheapest", "pass")),
        LaterDecision(phase_name("refill"), ("refill", *(f"refill {card}" for card in hand))),
        LaterDecision(phase_name("bid"), bids),
        LaterDecision(phase_name("swap"), ("swap none",)),
    ]
    if view.edition == "2020":
        shows = ("draw", "show lowest", "show highest")
        found.append(LaterDecision(phase_name("show"), shows))
    return tuple(found)
