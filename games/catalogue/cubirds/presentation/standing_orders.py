"""What can be left behind for the decisions of a turn to come."""

from __future__ import annotations

from games.catalogue.cubirds.presentation.vocabulary import phase_name
from games.catalogue.cubirds.rules.cards import SPECIES
from games.catalogue.cubirds.rules.view import CuBirdsView
from games.presentation.standing_orders import LaterDecision


def later(view: CuBirdsView) -> tuple[LaterDecision, ...]:
    """Lays of species in hand, what to do after one that took nothing, and families."""
    held = [species for species in SPECIES if species in (view.hand or ())]
    lays = ("lay any", "lay cheapest", "lay lowest", *(f"lay {species} any" for species in held))
    families = ("family any", "family lowest", *(f"family {species}" for species in SPECIES))
    return (
        LaterDecision(phase_name("lay"), lays),
        LaterDecision(phase_name("draw"), ("draw", "stay")),
        LaterDecision(phase_name("family"), (*families, "done")),
    )
