"""Points of a round, and how a match ends."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.catalogue.wizard.rules.state import WizardState
from games.rules.protocol import Outcome

REASON = "rounds-complete"


def points(bid: int, tricks: int) -> int:
    """20 and 10 a trick for an exact bid, otherwise 10 less for each trick of difference."""
    return 20 + 10 * tricks if bid == tricks else -10 * abs(bid - tricks)


class FinishedRound(NamedTuple):
    """A round on the score sheet, in seat order."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]


@lru_cache(maxsize=256)
def finished_rounds(sheet: tuple[int, ...], seats: int) -> tuple[FinishedRound, ...]:
    """The rounds of a state's sheet; remembered, as every view of a round shows the same."""
    rounds = []
    for start in range(0, len(sheet), 2 * seats):
        bids, tricks = sheet[start : start + seats], sheet[start + seats : start + 2 * seats]
        rounds.append(FinishedRound(bids, tricks, tuple(map(points, bids, tricks))))
    return tuple(rounds)


def outcome(state: WizardState) -> Outcome | None:
    """Totals and places, or None while the match runs. Equal totals share a place (Z13)."""
    if state.phase != "over":
        return None
    totals = state.totals
    places = tuple(1 + sum(other > own for other in totals) for own in totals)
    return Outcome(REASON, totals, places)
