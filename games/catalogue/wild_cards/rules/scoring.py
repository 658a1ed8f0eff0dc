"""Points, running and final: two species, leaders, tokens; and the places."""

from __future__ import annotations

from functools import lru_cache

from games.catalogue.wild_cards.rules.cards import PEACOCK, SPECIES
from games.catalogue.wild_cards.rules.state import WildState
from games.rules.protocol import Outcome, Seat, Value

REASON = "animals-exhausted"


class WildCardsScore(Value, frozen=True):
    """One person's points. A species is None where the collection has none to score."""

    first: int
    second: int
    leaders: int
    tokens: int
    total: int
    first_species: str | None
    second_species: str | None


def score(state: WildState, seat: Seat) -> WildCardsScore:
    """What a person would score now: W48, W49 and the tokens."""
    return scored(seat, state.collections[seat], state.leaders, state.tokens[seat])


def scored(
    seat: Seat, collection: tuple[int, ...], owners: tuple[Seat | None, ...], tokens: int
) -> WildCardsScore:
    """What a person with this collection scores while the leaders lie with these owners."""
    first, second, first_species, second_species = _two_species(collection)
    leaders = owners.count(seat) + (2 if owners[PEACOCK] == seat else 0)
    return WildCardsScore(
        first,
        second,
        leaders,
        tokens,
        first + second + leaders + tokens,
        first_species,
        second_species,
    )


@lru_cache(maxsize=4096)
def _two_species(collection: tuple[int, ...]) -> tuple[int, int, str | None, str | None]:
    """The points of the two species that count, and their names; None for one without animals."""
    most, next_most, *_ = sorted(collection, reverse=True)
    # Equal counts score the same; the species first in written order is named.
    best = collection.index(most)
    runner_up = collection.index(next_most, best + 1 if next_most == most else 0)
    return (
        2 * most,
        next_most,
        SPECIES[best] if most else None,
        SPECIES[runner_up] if next_most else None,
    )


def scores(state: WildState) -> list[WildCardsScore]:
    """The score of every person, in seat order; Leo has none (L10)."""
    return [score(state, seat) for seat in range(state.seats)]


def totals(state: WildState) -> tuple[int, ...]:
    """The points of every person, in seat order."""
    return tuple(one.total for one in scores(state))


def outcome(state: WildState) -> Outcome | None:
    """Totals and places, or None while the match runs.

    More animals break a tie; a tie that stays is shared and skips the next place (W50).
    """
    if state.phase != "over":
        return None
    points = totals(state)
    ranks = [(points[seat], sum(state.collections[seat])) for seat in range(state.seats)]
    places = tuple(1 + sum(other > own for other in ranks) for own in ranks)
    return Outcome(REASON, points, places)
