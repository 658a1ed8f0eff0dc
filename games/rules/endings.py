"""The result of a finished match, however it ended: who came where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from games.rules.protocol import Seat


class Finisher(NamedTuple):
    """The result of one seat."""

    seat: Seat
    place: int
    score: int


@dataclass(frozen=True, slots=True)
class Ending:
    """The results of all seats, in order of their places."""

    finishers: tuple[Finisher, ...]

    @classmethod
    def of(cls, results: Iterable[Finisher]) -> Ending:
        """The ending with these results, in whatever order they come."""
        return cls(tuple(sorted(results, key=lambda one: (one.place, one.seat))))

    @property
    def winners(self) -> tuple[Finisher, ...]:
        """Who came first; several share it, nobody where the rules' own player won."""
        return tuple(one for one in self.finishers if one.place == 1)

    @property
    def margin(self) -> int:
        """How far the winner's score is above the next one's; 0 where that decided nothing."""
        beaten = [one.score for one in self.finishers if one.place > 1]
        if len(self.winners) != 1 or not beaten:
            return 0
        return max(0, self.winners[0].score - max(beaten))
