"""What a seat is asked: the facts for the prompt and the ways to answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.catalogue.wild_cards.rules.cards import REFILL, VALUE, Cards
from games.catalogue.wild_cards.rules.legal import (
    can_draw,
    check_awaited,
    collected,
    has_eagle,
    offered,
    owed,
)
from games.catalogue.wild_cards.rules.refill import refill_limit
from games.catalogue.wild_cards.rules.state import WildState
from games.rules.protocol import Choice, Decision, Part, Seat, Value


class LayBidPrompt(Value, frozen=True):
    """Whether an eagle leader lets the seat bid two cards."""

    eagle: bool


class RevealPrompt(Value, frozen=True):
    """The two cards that were laid, of which one is the bid."""

    cards: Sequence[str]


class SwapPrompt(Value, frozen=True):
    """The own animals, and those on offer."""

    collection: Sequence[str]
    market: Sequence[str]


class RefillPrompt(Value, frozen=True):
    """Up to how many cards the hand is filled, and how many it holds."""

    limit: int
    held: int


class TiePrompt(Value, frozen=True):
    """A tie: the value that was bid, and how many cards its payment costs."""

    value: int
    owed: int


class TakePrompt(Value, frozen=True):
    """The own bid, how many cards are owed for it, and those already paid in a tie, if any were."""

    bid: str
    owed: int
    payment: Sequence[str] | None


def decision(state: WildState, seat: Seat) -> Decision:
    """The decision of an awaited seat. Raises IllegalOrderError(`not-awaited`)."""
    check_awaited(state, seat)
    return _DECISIONS[state.phase](state, seat)


def _bid(state: WildState, seat: Seat) -> Decision:
    faces = tuple(dict.fromkeys(state.hands[seat]))
    eagle = has_eagle(state, seat)
    cards = Part("cards", 1, 2 if eagle and faces else 1, (*faces, REFILL))
    return Decision("bid", LayBidPrompt(eagle), (Choice("bid", (cards,)),))


def _reveal(state: WildState, seat: Seat) -> Decision:
    laid = state.bids[seat]
    return Decision("reveal", RevealPrompt(laid), (_one("reveal", laid),))


def _swap(state: WildState, seat: Seat) -> Decision:
    collection, market = collected(state, seat), offered(state)
    parts = (Part("give", 1, 1, collection), Part("take", 1, 1, market))
    return Decision(
        "swap",
        SwapPrompt(collection, market),
        (Choice("swap", parts), Choice("swap none")),
    )


def _refill(state: WildState, seat: Seat) -> Decision:
    hand = state.hands[seat]
    return Decision(
        "refill",
        RefillPrompt(refill_limit(state.leaders, seat), len(hand)),
        (Choice("refill", (Part("cards", 0, len(hand), hand),)),),
    )


def _pay(state: WildState, seat: Seat) -> Decision:
    choices = (*_paying(state, seat, "pay", ()), Choice("pass"))
    return Decision("pay", _tied(state, seat), choices)


def _show(state: WildState, seat: Seat) -> Decision:
    faces = tuple(dict.fromkeys(state.hands[seat]))
    draw = (Choice("draw"),) if can_draw(state) else ()
    choices = (*draw, _one("show", faces)) if faces else draw
    return Decision("show", _tied(state, seat), choices)


def _take(state: WildState, seat: Seat) -> Decision:
    paid, market = state.payments[seat], offered(state)
    asked = TakePrompt(state.bids[seat][0], owed(state, seat), paid)
    animal = Part("animal", 1, 1, market)
    choices = (*_paying(state, seat, "take", (animal,)), Choice("pass"))
    return Decision("take", asked, choices)


_DECISIONS: dict[str, Callable[[WildState, Seat], Decision]] = {
    "bid": _bid,
    "reveal": _reveal,
    "swap": _swap,
    "refill": _refill,
    "pay": _pay,
    "show": _show,
    "take": _take,
}


def _tied(state: WildState, seat: Seat) -> TiePrompt:
    return TiePrompt(VALUE[state.bids[seat][0]], owed(state, seat))


def _one(verb: str, cards: Cards) -> Choice:
    return Choice(verb, (Part("cards", 1, 1, cards),))


def _paying(state: WildState, seat: Seat, verb: str, parts: tuple[Part, ...]) -> tuple[Choice, ...]:
    hand, cost = state.hands[seat], owed(state, seat)
    if cost > len(hand):
        return ()
    payment = (Part("payment", cost, cost, hand),) if cost else ()
    return (Choice(verb, (*parts, *payment)),)
