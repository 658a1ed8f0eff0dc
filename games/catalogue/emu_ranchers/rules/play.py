"""A year from decision to decision: which orders are applied how, and what is asked next."""

from __future__ import annotations

from collections.abc import Mapping

from games.catalogue.emu_ranchers.rules.birds import grown, hatched
from games.catalogue.emu_ranchers.rules.events import (
    BirdCard,
    EmuDraw,
    LastCard,
    RancherCard,
    YearEndGrowth,
)
from games.catalogue.emu_ranchers.rules.growth import can_place
from games.catalogue.emu_ranchers.rules.legal import check_order
from games.catalogue.emu_ranchers.rules.mutable_state import EmuTable
from games.catalogue.emu_ranchers.rules.orders import EmuOrder
from games.catalogue.emu_ranchers.rules.state import EmuState
from games.catalogue.emu_ranchers.rules.years import end_year
from games.rules.protocol import Adjudication, IllegalOrderError, Seat

DECK, DISCARD = "deck", "discard"


def adjudicate(state: EmuState, orders: Mapping[Seat, EmuOrder]) -> Adjudication[EmuState]:
    """Apply the orders of exactly the awaited seats and play on to the next decision.

    Raises IllegalOrderError: `wrong-seats` (awaited, given), or as `check_order`.
    """
    if orders.keys() != set(state.awaited):
        raise IllegalOrderError("wrong-seats", awaited=state.awaited, given=tuple(orders))
    for seat in state.awaited:
        check_order(state, seat, orders[seat])
    table = EmuTable(state)
    seat = state.awaited[0]
    match state.phase:
        case "act":
            _act(table, seat, orders[seat])
        case "draw":
            _draw(table, seat, orders[seat].source)
        case _:
            _grow_all(table, orders, state.awaited)
    return table.freeze()


def _act(table: EmuTable, seat: Seat, order: EmuOrder) -> None:
    card = order.cards[0]
    table.put_down(seat, card)
    if order.verb == "hatch":
        table.birds[seat] = (*table.birds[seat], hatched(card))
        table.tell("hatched", BirdCard(seat, card, len(table.birds[seat])))
    elif order.verb == "grow":
        _grow(table, seat, card, order.birds[0])
        table.tell("grew", BirdCard(seat, card, order.birds[0]))
    else:
        table.tell("discarded", RancherCard(seat, card))
        table.discard = (*table.discard, card)
    if order.verb != "discard" and table.discard:
        table.ask("draw", (seat,))
    else:
        _draw(table, seat, DECK)


def _grow(table: EmuTable, seat: Seat, card: str, number: int) -> None:
    table.change_bird(seat, number, grown(table.birds[seat][number - 1], card))


def _draw(table: EmuTable, seat: Seat, source: str) -> None:
    """Draw a card; the year ends with the last one of the deck (E3, E4)."""
    if source == DECK:
        card = table.deck[-1]
        table.deck = table.deck[:-1]
        table.tell("drew", EmuDraw(seat, len(table.deck)))
        table.tell_only("drew-card", seat, RancherCard(seat, card))
    else:
        card = table.discard[-1]
        table.discard = table.discard[:-1]
        table.tell("drew-discard", RancherCard(seat, card))
        table.known[seat] = (*table.known[seat], card)
    table.pick_up(seat, card)
    if table.deck:
        table.ask("act", (1 - seat,))
    else:
        _last_card(table, seat)


def _last_card(table: EmuTable, seat: Seat) -> None:
    table.tell("last-card", LastCard(seat, table.year))
    able = tuple([each for each in (0, 1) if can_place(table.birds[each], table.hands[each])])
    if able:
        table.ask("growth", able)
    else:
        end_year(table)


def _grow_all(table: EmuTable, orders: Mapping[Seat, EmuOrder], seats: tuple[Seat, ...]) -> None:
    for seat in seats:
        order = orders[seat]
        for card, bird in zip(order.cards, order.birds, strict=True):
            table.put_down(seat, card)
            _grow(table, seat, card, bird)
        placed = tuple(zip(order.cards, order.birds, strict=True))
        table.tell("grew-at-year-end", YearEndGrowth(seat, placed))
    end_year(table)
