"""Where a match was decided, read from how the scores stood after each of its rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.protocol import Seat, SeatScores


class RoundEnd(NamedTuple):
    """How it stood when a round was over: `step` is the number of its last closed phase."""

    step: int
    round: int
    scores: SeatScores


class TurningPoint(NamedTuple):
    """The round in which the winner went ahead for good, or else gained the most.

    `before` and `after` are the winner's lead over the best of the others, below 0 when behind.
    """

    step: int
    round: int
    seat: Seat
    before: int
    after: int

    @property
    def is_for_good(self) -> bool:
        """Whether the winner was not ahead before it, and stayed ahead after it."""
        return self.before <= 0 < self.after


def turning_point(ends: Sequence[RoundEnd], winner: Seat) -> TurningPoint | None:
    """The turning point of a match that this seat alone has won; None where the scores show none.

    Every match begins level. Who was ahead from the first round to the last, or won behind by the
    scores (some games are won by more than those), has the round of the largest gain instead.
    """
    leads = [0, *(_lead(end.scores, winner) for end in ends)]
    points = [
        TurningPoint(end.step, end.round, winner, leads[number], leads[number + 1])
        for number, end in enumerate(ends)
    ]
    if not points or len(ends[0].scores) < 2:
        return None
    for_good = next((point for point in reversed(points) if point.is_for_good), None)
    if points[-1].after > 0 and for_good is not None and for_good is not points[0]:
        return for_good
    best = max(points, key=lambda point: point.after - point.before)
    return best if best.after > best.before else None


def _lead(scores: SeatScores, seat: Seat) -> int:
    others = [score for other, score in enumerate(scores) if other != seat]
    return scores[seat] - max(others) if others else 0
