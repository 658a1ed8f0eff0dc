"""Which orders are legal: the test of one order, the list of all, and the one for silence.

Codes of IllegalOrderError: `not-awaited` (seat), `not-now` (verb, kind), `order-form`,
`not-in-hand` (species, hand), `no-row` (row), `no-family` (species, number, needed).
"""

from __future__ import annotations

from collections.abc import Iterator

from games.catalogue.cubirds.rules.cards import (
    INDEX,
    LETTERS,
    SMALL,
    SPECIES,
    birds_won,
    by_name,
    families,
)
from games.catalogue.cubirds.rules.laying import SIDES, enclosed
from games.catalogue.cubirds.rules.orders import DONE, DRAW, STAY, Order
from games.catalogue.cubirds.rules.state import State
from games.rules.protocol import IllegalOrderError, Seat

VERBS: dict[str, tuple[str, ...]] = {
    "lay": ("lay",),
    "draw": ("draw", "stay"),
    "family": ("family", "done"),
}
"""The verbs of each phase."""


def check_awaited(state: State, seat: Seat) -> None:
    """Raise IllegalOrderError(`not-awaited`) unless this seat owes an order."""
    if seat not in state.awaited:
        raise IllegalOrderError("not-awaited", seat=seat)


def check_order(state: State, seat: Seat, order: Order) -> None:
    """Raise IllegalOrderError unless an awaited seat may give this order."""
    if not isinstance(order, Order) or order.verb not in VERBS[state.phase]:
        verb = order.verb if isinstance(order, Order) else None
        raise IllegalOrderError("not-now", verb=verb, kind=state.phase)
    if order.verb == "lay":
        _check_lay(state, seat, order)
    elif order.verb == "family":
        _check_family(state, seat, order)
    elif order not in (DRAW, STAY, DONE):
        raise IllegalOrderError("order-form")


def legal_orders(state: State, seat: Seat) -> Iterator[Order]:
    """Every legal order of an awaited seat, each once: by species, row, left before right."""
    check_awaited(state, seat)
    if state.phase == "lay":
        return lays(state, seat)
    if state.phase == "draw":
        return iter((DRAW, STAY))
    formed = (Order("family", SPECIES[species]) for species in families(state.hands[seat]))
    return iter((*formed, DONE))


def is_forced_openly(state: State, seat: Seat) -> bool:
    """Never: there is always a second way to lay, two cards may be left, and a family kept."""
    check_awaited(state, seat)
    return False


def lays(state: State, seat: Seat) -> Iterator[Order]:
    """Every way to lay birds; lazily."""
    for species, number in zip(SPECIES, state.hands[seat], strict=True):
        if number:
            for row in range(1, len(state.rows) + 1):
                for side in SIDES:
                    yield Order("lay", species, row, side)


def default_order(state: State, seat: Seat) -> Order:
    """What silence means: the lay that takes most birds, two cards, and the best family.

    Among equal lays the one that gives away fewest cards, then the first in order; of families
    the one that wins most birds, then the one of fewest cards, then the first.
    """
    check_awaited(state, seat)
    if state.phase == "lay":
        return min(lays(state, seat), key=lambda order: default_rank(state, seat, order))
    if state.phase == "draw":
        return DRAW
    hand = state.hands[seat]
    return best_family([Order("family", SPECIES[species]) for species in families(hand)], hand)


def default_rank(state: State, seat: Seat, order: Order) -> tuple[int, int]:
    """What puts one lay before another where nobody chooses: birds taken, then cards laid."""
    return -len(taken(state, order)), state.hands[seat][INDEX[order.species]]


def best_family(orders: list[Order], hand: tuple[int, ...]) -> Order:
    """The family that wins most birds, of equal ones that of fewest cards."""

    def rank(order: Order) -> tuple[int, int]:
        number = hand[INDEX[order.species]]
        return -birds_won(INDEX[order.species], number), number

    return min(orders, key=rank)


def taken(state: State, order: Order) -> str:
    """The birds that a lay encloses, from left to right."""
    return enclosed(state.rows[order.row - 1], LETTERS[INDEX[order.species]], order.side)


def _check_lay(state: State, seat: Seat, order: Order) -> None:
    species = INDEX.get(order.species)
    if species is None or order.side not in SIDES or type(order.row) is not int:
        raise IllegalOrderError("order-form")
    if not 1 <= order.row <= len(state.rows):
        raise IllegalOrderError("no-row", row=order.row)
    hand = state.hands[seat]
    if not hand[species]:
        raise IllegalOrderError("not-in-hand", species=order.species, hand=tuple(by_name(hand)))


def _check_family(state: State, seat: Seat, order: Order) -> None:
    species = INDEX.get(order.species)
    if species is None or order.row or order.side:
        raise IllegalOrderError("order-form")
    number = state.hands[seat][species]
    if number < SMALL[species]:
        raise IllegalOrderError(
            "no-family", species=order.species, number=number, needed=SMALL[species]
        )
