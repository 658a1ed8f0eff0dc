"""The end of a round: what leaves the table, what returns, and whether the match is over."""

from __future__ import annotations

from itertools import chain

from games.catalogue.wild_cards.rules.cards import IBEX, REFILL_BID, WILD, Cards
from games.catalogue.wild_cards.rules.events import ClearedMarket, MovedTalisman, WildCardOf
from games.catalogue.wild_cards.rules.mutable_state import WildTable
from games.catalogue.wild_cards.rules.start import open_round
from games.rules.protocol import Seat


def end_round(table: WildTable) -> None:
    """Clear the table and open the next round, or end the match (W47)."""
    left_over = [_cleared(table, player) for player in range(table.players)]
    table.throw_away(chain.from_iterable(left_over))
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


def _cleared(table: WildTable, player: Seat) -> Cards:
    """Take up bid and payment, to be discarded; the ibex returns its owner's bid (W26, W27)."""
    bid, payment = table.bids[player], table.payments[player] or ()
    table.bids[player] = ()
    table.payments[player] = None
    if not bid or bid == REFILL_BID:
        return ()
    if table.leaders[IBEX] == player != table.leo and bid[0][0] != WILD:
        table.add_to_hand(player, bid)
        table.tell("ibex-returned", WildCardOf(player, bid[0]))
        return payment
    return (*bid, *payment)
