"""Who has won, and how a match ended."""

from __future__ import annotations

from games.catalogue.cubirds.rules.cards import Counts
from games.catalogue.cubirds.rules.state import CuBirdsState
from games.rules.protocol import Outcome

SEVEN_SPECIES = "seven-species"
TWO_THREES = "two-threes"
CARDS_EXHAUSTED = "cards-exhausted"
TURN_LIMIT_REACHED = "turn-limit"
WON = (SEVEN_SPECIES, TWO_THREES)
REASONS = (*WON, CARDS_EXHAUSTED, TURN_LIMIT_REACHED)

SPECIES_TO_WIN = 7
BIRDS_OF_EACH = 3
SPECIES_OF_THREE = 2


def won_by(collection: Counts) -> str:
    """The reason for which this collection wins, or an empty text."""
    if sum(map(bool, collection)) >= SPECIES_TO_WIN:
        return SEVEN_SPECIES
    if sum(number >= BIRDS_OF_EACH for number in collection) >= SPECIES_OF_THREE:
        return TWO_THREES
    return ""


def birds(state: CuBirdsState) -> tuple[int, ...]:
    """How many birds each person has collected."""
    return tuple(map(sum, state.collections))[: state.seats]


def outcome(state: CuBirdsState) -> Outcome | None:
    """How a match ended, or None while it runs.

    The one who completed the collection is first, the rest are placed by birds (C17, C20). Alone,
    the person is second to a RobinBird who won, or has more birds when nobody won.
    """
    if state.phase != "over":
        return None
    birds = tuple(map(sum, state.collections))
    has_won = state.reason in WON
    ranks = [(has_won and player == state.active, number) for player, number in enumerate(birds)]
    places = tuple(1 + sum(other > rank for other in ranks) for rank in ranks)
    extra = {} if state.robin is None else {"robinbird": birds[state.robin]}
    return Outcome(state.reason, birds[: state.seats], places[: state.seats], extra)
