"""A steady player: it plays for the hand that is nearest to families which its collection needs.

It knows its view and nothing else. The figures were chosen by playing many matches against others.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from games.catalogue.cubirds.rules.cards import (
    BIG,
    LETTER,
    LETTERS,
    SMALL,
    SPECIES,
    Counts,
    birds_won,
    families,
    joined,
    more,
    without,
)
from games.catalogue.cubirds.rules.laying import SIDES, closed_up, enclosed
from games.catalogue.cubirds.rules.orders import DONE, DRAW, STAY, CuBirdsOrder, format_order
from games.catalogue.cubirds.rules.scoring import won_by
from games.catalogue.cubirds.rules.view import CuBirdsView
from games.rules.protocol import Decision, RandomSource

WIN = 1000.0

SAVED = 0.55
"""What a complete family in hand is worth beside the birds that it would win."""

TOWARDS_BIG = 0.2
"""What is added when a hand grows from a small family to a big one."""

DRAWN_CARD = 0.05
"""What an unknown card is worth."""

LEFT_FOR_OTHERS = 0.02
"""What each card costs that lies in a row for others to enclose."""

SPECIES_WEIGHT, THREES_WEIGHT, NEARNESS = 10.0, 6.0, 0.75
"""The worth of a whole collection of either kind, and how fast it is reached: below 1 the first
birds count most."""


class CuBirdsSteadyBot:
    """Weighs every lay by the hand that it leaves, and forms the family that brings most."""

    key: ClassVar[str] = "steady"

    def order(
        self,
        view: CuBirdsView,
        decision: Decision,
        legal: Sequence[CuBirdsOrder],
        chance: RandomSource,
    ) -> CuBirdsOrder:
        """The order with the highest value; chance is not needed."""
        hand, collection = _counts(view.hand or ()), _own_collection(view)
        if decision.kind == "draw":
            return DRAW
        if decision.kind == "family":
            return _family(hand, collection)
        return _lay(view, hand, collection)


def planned_turn(view: CuBirdsView, decision: Decision) -> str:
    """The lay of a steady player with the rest of the turn, as far as it is known: "" where the lay
    is all of it."""
    if decision.kind != "lay":
        return ""
    hand, collection = _counts(view.hand or ()), _own_collection(view)
    lay = _lay(view, hand, collection)
    row = "".join(LETTER[species] for species in view.rows[lay.row - 1])
    taken = enclosed(row, LETTERS[SPECIES.index(lay.species)], lay.side)
    after = joined(without(hand, SPECIES.index(lay.species)), taken)
    drawn = [] if taken else [DRAW]
    family = [_family(after, collection)] if families(after) else []
    later = [*drawn, *family]
    return "; ".join(map(format_order, (lay, *later))) if later else ""


def _counts(cards: Sequence[str]) -> Counts:
    return tuple(map(list(cards).count, SPECIES))


def _own_collection(view: CuBirdsView) -> Counts:
    held = view.players[view.own_seat].collection
    return tuple(held.get(species, 0) for species in SPECIES)


def _family(hand: Counts, collection: Counts) -> CuBirdsOrder:
    """Form the family after which collection and hand are worth most, or keep all cards."""
    best, best_worth = DONE, hand_worth(hand, collection)
    for species in families(hand):
        worth = formed_worth(hand, collection, species)
        if worth > best_worth:
            best, best_worth = CuBirdsOrder("family", SPECIES[species]), worth
    return best


def _lay(view: CuBirdsView, hand: Counts, collection: Counts) -> CuBirdsOrder:
    rows = ["".join(LETTER[species] for species in row) for row in view.rows]
    best, best_worth = STAY, -WIN
    for species in range(len(SPECIES)):
        if not hand[species]:
            continue
        left = without(hand, species)
        for number, row in enumerate(rows, 1):
            for side in SIDES:
                taken = enclosed(row, LETTERS[species], side)
                worth = _after_laying(left, taken, collection)
                after = closed_up(row, LETTERS[species] * hand[species], taken, side)
                worth -= LEFT_FOR_OTHERS * (len(after) - len(row))
                if worth > best_worth:
                    best, best_worth = CuBirdsOrder("lay", SPECIES[species], number, side), worth
    return best


def _after_laying(left: Counts, taken: str, collection: Counts) -> float:
    """The worth of the hand with what was taken, or with two cards drawn; a family formed."""
    hand = joined(left, taken)
    formed = [formed_worth(hand, collection, species) for species in families(hand)]
    drawn = 0.0 if taken else 2 * DRAWN_CARD
    return max(formed, default=hand_worth(hand, collection)) + drawn


def formed_worth(hand: Counts, collection: Counts, species: int) -> float:
    """The worth of all when a family of this species has been formed."""
    birds = birds_won(species, hand[species])
    grown = more(collection, species, birds)
    gain = WIN if won_by(grown) else collection_worth(grown) - collection_worth(collection)
    return gain + hand_worth(without(hand, species), grown)


@lru_cache(maxsize=8192)
def collection_worth(collection: Counts) -> float:
    """How near a collection is to seven species, or to three birds of two species."""
    species = min(sum(map(bool, collection)), 7) / 7
    threes = sum(sorted(min(number, 3) for number in collection)[-2:]) / 6
    return SPECIES_WEIGHT * math.pow(species, NEARNESS) + THREES_WEIGHT * math.pow(threes, NEARNESS)


def hand_worth(hand: Counts, collection: Counts) -> float:
    """What the cards promise: for each species how far they are from a family, times its gain."""
    worth = 0.0
    base = collection_worth(collection)
    for species, number in enumerate(hand):
        if number:
            gain = collection_worth(more(collection, species, 1)) - base
            part = min(number / SMALL[species], 1.0)
            worth += SAVED * gain * part * part
            if number > SMALL[species]:
                missing = BIG[species] - SMALL[species]
                worth += TOWARDS_BIG * min(number - SMALL[species], missing) / missing
    return worth
