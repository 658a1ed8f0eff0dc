"""Points of a round, and how a match ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules.protocol import Outcome
from games.rules.wizard.state import State

REASON = "rounds-complete"


def points(bid: int, tricks: int) -> int:
    """20 and 10 a trick for an exact bid, otherwise 10 less for each trick of difference."""
    return 20 + 10 * tricks if bid == tricks else -10 * abs(bid - tricks)


def finished_rounds(state: State) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    """Bids and tricks of each finished round, in seat order."""
    seats = state.seats
    for start in range(0, len(state.sheet), 2 * seats):
        yield state.sheet[start : start + seats], state.sheet[start + seats : start + 2 * seats]


def outcome(state: State) -> Outcome | None:
    """Totals and places, or None while the match runs. Equal totals share a place (Z13)."""
    if state.phase != "over":
        return None
    totals = state.totals
    places = tuple(1 + sum(other > own for other in totals) for own in totals)
    return Outcome(REASON, totals, places)
