"""A round from decision to decision: which orders are applied how, and what is asked next."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.catalogue.wild_cards.rules import acquire, bidding, leaders, refill, ties
from games.catalogue.wild_cards.rules.cleanup import end_round
from games.catalogue.wild_cards.rules.events import WildEnd
from games.catalogue.wild_cards.rules.legal import check_order
from games.catalogue.wild_cards.rules.mutable_state import WildTable
from games.catalogue.wild_cards.rules.orders import WildOrder
from games.catalogue.wild_cards.rules.scoring import outcome, scores
from games.catalogue.wild_cards.rules.state import WildState
from games.rules.protocol import Adjudication, Event, IllegalOrderError, Seat


def adjudicate(state: WildState, orders: Mapping[Seat, WildOrder]) -> Adjudication[WildState]:
    """Apply the orders of exactly the awaited seats and play on to the next decision.

    Raises IllegalOrderError: `wrong-seats` (awaited, given), or as `check_order`.
    """
    if orders.keys() != set(state.awaited):
        raise IllegalOrderError("wrong-seats", awaited=state.awaited, given=tuple(orders))
    for seat in state.awaited:
        check_order(state, seat, orders[seat])
    table = WildTable(state)
    _apply(table, orders)
    _advance(table)
    adjudication = table.freeze()
    return _ended(adjudication) if table.phase == "over" else adjudication


def _apply(table: WildTable, orders: Mapping[Seat, WildOrder]) -> None:
    together = _TOGETHER.get(table.phase)
    if together is not None:
        together(table, orders)
        return
    [(seat, order)] = orders.items()
    _ALONE[table.phase](table, seat, order)


_TOGETHER: dict[str, Callable[[WildTable, Mapping[Seat, WildOrder]], None]] = {
    "bid": bidding.lay_bids,
    "refill": refill.refill,
    "pay": ties.pay,
    "show": ties.show,
}
_ALONE: dict[str, Callable[[WildTable, Seat, WildOrder], None]] = {
    "reveal": bidding.choose_bid,
    "swap": leaders.swap,
    "take": acquire.take,
}
_BEFORE_TAKING = frozenset(("bid", "reveal", "swap", "refill"))
"""The phases before the first take; after them no bid lies face down and no Refill bid waits."""


def _advance(table: WildTable) -> None:
    """Ask the next decision that the table calls for: it alone says how far the round is."""
    if table.phase in _BEFORE_TAKING:
        _before_taking(table)
        if table.awaited:
            return
    acquire.proceed(table)
    if not table.awaited:
        end_round(table)


def _before_taking(table: WildTable) -> None:
    eagle = bidding.hidden_bid(table)
    if eagle is not None:
        table.ask("reveal", (eagle,))
        return
    swapper = leaders.next_swap(table)
    if swapper is not None:
        table.ask("swap", (swapper,))
        return
    seats = refill.refillers(table)
    if seats:
        table.ask("refill", seats)
        return
    refill.refill_leo(table)


def _ended(adjudication: Adjudication[WildState]) -> Adjudication[WildState]:
    state = adjudication.state
    result = outcome(state)
    assert result is not None
    ended = Event(
        "match-ended",
        WildEnd(result.reason, result.scores, result.places, tuple(scores(state))),
    )
    return Adjudication(state, (*adjudication.events, ended), adjudication.shuffles)
