"""What a seat is asked: the facts for the prompt and the ways to answer."""

from __future__ import annotations

from collections.abc import Sequence

from games.catalogue.emu_ranchers.rules.birds import Bird, can_hatch, takes
from games.catalogue.emu_ranchers.rules.cards import Cards
from games.catalogue.emu_ranchers.rules.legal import check_awaited
from games.catalogue.emu_ranchers.rules.state import EmuState
from games.rules.protocol import Choice, Decision, Part, Seat, Value


class PilePrompt(Value, frozen=True):
    """The card on top of the discard pile."""

    discard: str


class RanchPrompt(Value, frozen=True):
    """The own hand and birds, from which every way to answer follows."""

    hand: Cards
    birds: Sequence[Bird]


def decision(state: EmuState, seat: Seat) -> Decision:
    """The decision of an awaited seat. Raises IllegalOrderError(`not-awaited`).

    The sequences of a year's end cannot be spelled by parts: `best` is the one that scores most,
    one card alone and none can be chosen, and any other is written out.
    """
    check_awaited(state, seat)
    hand, birds = state.hands[seat], state.birds[seat]
    match state.phase:
        case "draw":
            sources = Part("source", 1, 1, ("deck", "discard"))
            return Decision("draw", PilePrompt(state.discard[-1]), (Choice("draw", (sources,)),))
        case "act":
            return Decision("act", RanchPrompt(hand, birds), _acts(hand, birds))
    choices = (Choice("best"), *_growths(hand, birds), Choice("done"))
    return Decision("growth", RanchPrompt(hand, birds), choices)


def _acts(hand: Cards, birds: tuple[Bird, ...]) -> tuple[Choice, ...]:
    eggs = tuple([card for card in hand if can_hatch(card)])
    hatch = (_one("hatch", "card", eggs),) if eggs else ()
    return (*_growths(hand, birds), *hatch, _one("discard", "card", hand))


def _growths(hand: Cards, birds: tuple[Bird, ...]) -> list[Choice]:
    """A choice for each bird that takes a card: `grow` and the card with the bird's number."""
    found = []
    for number, bird in enumerate(birds, 1):
        values = tuple([f"{card} {number}" for card in hand if takes(bird, card)])
        if values:
            found.append(_one("grow", "growth", values))
    return found


def _one(verb: str, name: str, values: tuple[str, ...]) -> Choice:
    return Choice(verb, (Part(name, 1, 1, values),))
