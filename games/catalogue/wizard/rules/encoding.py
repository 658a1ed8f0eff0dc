"""A state as canonical JSON and back: sorted keys, no blanks, piles as one text each."""

from __future__ import annotations

import json

from games.catalogue.wizard.rules.options import WizardOptions
from games.catalogue.wizard.rules.state import WizardState
from games.rules.chance import chance_of, chance_values

# The keys are written in sorted order below: sorting them again would cost a tenth of the time.
_to_json = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
_from_json = json.JSONDecoder().raw_decode


def encode(state: WizardState) -> str:
    """The state as canonical JSON, below 4 kB unless it carries a record's shuffles."""
    options = state.options
    return _to_json(
        {
            "awaited": state.awaited,
            "bids": state.bids,
            "chance": chance_values(state.chance),
            "gone": " ".join(state.gone),
            "hands": [" ".join(hand) for hand in state.hands],
            "leaders": state.leaders,
            "number": state.number,
            "options": [
                options.bidding,
                options.dark_wizard,
                options.uneven,
                options.clairvoyance,
                options.monochrome,
            ],
            "phase": state.phase,
            "piles": [" ".join(pile) for pile in state.piles],
            "played": " ".join(state.played),
            "round": state.round,
            "seats": state.seats,
            "sheet": state.sheet,
            "totals": state.totals,
            "tricks": state.tricks,
            "trump": state.trump,
            "turned": state.turned,
        }
    )


def decode(text: str) -> WizardState:
    """Read what `encode` wrote."""
    values, _ = _from_json(text)
    return WizardState(
        WizardOptions(*values["options"]),
        values["seats"],
        chance_of(*values["chance"]),
        values["number"],
        values["round"],
        values["phase"],
        tuple(values["awaited"]),
        tuple([tuple(pile.split()) for pile in values["piles"]]),
        tuple(values["gone"].split()),
        values["turned"],
        values["trump"],
        tuple([tuple(hand.split()) for hand in values["hands"]]),
        tuple(values["bids"]),
        tuple(values["played"].split()),
        tuple(values["leaders"]),
        tuple(values["tricks"]),
        tuple(values["totals"]),
        tuple(values["sheet"]),
    )
