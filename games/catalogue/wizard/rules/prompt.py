"""What a seat is asked: the facts for the prompt and the ways to answer."""

from __future__ import annotations

from games.catalogue.wizard.rules.legal import barred_bid, check_awaited, legal_values
from games.catalogue.wizard.rules.state import WizardState
from games.catalogue.wizard.rules.tricks import suit_led
from games.rules.protocol import Choice, Decision, Part, Seat, Value

PART_OF = {"trump": "colour", "bid": "number", "play": "card"}


class TrumpPrompt(Value, frozen=True):
    """How many cards the round has."""

    cards: int


class BidPrompt(Value, frozen=True):
    """How many cards the round has, and the bid that a rule forbids; None for none."""

    cards: int
    barred: int | None


class PlayPrompt(Value, frozen=True):
    """The trick, from 1; the suit that was led, if one was; the own bid and tricks so far."""

    trick: int
    suit: str | None
    leads: bool
    bid: int
    won: int


def decision(state: WizardState, seat: Seat) -> Decision:
    """The decision of an awaited seat. Raises IllegalOrderError(`not-awaited`)."""
    check_awaited(state, seat)
    part = Part(PART_OF[state.phase], 1, 1, legal_values(state, seat))
    return Decision(state.phase, _prompt(state, seat), (Choice(state.phase, (part,)),))


def _prompt(state: WizardState, seat: Seat) -> TrumpPrompt | BidPrompt | PlayPrompt:
    if state.phase == "play":
        return PlayPrompt(
            trick=len(state.leaders),
            suit=None if state.options.monochrome else suit_led(state.trick),
            leads=not state.trick,
            bid=state.bids[seat] or 0,
            won=state.tricks[seat],
        )
    if state.phase == "bid":
        return BidPrompt(state.cards, barred_bid(state, seat))
    return TrumpPrompt(state.cards)
