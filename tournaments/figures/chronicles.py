"""A pool's figures: how its matches go, who sits where and wins, and what stands out."""

from __future__ import annotations

import msgspec

from tournaments.figures.careers import Career, lead_of
from tournaments.figures.tables import PlayedSeat, PlayedTable
from tournaments.figures.tallies import Mark, MatchTally, take_best, take_in

ALL_TIME = ""
KEPT_SEASONS = 4
MOST_SEASONS = 24
MOST_MARKS = 10
LONGEST_DAYS = 400
GAP_STEP, WIDEST_GAP = 50, 400


class Luck(msgspec.Struct, array_like=True):
    """Pairs whose ratings lay so far apart: what the higher one scored, and was expected to."""

    pairs: int = 0
    score: int = 0
    expected: int = 0


class Marks(msgspec.Struct, omit_defaults=True):
    """What stood out in a while, the most first."""

    streaks: list[Mark] = msgspec.field(default_factory=list)
    upsets: list[Mark] = msgspec.field(default_factory=list)
    scores: list[Mark] = msgspec.field(default_factory=list)
    leads: list[Mark] = msgspec.field(default_factory=list)
    longest: list[Mark] = msgspec.field(default_factory=list)
    quickest: list[Mark] = msgspec.field(default_factory=list)

    def take(self, table: PlayedTable) -> None:
        """Look at one more match."""
        take_best(self.longest, Mark(table.rounds, table.at, table.code), MOST_MARKS)
        span = Mark(table.days, table.at, table.code)
        take_best(self.quickest, span, MOST_MARKS, lowest=True)
        for seat in table.seats:
            self._seat(table, seat)

    def _seat(self, table: PlayedTable, seat: PlayedSeat) -> None:
        if not seat.has_left:
            self._keep(self.scores, table, seat, seat.score)
        lead = lead_of(table, seat)
        if lead is not None:
            self._keep(self.leads, table, seat, lead)
        if seat.rated is not None and (seat.rated.upset or 0) > 0:
            self._keep(self.upsets, table, seat, seat.rated.upset or 0, seat.rated.beaten or 0)

    @staticmethod
    def _keep(
        marks: list[Mark], table: PlayedTable, seat: PlayedSeat, value: int, other: int = 0
    ) -> None:
        take_best(marks, Mark(value, table.at, table.code, seat.member, other), MOST_MARKS)

    def streak(self, member: int, career: Career, at: int) -> None:
        """A player's run of wins goes on: it counts once, at its longest."""
        run = career.wins
        if run.now < 2:
            return
        self.streaks = [
            one for one in self.streaks if (one.member, one.since) != (member, run.since)
        ]
        take_best(self.streaks, Mark(run.now, at, "", member, since=run.since), MOST_MARKS)


class Chronicle(msgspec.Struct, omit_defaults=True):
    """What all matches of a pool add up to; a `seats` key is the table's size and the seat."""

    matches: int = 0
    seats: dict[str, MatchTally] = msgspec.field(default_factory=dict)
    traits: dict[str, MatchTally] = msgspec.field(default_factory=dict)
    rounds: dict[str, int] = msgspec.field(default_factory=dict)
    days: dict[str, int] = msgspec.field(default_factory=dict)
    seasons: dict[str, int] = msgspec.field(default_factory=dict)
    luck: dict[str, Luck] = msgspec.field(default_factory=dict)
    marks: dict[str, Marks] = msgspec.field(default_factory=dict)

    def take(self, table: PlayedTable, careers: dict[int, Career]) -> None:
        """Count one more match, after its players' careers have."""
        self.matches += 1
        for counts, key in (
            (self.rounds, str(table.rounds)),
            (self.days, str(min(LONGEST_DAYS, table.days))),
            (self.seasons, table.season),
        ):
            counts[key] = counts.get(key, 0) + 1
        if len(self.seasons) > MOST_SEASONS:
            del self.seasons[min(self.seasons)]
        for seat in table.seats:
            take_in(self.seats, f"{table.size}/{seat.seat + 1}", seat, table.size)
            for trait in seat.traits:
                take_in(self.traits, trait, seat, table.size)
        for pair in table.pairs:
            luck = self.luck.setdefault(str(gap_band(pair.gap)), Luck())
            luck.pairs += 1
            luck.score += pair.score
            luck.expected += pair.expected
        self._stand_out(table, careers)

    def _stand_out(self, table: PlayedTable, careers: dict[int, Career]) -> None:
        for period in (ALL_TIME, table.season):
            marks = self.marks.setdefault(period, Marks())
            marks.take(table)
            for seat in table.seats:
                marks.streak(seat.member, careers[seat.member], table.at)
        if len(self.marks) > KEPT_SEASONS + 1:
            del self.marks[min(period for period in self.marks if period)]


def gap_band(gap: int) -> int:
    """The band of a difference of ratings, in points; the last one is open."""
    return min(WIDEST_GAP, gap // GAP_STEP * GAP_STEP)
