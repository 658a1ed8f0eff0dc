"""What a seat is asked: the facts for the prompt and the ways to answer."""

from __future__ import annotations

from collections.abc import Mapping

from games.catalogue.cubirds.rules.cards import LETTER, SPECIES, birds_won, by_name, families, names
from games.catalogue.cubirds.rules.laying import SIDES, enclosed
from games.catalogue.cubirds.rules.legal import check_awaited
from games.catalogue.cubirds.rules.state import CuBirdsState
from games.rules.protocol import Choice, Decision, Part, Seat

DRAW_OR_STAY = (Choice("draw"), Choice("stay"))
_ROWS = Part("row", 1, 1, ("1", "2", "3", "4"))
_SIDES = Part("side", 1, 1, SIDES)


def decision(state: CuBirdsState, seat: Seat) -> Decision:
    """The decision of an awaited seat. Raises IllegalOrderError(`not-awaited`)."""
    check_awaited(state, seat)
    hand = state.hands[seat]
    if state.phase == "draw":
        left = len(state.deck) + sum(state.discard)
        return Decision("draw", {"number": min(left, 2)}, DRAW_OR_STAY)
    if state.phase == "lay":
        species = Part("species", 1, 1, tuple(by_name(hand)))
        return Decision("lay", _lay_facts(state, seat), (Choice("lay", (species, _ROWS, _SIDES)),))
    possible = families(hand)
    facts = [
        {"species": SPECIES[one], "number": hand[one], "birds": birds_won(one, hand[one])}
        for one in possible
    ]
    species = Part("species", 1, 1, tuple(SPECIES[one] for one in possible))
    return Decision("family", {"families": facts}, (Choice("family", (species,)), Choice("done")))


def _lay_facts(state: CuBirdsState, seat: Seat) -> Mapping[str, object]:
    """The hand, and every lay that takes birds, the richest first."""
    hand = by_name(state.hands[seat])
    takes = [
        (species, row, side, birds)
        for species in hand
        for row, lying in enumerate(state.rows, 1)
        if LETTER[species] in lying
        for side in SIDES
        if (birds := enclosed(lying, LETTER[species], side))
    ]
    takes.sort(key=lambda take: -len(take[3]))
    return {
        "hand": hand,
        "takes": [
            {"species": species, "row": row, "side": side, "birds": names(birds)}
            for species, row, side, birds in takes
        ],
    }
