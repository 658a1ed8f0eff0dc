"""Points, running and final: two species, leaders, tokens; and the places."""

from __future__ import annotations

from typing import TypedDict

from games.rules.protocol import Outcome, Seat
from games.rules.wild_cards.cards import PEACOCK, SPECIES
from games.rules.wild_cards.state import State

REASON = "animals-exhausted"


class Score(TypedDict):
    """One person's points. A species is None where the collection has none to score."""

    first: int
    second: int
    leaders: int
    tokens: int
    total: int
    first_species: str | None
    second_species: str | None


def score(state: State, seat: Seat) -> Score:
    """What a person would score now: W48, W49 and the tokens."""
    collection = state.collections[seat]
    most, next_most, *_ = sorted(collection, reverse=True)
    # Equal counts score the same; the species first in written order is named.
    best = collection.index(most)
    runner_up = collection.index(next_most, best + 1 if next_most == most else 0)
    first, second = 2 * most, next_most
    leaders = state.leaders.count(seat)
    if state.leaders[PEACOCK] == seat:
        leaders += 2
    tokens = state.tokens[seat]
    return {
        "first": first,
        "second": second,
        "leaders": leaders,
        "tokens": tokens,
        "total": first + second + leaders + tokens,
        "first_species": SPECIES[best] if first else None,
        "second_species": SPECIES[runner_up] if second else None,
    }


def scores(state: State) -> list[Score]:
    """The score of every person, in seat order; Leo has none (L10)."""
    return [score(state, seat) for seat in range(state.seats)]


def outcome(state: State) -> Outcome | None:
    """Totals and places, or None while the match runs.

    More animals break a tie; a tie that stays is shared and skips the next place (W50).
    """
    if state.phase != "over":
        return None
    totals = [score(state, seat)["total"] for seat in range(state.seats)]
    ranks = [(totals[seat], sum(state.collections[seat])) for seat in range(state.seats)]
    places = tuple(1 + sum(other > own for other in ranks) for own in ranks)
    return Outcome(REASON, tuple(totals), places)
