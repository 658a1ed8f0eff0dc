"""What a seat is asked: the facts for the prompt and the ways to answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping

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
from games.rules.protocol import Choice, Decision, Part, Seat


def decision(state: WildState, seat: Seat) -> Decision:
    """The decision of an awaited seat. Raises IllegalOrderError(`not-awaited`)."""
    check_awaited(state, seat)
    return _DECISIONS[state.phase](state, seat)


def _bid(state: WildState, seat: Seat) -> Decision:
    faces = tuple(dict.fromkeys(state.hands[seat]))
    eagle = has_eagle(state, seat)
    cards = Part("cards", 1, 2 if eagle and faces else 1, (*faces, REFILL))
    return Decision("bid", {"eagle": eagle}, (Choice("bid", (cards,)),))


def _reveal(state: WildState, seat: Seat) -> Decision:
    laid = state.bids[seat]
    return Decision("reveal", {"cards": list(laid)}, (_one("reveal", laid),))


def _swap(state: WildState, seat: Seat) -> Decision:
    collection, market = collected(state, seat), offered(state)
    parts = (Part("give", 1, 1, collection), Part("take", 1, 1, market))
    return Decision(
        "swap",
        {"collection": list(collection), "market": list(market)},
        (Choice("swap", parts), Choice("swap none")),
    )


def _refill(state: WildState, seat: Seat) -> Decision:
    hand = state.hands[seat]
    return Decision(
        "refill",
        {"limit": refill_limit(state.leaders, seat), "held": len(hand)},
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
    facts = {
        "bid": state.bids[seat][0],
        "owed": owed(state, seat),
        "payment": None if paid is None else list(paid),
        "market": list(market),
    }
    animal = Part("animal", 1, 1, market)
    choices = (*_paying(state, seat, "take", (animal,)), Choice("pass"))
    return Decision("take", facts, choices)


_DECISIONS: dict[str, Callable[[WildState, Seat], Decision]] = {
    "bid": _bid,
    "reveal": _reveal,
    "swap": _swap,
    "refill": _refill,
    "pay": _pay,
    "show": _show,
    "take": _take,
}


def _tied(state: WildState, seat: Seat) -> Mapping[str, object]:
    """The facts of a tie: what was bid, by whom, and what the payment costs."""
    value = VALUE[state.bids[seat][0]]
    return {"value": value, "tied": list(state.awaited), "owed": owed(state, seat)}


def _one(verb: str, cards: Cards) -> Choice:
    return Choice(verb, (Part("cards", 1, 1, cards),))


def _paying(state: WildState, seat: Seat, verb: str, parts: tuple[Part, ...]) -> tuple[Choice, ...]:
    hand, cost = state.hands[seat], owed(state, seat)
    if cost > len(hand):
        return ()
    payment = (Part("payment", cost, cost, hand),) if cost else ()
    return (Choice(verb, (*parts, *payment)),)
