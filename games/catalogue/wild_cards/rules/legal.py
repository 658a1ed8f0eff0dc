"""Which orders are legal: the test of one order, the list of all, and the one for silence.

Codes of IllegalOrderError: `not-awaited` (seat), `not-now` (verb, kind), `order-form`,
`not-in-hand` (cards), `refill-card`, `needs-eagle`, `same-card-twice` (card), `not-laid` (card,
laid), `not-in-collection` (animal, collection), `not-in-market` (animal, market), `wrong-payment`
(needed, given), `cannot-pay` (needed, held), `already-paid`, `nothing-to-draw`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from games.catalogue.wild_cards.rules.cards import (
    CANONICAL,
    EAGLE,
    INDEX,
    REFILL,
    REFILL_BID,
    SPECIES,
    VALUE,
    Cards,
    in_order,
)
from games.catalogue.wild_cards.rules.orders import DRAW, NO_SWAP, PASS, WildOrder
from games.catalogue.wild_cards.rules.state import WildState
from games.rules.protocol import IllegalOrderError, Seat

VERBS: dict[str, Cards] = {
    "bid": ("bid",),
    "reveal": ("reveal",),
    "swap": ("swap",),
    "refill": ("refill",),
    "pay": ("pay", "pass"),
    "show": ("draw", "show"),
    "take": ("take", "pass"),
}
"""The verbs of each phase."""

_KNOWN = frozenset(CANONICAL)


def check_awaited(state: WildState, seat: Seat) -> None:
    """Raise IllegalOrderError(`not-awaited`) unless this seat owes an order."""
    if seat not in state.awaited:
        raise IllegalOrderError("not-awaited", seat=seat)


def check_order(state: WildState, seat: Seat, order: WildOrder) -> None:
    """Raise IllegalOrderError unless an awaited seat may give this order."""
    if not isinstance(order, WildOrder) or order.verb not in VERBS[state.phase]:
        verb = order.verb if isinstance(order, WildOrder) else None
        raise IllegalOrderError("not-now", verb=verb, kind=state.phase)
    _CHECKS[order.verb](state, seat, order)


def legal_orders(state: WildState, seat: Seat) -> Iterator[WildOrder]:
    """Every legal order of an awaited seat, each once, in a fixed order; lazily."""
    check_awaited(state, seat)
    return iter(_LISTS[state.phase](state, seat))


def is_forced_openly(state: WildState, seat: Seat) -> bool:
    """By the number of cards in the hand, which everybody knows: which they are never counts.

    In the duel of 2020, where no card can be drawn, equal cards leave but one choice, too; nobody
    else sees that.
    """
    check_awaited(state, seat)
    held = len(state.hands[seat])
    match state.phase:
        case "bid" | "refill":
            return held == 0
        case "show":
            return held == (0 if can_draw(state) else 1)
        case "swap":
            return not (collected(state, seat) and offered(state))
        case "pay" | "take":
            return owed(state, seat) > held or (state.phase == "take" and not offered(state))
    return False


def default_order(state: WildState, seat: Seat) -> WildOrder:
    """What silence means: it bids Refill, keeps every card, and takes and pays nothing.

    Where something must be chosen it is the first card: the eagle's first in written order, and in
    the 2020 duel the pile's card, or the lowest in hand if there is no pile.
    """
    check_awaited(state, seat)
    match state.phase:
        case "bid":
            return WildOrder("bid", REFILL_BID)
        case "reveal":
            return WildOrder("reveal", state.bids[seat][:1])
        case "swap":
            return NO_SWAP
        case "refill":
            return WildOrder("refill")
        case "show":
            return DRAW if can_draw(state) else _lowest_shown(state, seat)
    return PASS


def _lowest_shown(state: WildState, seat: Seat) -> WildOrder:
    return WildOrder("show", (min(state.hands[seat], key=VALUE.__getitem__),))


def has_eagle(state: WildState, seat: Seat) -> bool:
    """Whether the seat may lay two cards as a bid."""
    return state.leaders[EAGLE] == seat


def can_draw(state: WildState) -> bool:
    """Whether a card can be drawn from the pile (it may have to be shuffled first)."""
    return bool(state.deck or state.discard)


def owed(state: WildState, seat: Seat) -> int:
    """How many cards the seat's bid still costs: none once a payment is laid (W3, W4)."""
    if state.payments[seat] is not None:
        return 0
    return VALUE[state.bids[seat][0]] - 1


def offered(state: WildState) -> Cards:
    """The species in the market, each once, in the order of the slots."""
    return tuple(dict.fromkeys(filter(None, state.market)))


def collected(state: WildState, seat: Seat) -> Cards:
    """The species in a seat's collection."""
    return tuple(name for name in SPECIES if state.collections[seat][INDEX[name]])


def some_of(cards: Cards, number: int) -> Iterable[Cards]:
    """Every different choice of so many cards, in written order."""
    return dict.fromkeys(combinations(cards, number))


def _check_held(state: WildState, seat: Seat, cards: Cards) -> None:
    hand = state.hands[seat]
    if not cards or (len(cards) == 1 and cards[0] in hand):
        return
    if len(cards) > 1 and cards != in_order(cards):
        raise IllegalOrderError("order-form")
    if REFILL in cards:
        raise IllegalOrderError("refill-card")
    left = list(hand)
    missing = []
    for card in cards:
        if card in left:
            left.remove(card)
        else:
            missing.append(card)
    if missing:
        raise IllegalOrderError("not-in-hand", cards=tuple(missing))


def _check_no_animals(order: WildOrder, number: int = 0) -> None:
    if len(order.animals) != number or not _KNOWN.issuperset(order.cards):
        raise IllegalOrderError("order-form")


def _check_bid(state: WildState, seat: Seat, order: WildOrder) -> None:
    cards = order.cards
    usual = cards == REFILL_BID or (len(cards) == 1 and cards[0] in state.hands[seat])
    if usual and not order.animals:
        return
    _check_no_animals(order)
    if not 1 <= len(cards) <= 2:
        raise IllegalOrderError("order-form")
    if len(cards) == 2:
        if not has_eagle(state, seat):
            raise IllegalOrderError("needs-eagle")
        if cards[0] == cards[1]:
            raise IllegalOrderError("same-card-twice", card=cards[0])
    _check_held(state, seat, cards[:-1] if cards[-1] == REFILL else cards)


def _check_reveal(state: WildState, seat: Seat, order: WildOrder) -> None:
    _check_no_animals(order)
    laid = state.bids[seat]
    if len(order.cards) != 1:
        raise IllegalOrderError("order-form")
    if order.cards[0] not in laid:
        raise IllegalOrderError("not-laid", card=order.cards[0], laid=laid)


def _check_swap(state: WildState, seat: Seat, order: WildOrder) -> None:
    if order == NO_SWAP:
        return
    if order.cards or len(order.animals) != 2:
        raise IllegalOrderError("order-form")
    give, take = order.animals
    if give not in collected(state, seat):
        held = collected(state, seat)
        raise IllegalOrderError("not-in-collection", animal=give, collection=held)
    _check_offered(state, take)


def _check_offered(state: WildState, animal: str) -> None:
    if animal not in INDEX or animal not in state.market:
        raise IllegalOrderError("not-in-market", animal=animal, market=offered(state))


def _check_refill(state: WildState, seat: Seat, order: WildOrder) -> None:
    _check_no_animals(order)
    _check_held(state, seat, order.cards)


def _check_payment(state: WildState, seat: Seat, cards: Cards) -> None:
    needed, given, held = owed(state, seat), len(cards), len(state.hands[seat])
    if state.payments[seat] is not None and given:
        raise IllegalOrderError("already-paid")
    if needed > held:
        raise IllegalOrderError("cannot-pay", needed=needed, held=held)
    if given != needed:
        raise IllegalOrderError("wrong-payment", needed=needed, given=given)
    if given:
        _check_held(state, seat, cards)


def _check_pay(state: WildState, seat: Seat, order: WildOrder) -> None:
    _check_no_animals(order)
    _check_payment(state, seat, order.cards)


def _check_show(state: WildState, seat: Seat, order: WildOrder) -> None:
    _check_no_animals(order)
    if len(order.cards) != 1:
        raise IllegalOrderError("order-form")
    _check_held(state, seat, order.cards)


def _check_take(state: WildState, seat: Seat, order: WildOrder) -> None:
    _check_no_animals(order, 1)
    _check_offered(state, order.animals[0])
    _check_payment(state, seat, order.cards)


def _check_draw(state: WildState, seat: Seat, order: WildOrder) -> None:
    if order != DRAW:
        raise IllegalOrderError("order-form")
    if not can_draw(state):
        raise IllegalOrderError("nothing-to-draw")


def _check_pass(state: WildState, seat: Seat, order: WildOrder) -> None:
    if order != PASS:
        raise IllegalOrderError("order-form")


_CHECKS: dict[str, Callable[[WildState, Seat, WildOrder], None]] = {
    "bid": _check_bid,
    "reveal": _check_reveal,
    "swap": _check_swap,
    "refill": _check_refill,
    "pay": _check_pay,
    "show": _check_show,
    "draw": _check_draw,
    "take": _check_take,
    "pass": _check_pass,
}


def _bids(state: WildState, seat: Seat) -> Iterator[WildOrder]:
    faces = (*dict.fromkeys(state.hands[seat]), REFILL)
    for face in faces:
        yield WildOrder("bid", (face,))
    if has_eagle(state, seat):
        for pair in combinations(faces, 2):
            yield WildOrder("bid", pair)


def _reveals(state: WildState, seat: Seat) -> Iterator[WildOrder]:
    for card in state.bids[seat]:
        yield WildOrder("reveal", (card,))


def _swaps(state: WildState, seat: Seat) -> Iterator[WildOrder]:
    for give in collected(state, seat):
        for take in offered(state):
            yield WildOrder("swap", (), (give, take))
    yield NO_SWAP


def _refills(state: WildState, seat: Seat) -> Iterator[WildOrder]:
    hand = state.hands[seat]
    for number in range(len(hand) + 1):
        for cards in some_of(hand, number):
            yield WildOrder("refill", cards)


def _pays(state: WildState, seat: Seat) -> Iterator[WildOrder]:
    for cards in some_of(state.hands[seat], owed(state, seat)):
        yield WildOrder("pay", cards)
    yield PASS


def _shows(state: WildState, seat: Seat) -> Iterator[WildOrder]:
    if can_draw(state):
        yield DRAW
    for card in dict.fromkeys(state.hands[seat]):
        yield WildOrder("show", (card,))


def _takes(state: WildState, seat: Seat) -> Iterator[WildOrder]:
    payments = tuple(some_of(state.hands[seat], owed(state, seat)))
    for animal in offered(state):
        for payment in payments:
            yield WildOrder("take", payment, (animal,))
    yield PASS


_LISTS: dict[str, Callable[[WildState, Seat], Iterator[WildOrder]]] = {
    "bid": _bids,
    "reveal": _reveals,
    "swap": _swaps,
    "refill": _refills,
    "pay": _pays,
    "show": _shows,
    "take": _takes,
}
