"""What can be left behind for the decisions of a year to come."""

from __future__ import annotations

from games.catalogue.emu_ranchers.presentation.vocabulary import phase_name
from games.catalogue.emu_ranchers.rules.birds import bird_from_text, can_hatch
from games.catalogue.emu_ranchers.rules.growth import placements
from games.catalogue.emu_ranchers.rules.view import EmuRanchersView
from games.presentation.standing_orders import LaterDecision


def later(view: EmuRanchersView) -> tuple[LaterDecision, ...]:
    """Cards that fit the own birds as they lie now, other cards of the hand, and both piles."""
    hand = tuple(view.hand or ())
    birds = []
    if view.seat is not None:
        birds = [bird_from_text(" ".join(b.cards)) for b in view.players[view.seat].birds]
    acts = (
        *(f"grow {card} {number}" for card, number in placements(birds, hand)),
        "hatch lowest",
        "hatch highest",
        *(f"hatch {card}" for card in hand if can_hatch(card)),
        "discard lowest",
        "discard highest",
        *(f"discard {card}" for card in hand),
    )
    return (
        LaterDecision(phase_name("act"), acts),
        LaterDecision(phase_name("draw"), ("draw deck", "draw discard")),
        LaterDecision(phase_name("growth"), ("best", "done")),
    )
