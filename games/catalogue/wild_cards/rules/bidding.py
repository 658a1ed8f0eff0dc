"""Laying bids, revealing them together, and the eagle's late choice."""

from __future__ import annotations

from collections.abc import Mapping

from games.catalogue.wild_cards.rules.cards import EAGLE, REFILL, REFILL_BID, without
from games.catalogue.wild_cards.rules.events import RevealedBid, RevealedBids, WildCardOf
from games.catalogue.wild_cards.rules.mutable_state import WildTable
from games.catalogue.wild_cards.rules.orders import WildOrder
from games.rules.protocol import Seat


def lay_bids(table: WildTable, orders: Mapping[Seat, WildOrder]) -> None:
    """Reveal everybody's bid and Leo's, but for the eagle's two cards (W28)."""
    bids: list[RevealedBid] = []
    for seat in range(table.seats):
        cards = orders[seat].cards
        table.bids[seat] = cards
        if cards != REFILL_BID:
            habitats = [card for card in cards if card != REFILL]
            table.hands[seat] = without(table.hands[seat], habitats)
        if len(cards) == 2:
            bids.append(RevealedBid(seat, hidden=2))
        else:
            table.standing[seat] = "waiting"
            bids.append(RevealedBid(seat, cards))
    if table.leo is not None:
        table.bids[table.leo] = table.leo_pile[-1:]
        table.leo_pile = table.leo_pile[:-1]
        bids.append(RevealedBid(table.leo, table.bids[table.leo]))
    table.tell("bids-revealed", RevealedBids(tuple(bids)))


def hidden_bid(table: WildTable) -> Seat | None:
    """The seat whose two cards still lie face down."""
    owner = table.leaders[EAGLE]
    return owner if owner is not None and len(table.bids[owner]) == 2 else None


def choose_bid(table: WildTable, seat: Seat, order: WildOrder) -> None:
    """Keep one of the eagle's two cards as the bid; the other returns unseen (W29)."""
    chosen = order.cards[0]
    other = without(table.bids[seat], order.cards)[0]
    if other != REFILL:
        table.add_to_hand(seat, (other,))
    table.bids[seat] = (chosen,)
    table.standing[seat] = "waiting"
    table.tell("eagle-chose", WildCardOf(seat, chosen))
