"""The end of a round: what leaves the table, what returns, and whether the match is over."""

from __future__ import annotations

from games.catalogue.wild_cards.rules.cards import IBEX, REFILL, WILD
from games.catalogue.wild_cards.rules.events import ClearedMarket, MovedTalisman, WildCardOf
from games.catalogue.wild_cards.rules.mutable_state import WildTable
from games.catalogue.wild_cards.rules.start import open_round
from games.rules.protocol import Seat


def end_round(table: WildTable) -> None:
    """Clear the table and open the next round, or end the match (W47)."""
    for player in range(table.players):
        _clear_bid(table, player)
    left = tuple(animal for animal in table.market if animal)
    if left:
        table.tell("market-cleared", ClearedMarket(left))
        table.cleared = (*table.cleared, *left)
    if table.talisman_used and table.talisman is not None:
        holder, table.talisman = table.talisman, (table.talisman + 1) % table.seats
        table.tell("talisman-moved", MovedTalisman(holder, table.talisman))
    if len(table.animals) >= table.players - 1:
        open_round(table)
        return
    table.market = [None] * (table.players - 1)
    table.phase = "over"


def _clear_bid(table: WildTable, player: Seat) -> None:
    """Discard a player's bid and payment; the ibex returns its owner's bid (W26, W27)."""
    bid, payment = table.bids[player], table.payments[player] or ()
    table.bids[player] = ()
    table.payments[player] = None
    if not bid or bid[0] == REFILL:
        return
    person = player != table.leo
    if person and table.leaders[IBEX] == player and bid[0][0] != WILD:
        table.add_to_hand(player, bid)
        table.tell("ibex-returned", WildCardOf(player, bid[0]))
    else:
        table.discard.extend(bid)
    table.discard.extend(payment)
