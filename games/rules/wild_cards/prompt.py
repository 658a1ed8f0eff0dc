"""What a seat is asked: the facts for the prompt and the ways to answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.rules.protocol import Choice, Decision, Part, Seat
from games.rules.wild_cards.cards import REFILL, Cards
from games.rules.wild_cards.legal import (
    can_draw,
    check_awaited,
    collected,
    has_eagle,
    offered,
    owed,
)
from games.rules.wild_cards.refill import refill_limit
from games.rules.wild_cards.state import State


def decision(state: State, seat: Seat) -> Decision:
    """The decision of an awaited seat. Raises IllegalOrderError(`not-awaited`)."""
    check_awaited(state, seat)
    return Decision(state.phase, _facts(state, seat), _choices(state, seat))


def _facts(state: State, seat: Seat) -> Mapping[str, Any]:
    match state.phase:
        case "bid":
            return {"eagle": has_eagle(state, seat)}
        case "reveal":
            return {"cards": list(state.bids[seat])}
        case "swap":
            return {"collection": list(collected(state, seat)), "market": list(offered(state))}
        case "refill":
            return {"limit": refill_limit(state.leaders, seat), "held": len(state.hands[seat])}
        case "take":
            paid = state.payments[seat]
            return {
                "bid": state.bids[seat][0],
                "owed": owed(state, seat),
                "payment": None if paid is None else list(paid),
                "market": list(offered(state)),
            }
        case _:
            value = int(state.bids[seat][0][1])
            return {"value": value, "tied": list(state.awaited), "owed": owed(state, seat)}


def _choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    return _CHOICES[state.phase](state, seat)


def _bid(state: State, seat: Seat) -> tuple[Choice, ...]:
    faces = tuple(dict.fromkeys(state.hands[seat]))
    most = 2 if has_eagle(state, seat) and faces else 1
    return (Choice("bid", (Part("cards", 1, most, (*faces, REFILL)),)),)


def _reveal(state: State, seat: Seat) -> tuple[Choice, ...]:
    return (_one("reveal", state.bids[seat]),)


def _swap(state: State, seat: Seat) -> tuple[Choice, ...]:
    give = Part("give", 1, 1, collected(state, seat))
    take = Part("take", 1, 1, offered(state))
    return (Choice("swap", (give, take)), Choice("swap none"))


def _refill(state: State, seat: Seat) -> tuple[Choice, ...]:
    hand = state.hands[seat]
    return (Choice("refill", (Part("cards", 0, len(hand), hand),)),)


def _pay(state: State, seat: Seat) -> tuple[Choice, ...]:
    return (*_paying(state, seat, "pay", ()), Choice("pass"))


def _show(state: State, seat: Seat) -> tuple[Choice, ...]:
    faces = tuple(dict.fromkeys(state.hands[seat]))
    draw = (Choice("draw"),) if can_draw(state) else ()
    return (*draw, _one("show", faces)) if faces else draw


def _take(state: State, seat: Seat) -> tuple[Choice, ...]:
    animal = Part("animal", 1, 1, offered(state))
    return (*_paying(state, seat, "take", (animal,)), Choice("pass"))


_CHOICES: dict[str, Callable[[State, Seat], tuple[Choice, ...]]] = {
    "bid": _bid,
    "reveal": _reveal,
    "swap": _swap,
    "refill": _refill,
    "pay": _pay,
    "show": _show,
    "take": _take,
}


def _one(verb: str, cards: Cards) -> Choice:
    return Choice(verb, (Part("cards", 1, 1, cards),))


def _paying(state: State, seat: Seat, verb: str, parts: tuple[Part, ...]) -> tuple[Choice, ...]:
    hand, cost = state.hands[seat], owed(state, seat)
    if cost > len(hand):
        return ()
    payment = (Part("payment", cost, cost, hand),) if cost else ()
    return (Choice(verb, (*parts, *payment)),)
