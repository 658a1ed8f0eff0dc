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
from games.catalogue.cubirds.rules.orders import DONE, DRAW, STAY, CuBirdsOrder
from games.catalogue.cubirds.rules.state import CuBirdsState
from games.rules.protocol import IllegalOrderError, Seat

VERBS: dict[str, tuple[str, ...]] = {
    "lay": ("lay",),
    "draw": ("draw", "stay"),
    "family": ("family", "done"),
}
"""The verbs of each phase."""


def check_awaited(state: CuBirdsState, seat: Seat) -> None:
    """Raise IllegalOrderError(`not-awaited`) unless this seat owes an order."""
    if seat not in state.awaited:
        raise IllegalOrderError("not-awaited", seat=seat)


def check_order(state: CuBirdsState, seat: Seat, order: CuBirdsOrder) -> None:
    """Raise IllegalOrderError unless an awaited seat may give this order."""
    if not isinstance(order, CuBirdsOrder) or order.verb not in VERBS[state.phase]:
        verb = order.verb if isinstance(order, CuBirdsOrder) else None
        raise IllegalOrderError("not-now", verb=verb, kind=state.phase)
    if order.verb == "lay":
        _check_lay(state, seat, order)
    elif order.verb == "family":
        _check_family(state, seat, order)
    elif order not in (DRAW, STAY, DONE):
        raise IllegalOrderError("order-form")


def legal_orders(state: CuBirdsState, seat: Seat) -> Iterator[CuBirdsOrder]:
    """Every legal order of an awaited seat, each once: by species, row, left before right."""
    check_awaited(state, seat)
    if state.phase == "lay":
        return lays(state, seat)
    if state.phase == "draw":
        return iter((DRAW, STAY))
    formed = (CuBirdsOrder("family", SPECIES[species]) for species in families(state.hands[seat]))
    return iter((*formed, DONE))


def is_forced_openly(state: CuBirdsState, seat: Seat) -> bool:
    """Never: there is always a second way to lay, two cards may be left, and a family kept."""
    check_awaited(state, seat)
    return False


def lays(state: CuBirdsState, seat: Seat) -> Iterator[CuBirdsOrder]:
    """Every way to lay birds; lazily."""
    for species, number in zip(SPECIES, state.hands[seat], strict=True):
        if number:
            for row in range(1, len(state.rows) + 1):
                for side in SIDES:
                    yield CuBirdsOrder("lay", species, row, side)


def default_order(state: CuBirdsState, seat: Seat) -> CuBirdsOrder:
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
    return best_family(
        [CuBirdsOrder("family", SPECIES[species]) for species in families(hand)], hand
    )


def default_rank(state: CuBirdsState, seat: Seat, order: CuBirdsOrder) -> tuple[int, int]:
    """What puts one lay before another where nobody chooses: birds taken, then cards laid."""
    return -len(taken(state, order)), state.hands[seat][INDEX[order.species]]


def best_family(orders: list[CuBirdsOrder], hand: tuple[int, ...]) -> CuBirdsOrder:
    """The family that wins most birds, of equal ones that of fewest cards."""

    def rank(order: CuBirdsOrder) -> tuple[int, int]:
        number = hand[INDEX[order.species]]
        return -birds_won(INDEX[order.species], number), number

    return min(orders, key=rank)


def taken(state: CuBirdsState, order: CuBirdsOrder) -> str:
    """The birds that a lay encloses, from left to right."""
    return enclosed(state.rows[order.row - 1], LETTERS[INDEX[order.species]], order.side)


def _check_lay(state: CuBirdsState, seat: Seat, order: CuBirdsOrder) -> None:
    species = INDEX.get(order.species)
    if species is None or order.side not in SIDES or type(order.row) is not int:
        raise IllegalOrderError("order-form")
    if not 1 <= order.row <= len(state.rows):
        raise IllegalOrderError("no-row", row=order.row)
    hand = state.hands[seat]
    if not hand[species]:
        raise IllegalOrderError("not-in-hand", species=order.species, hand=tuple(by_name(hand)))


def _check_family(state: CuBirdsState, seat: Seat, order: CuBirdsOrder) -> None:
    species = INDEX.get(order.species)
    if species is None or order.row or order.side:
        raise IllegalOrderError("order-form")
    number = state.hands[seat][species]
    if number < SMALL[species]:
        raise IllegalOrderError(
            "no-family", species=order.species, number=number, needed=SMALL[species]
        )
