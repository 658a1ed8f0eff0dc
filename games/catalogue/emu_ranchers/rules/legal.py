"""Which orders are legal: the test of one order, the list of all, and the one for silence.

Codes of IllegalOrderError: `not-awaited` (seat), `not-now` (verb, kind), `order-form`,
`not-in-hand` (cards), `cannot-hatch` (card), `cannot-grow` (card), `no-such-bird` (bird, birds),
`no-common-suit` (card, bird, suits), `no-room` (card, bird, above, below), `one-card`,
`card-twice`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.catalogue.emu_ranchers.rules.birds import (
    Bird,
    above,
    below,
    can_hatch,
    grown,
    shares_suit,
    takes,
)
from games.catalogue.emu_ranchers.rules.cards import EXCUSE, suit_letters
from games.catalogue.emu_ranchers.rules.growth import best_growth, placements, sequences
from games.catalogue.emu_ranchers.rules.orders import (
    DONE,
    DRAW_DECK,
    DRAW_DISCARD,
    EmuOrder,
)
from games.catalogue.emu_ranchers.rules.state import EmuState
from games.rules.protocol import IllegalOrderError, Seat

VERBS: dict[str, tuple[str, ...]] = {
    "act": ("hatch", "grow", "discard"),
    "draw": ("draw",),
    "growth": ("grow", "done"),
}
"""The verbs of each phase."""


def check_awaited(state: EmuState, seat: Seat) -> None:
    """Raise IllegalOrderError(`not-awaited`) unless this seat owes an order."""
    if seat not in state.awaited:
        raise IllegalOrderError("not-awaited", seat=seat)


def check_order(state: EmuState, seat: Seat, order: EmuOrder) -> None:
    """Raise IllegalOrderError unless an awaited seat may give this order."""
    if not isinstance(order, EmuOrder) or order.verb not in VERBS[state.phase]:
        verb = order.verb if isinstance(order, EmuOrder) else None
        raise IllegalOrderError("not-now", verb=verb, kind=state.phase)
    _CHECKS[order.verb](state, seat, order)


def legal_orders(state: EmuState, seat: Seat) -> Iterator[EmuOrder]:
    """Every legal order of an awaited seat, each once, in a fixed order; lazily."""
    check_awaited(state, seat)
    return _LISTS[state.phase](state, seat)


def is_forced_openly(state: EmuState, seat: Seat) -> bool:
    """Never: that nothing can grow at the end of a year follows from a hand."""
    check_awaited(state, seat)
    return False


def default_order(state: EmuState, seat: Seat) -> EmuOrder:
    """What silence means.

    It discards a card that is of little use: the lowest number that fits none of the seat's own
    birds, or the lowest number if all fit, or the first card if there is no number. It draws from
    the deck, and at the end of a year it places what scores most.
    """
    check_awaited(state, seat)
    hand, birds = state.hands[seat], state.birds[seat]
    if state.phase == "draw":
        return DRAW_DECK
    if state.phase == "growth":
        return best_growth(birds, hand)
    numbers = [card for card in hand if card[0].isdigit()]
    idle = [card for card in numbers if not any(takes(bird, card) for bird in birds)]
    return EmuOrder("discard", ((idle or numbers or hand)[0],))


def _check_card(state: EmuState, seat: Seat, order: EmuOrder) -> str:
    if len(order.cards) != 1 or order.source:
        raise IllegalOrderError("order-form")
    if order.cards[0] not in state.hands[seat]:
        raise IllegalOrderError("not-in-hand", cards=order.cards)
    return order.cards[0]


def _check_hatch(state: EmuState, seat: Seat, order: EmuOrder) -> None:
    card = _check_card(state, seat, order)
    if order.birds:
        raise IllegalOrderError("order-form")
    if not can_hatch(card):
        raise IllegalOrderError("cannot-hatch", card=card)


def _check_discard(state: EmuState, seat: Seat, order: EmuOrder) -> None:
    _check_card(state, seat, order)
    if order.birds:
        raise IllegalOrderError("order-form")


def _check_grow(state: EmuState, seat: Seat, order: EmuOrder) -> None:
    cards = order.cards
    if not cards or len(order.birds) != len(cards) or order.source:
        raise IllegalOrderError("order-form")
    if state.phase == "act" and len(cards) > 1:
        raise IllegalOrderError("one-card")
    missing = tuple(card for card in cards if card not in state.hands[seat])
    if missing:
        raise IllegalOrderError("not-in-hand", cards=missing)
    if len(set(cards)) < len(cards):
        raise IllegalOrderError("card-twice")
    if len(cards) == 1:
        check_growth(state.birds[seat], cards[0], order.birds[0])
        return
    birds = list(state.birds[seat])
    for card, number in zip(cards, order.birds, strict=True):
        check_growth(birds, card, number)
        birds[number - 1] = grown(birds[number - 1], card)


def check_growth(birds: tuple[Bird, ...] | list[Bird], card: str, number: int) -> None:
    """Raise IllegalOrderError unless the bird of this number takes the card."""
    if not 1 <= number <= len(birds):
        raise IllegalOrderError("no-such-bird", bird=number, birds=len(birds))
    bird = birds[number - 1]
    if takes(bird, card):
        return
    if card == EXCUSE:
        raise IllegalOrderError("cannot-grow", card=card)
    if not shares_suit(bird, card):
        suits = suit_letters(bird.suits)
        raise IllegalOrderError("no-common-suit", card=card, bird=number, suits=suits)
    raise IllegalOrderError("no-room", card=card, bird=number, above=above(bird), below=below(bird))


def _check_draw(state: EmuState, seat: Seat, order: EmuOrder) -> None:
    if order not in (DRAW_DECK, DRAW_DISCARD):
        raise IllegalOrderError("order-form")


def _check_done(state: EmuState, seat: Seat, order: EmuOrder) -> None:
    if order != DONE:
        raise IllegalOrderError("order-form")


_CHECKS: dict[str, Callable[[EmuState, Seat, EmuOrder], None]] = {
    "hatch": _check_hatch,
    "grow": _check_grow,
    "discard": _check_discard,
    "draw": _check_draw,
    "done": _check_done,
}


def _acts(state: EmuState, seat: Seat) -> Iterator[EmuOrder]:
    hand = state.hands[seat]
    for card in hand:
        if can_hatch(card):
            yield EmuOrder("hatch", (card,))
    for card, number in placements(state.birds[seat], hand):
        yield EmuOrder("grow", (card,), (number,))
    for card in hand:
        yield EmuOrder("discard", (card,))


def _draws(state: EmuState, seat: Seat) -> Iterator[EmuOrder]:
    yield DRAW_DECK
    yield DRAW_DISCARD


def _growths(state: EmuState, seat: Seat) -> Iterator[EmuOrder]:
    return sequences(state.birds[seat], state.hands[seat])


_LISTS: dict[str, Callable[[EmuState, Seat], Iterator[EmuOrder]]] = {
    "act": _acts,
    "draw": _draws,
    "growth": _growths,
}
