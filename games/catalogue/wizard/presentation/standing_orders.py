"""What can be left behind for the decisions of a round to come."""

from __future__ import annotations

from games.catalogue.wizard.presentation.vocabulary import COLOURS, phase_name
from games.catalogue.wizard.rules.view import WizardView
from games.presentation.standing_orders import LaterDecision


def later(view: WizardView) -> tuple[LaterDecision, ...]:
    """Cards by what they do or by name, bids, and trump where a wizard may be turned up."""
    cards = tuple(dict.fromkeys(view.hand or ()))
    plays = ("any", "lowest", "highest", "cheapest", "duck", *cards)
    bids = ("any", "lowest", "highest", *map(str, range(view.cards + 1)))
    found = (
        LaterDecision(phase_name("play"), tuple(f"play {card}" for card in plays)),
        LaterDecision(phase_name("bid"), tuple(f"bid {number}" for number in bids)),
    )
    if view.options.monochrome:
        return found
    trumps = tuple(f"trump {colour}" for colour in ("any", *COLOURS))
    return (*found, LaterDecision(phase_name("trump"), trumps))
