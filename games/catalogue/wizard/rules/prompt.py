"""What a seat is asked: the facts for the prompt and the ways to answer."""

from __future__ import annotations

from collections.abc import Mapping

from games.catalogue.wizard.rules.legal import barred_bid, check_awaited, legal_values
from games.catalogue.wizard.rules.state import WizardState
from games.catalogue.wizard.rules.tricks import suit_led
from games.rules.protocol import Choice, Decision, Part, Seat

PART_OF = {"trump": "colour", "bid": "number", "play": "card"}


def decision(state: WizardState, seat: Seat) -> Decision:
    """The decision of an awaited seat. Raises IllegalOrderError(`not-awaited`)."""
    check_awaited(state, seat)
    part = Part(PART_OF[state.phase], 1, 1, legal_values(state, seat))
    return Decision(state.phase, _facts(state, seat), (Choice(state.phase, (part,)),))


def _facts(state: WizardState, seat: Seat) -> Mapping[str, object]:
    if state.phase == "play":
        return {
            "trick": len(state.leaders),
            "suit": None if state.options.monochrome else suit_led(state.trick),
            "leads": not state.trick,
            "bid": state.bids[seat],
            "won": state.tricks[seat],
        }
    if state.phase == "bid":
        return {"cards": state.cards, "barred": barred_bid(state, seat)}
    return {"cards": state.cards}
