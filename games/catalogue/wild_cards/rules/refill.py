"""Refill bids: discard, draw up again, and Leo's new pile."""

from __future__ import annotations

from collections.abc import Mapping

from games.catalogue.wild_cards.rules.cards import REFILL_BID, SQUIRREL, in_order, without
from games.catalogue.wild_cards.rules.events import LeoRefill, WildCardsOf
from games.catalogue.wild_cards.rules.mutable_state import HAND_LIMIT, WildTable
from games.catalogue.wild_cards.rules.orders import WildOrder
from games.catalogue.wild_cards.rules.start import pile_for_leo
from games.rules.protocol import Seat

HAND = 7


def refillers(table: WildTable) -> tuple[Seat, ...]:
    """The people whose Refill bid is still to be resolved."""
    bids, standing = table.bids, table.standing
    laid = [seat for seat in range(table.seats) if bids[seat] == REFILL_BID]
    return tuple([seat for seat in laid if standing[seat] == "waiting"])


def refill_limit(leaders: list[Seat | None] | tuple[Seat | None, ...], seat: Seat) -> int:
    """Up to how many cards a seat draws: 7, or 10 with the squirrel's leader."""
    return HAND_LIMIT if leaders[SQUIRREL] == seat else HAND


def refill(table: WildTable, orders: Mapping[Seat, WildOrder]) -> None:
    """All discard, then each draws his whole number in seat order (W5, W6)."""
    for seat, order in sorted(orders.items()):
        table.hands[seat] = without(table.hands[seat], order.cards)
        table.throw_away(order.cards)
        table.tell("discarded", WildCardsOf(seat, order.cards))
    for seat in sorted(orders):
        wanted = refill_limit(table.leaders, seat) - len(table.hands[seat])
        table.draw(seat, wanted, "refill")
        table.standing[seat] = "refilled"


def refill_leo(table: WildTable) -> None:
    """Replace Leo's pile, after the people's draws, if he bid Refill (L7)."""
    leo = table.leo
    if leo is None or table.bids[leo] != REFILL_BID or table.standing[leo] != "waiting":
        return
    discarded = table.leo_pile[::-1]
    table.throw_away(discarded)
    number = pile_for_leo(table)
    table.standing[leo] = "refilled"
    # Sorted: the order of his pile was nobody's to know.
    table.tell("leo-refilled", LeoRefill(in_order(discarded), number))
