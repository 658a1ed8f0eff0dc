"""What a seat is asked: the facts for the prompt and the ways to answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.catalogue.cubirds.rules.cards import LETTER, SPECIES, birds_won, by_name, families, names
from games.catalogue.cubirds.rules.laying import SIDES, enclosed
from games.catalogue.cubirds.rules.legal import check_awaited
from games.catalogue.cubirds.rules.state import CuBirdsState
from games.rules.protocol import Choice, Decision, Part, Seat, Value

DRAW_OR_STAY = (Choice("draw"), Choice("stay"))
_ROWS = Part("row", 1, 1, ("1", "2", "3", "4"))
_SIDES = Part("side", 1, 1, SIDES)


class DrawPrompt(Value, frozen=True):
    """How many cards a draw would bring."""

    number: int


class TakingLay(Value, frozen=True):
    """A lay that takes birds: `row` from 1, the `birds` in the order of the row."""

    species: str
    row: int
    side: str
    birds: Sequence[str]


class LayPrompt(Value, frozen=True):
    """How many birds of each species are held, and each lay that takes birds, the richest first."""

    hand: Mapping[str, int]
    takes: Sequence[TakingLay]


class OwnFamily(Value, frozen=True):
    """A family that the hand makes: of `number` cards, of which `birds` are won."""

    species: str
    number: int
    birds: int


class FamilyPrompt(Value, frozen=True):
    """Every family that can be formed."""

    families: Sequence[OwnFamily]


def decision(state: CuBirdsState, seat: Seat) -> Decision:
    """The decision of an awaited seat. Raises IllegalOrderError(`not-awaited`)."""
    check_awaited(state, seat)
    hand = state.hands[seat]
    if state.phase == "draw":
        left = len(state.deck) + sum(state.discard)
        return Decision("draw", DrawPrompt(min(left, 2)), DRAW_OR_STAY)
    if state.phase == "lay":
        species = Part("species", 1, 1, tuple(by_name(hand)))
        return Decision("lay", _lay_prompt(state, seat), (Choice("lay", (species, _ROWS, _SIDES)),))
    possible = families(hand)
    own = [OwnFamily(SPECIES[one], hand[one], birds_won(one, hand[one])) for one in possible]
    species = Part("species", 1, 1, tuple(SPECIES[one] for one in possible))
    return Decision("family", FamilyPrompt(own), (Choice("family", (species,)), Choice("done")))


def _lay_prompt(state: CuBirdsState, seat: Seat) -> LayPrompt:
    hand = by_name(state.hands[seat])
    takes = [
        TakingLay(species, row, side, names(birds))
        for species in hand
        for row, lying in enumerate(state.rows, 1)
        if LETTER[species] in lying
        for side in SIDES
        if (birds := enclosed(lying, LETTER[species], side))
    ]
    takes.sort(key=lambda take: -len(take.birds))
    return LayPrompt(hand, takes)
