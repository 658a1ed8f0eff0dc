"""What figures are made of: tallies, runs, marks and lists of the best."""

from __future__ import annotations

import msgspec

from tournaments.figures.tables import UNIT, PlayedSeat


class MatchTally(msgspec.Struct, array_like=True):
    """Matches of one kind, in whole numbers so that counting again gives the same.

    `fair` is what chance alone would have won, `score` and `expected` are shares of the others left
    behind; all three in units.
    """

    matches: int = 0
    won: int = 0
    places: int = 0
    score: int = 0
    fair: int = 0
    expected: int = 0

    def take(self, seat: PlayedSeat, size: int) -> None:
        """Count one more match."""
        self.matches += 1
        self.won += seat.has_won
        self.places += seat.place
        self.score += seat.ahead
        self.fair += UNIT // max(1, size)
        if seat.rated is not None:
            self.expected += seat.rated.expected

    @property
    def share(self) -> float:
        """The share of matches won."""
        return self.won / self.matches if self.matches else 0.0

    @property
    def fair_share(self) -> float:
        """The share that chance alone would have won."""
        return self.fair / UNIT / self.matches if self.matches else 0.0

    @property
    def place(self) -> float:
        """The mean place."""
        return self.places / self.matches if self.matches else 0.0

    @property
    def mean(self) -> float:
        """The mean share of others left behind."""
        return self.score / UNIT / self.matches if self.matches else 0.0

    @property
    def expected_mean(self) -> float:
        """What was expected of that."""
        return self.expected / UNIT / self.matches if self.matches else 0.0


def take_in(tallies: dict[str, MatchTally], key: str, seat: PlayedSeat, size: int) -> None:
    """Count one more match under this key."""
    tallies.setdefault(key, MatchTally()).take(seat, size)


class Run(msgspec.Struct, array_like=True):
    """Matches in a row of which something held: the run that goes on, and the longest so far."""

    now: int = 0
    since: int = 0
    best: int = 0
    best_since: int = 0
    best_until: int = 0

    def take(self, at: int, *, held: bool) -> None:
        """Count one more match, of which it held or not."""
        if not held:
            self.now = 0
            return
        self.now += 1
        if self.now == 1:
            self.since = at
        if self.now > self.best:
            self.best, self.best_since, self.best_until = self.now, self.since, at

    @property
    def is_best(self) -> bool:
        """Whether the run that goes on is the longest."""
        return self.now > 1 and self.now == self.best


class Mark(msgspec.Struct, array_like=True, frozen=True):
    """Something that stands out: how much, when, in which match, whose and against whom.

    `since` is when it began, where it took a while.
    """

    value: int
    at: int
    code: str = ""
    member: int = 0
    other: int = 0
    since: int = 0


def take_best(marks: list[Mark], mark: Mark, most: int, *, lowest: bool = False) -> None:
    """Keep the mark if it is among the best; of equal ones the earlier stays ahead."""
    sign = 1 if lowest else -1
    if len(marks) == most and sign * mark.value >= sign * marks[-1].value:
        return
    marks.append(mark)
    marks.sort(key=lambda one: sign * one.value)
    del marks[most:]
