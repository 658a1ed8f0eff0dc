"""One player's figures in one pool: counted match by match, never larger than a page needs."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tournaments.figures.tables import UNIT, PlayedSeat, PlayedTable, RatedPart, field_band
from tournaments.figures.tallies import Mark, MatchTally, Run, take_best, take_in

FORM_MATCHES = 12
MOST_SEASONS = 24
MOST_UPSETS = 5
GIANT = 200_000
"""So far above stood whom a giant-killer has beaten."""

MOST_POINTS = 240


class FormMatch(msgspec.Struct, array_like=True, frozen=True):
    """One of the last matches; `gain` in thousandths, None where it was not rated."""

    code: str
    at: int
    place: int
    size: int
    has_left: bool
    ahead: int
    gain: int | None

    @property
    def kind(self) -> str:
        """How it went, for the eye: won, upper or lower half, left."""
        if self.has_left:
            return "left"
        if self.place == 1:
            return "won"
        return "upper" if 2 * self.ahead >= UNIT else "lower"


class SeasonFigures(msgspec.Struct, array_like=True):
    """A quarter of a year; `gain` and `peak` in thousandths."""

    tally: MatchTally = msgspec.field(default_factory=MatchTally)
    gain: int = 0
    peak: int | None = None


class Career(msgspec.Struct, omit_defaults=True):
    """What a player's matches in a pool add up to."""

    whole: MatchTally = msgspec.field(default_factory=MatchTally)
    sizes: dict[str, MatchTally] = msgspec.field(default_factory=dict)
    seats: dict[str, MatchTally] = msgspec.field(default_factory=dict)
    fields: dict[str, MatchTally] = msgspec.field(default_factory=dict)
    traits: dict[str, MatchTally] = msgspec.field(default_factory=dict)
    seasons: dict[str, SeasonFigures] = msgspec.field(default_factory=dict)
    form: list[FormMatch] = msgspec.field(default_factory=list)
    wins: Run = msgspec.field(default_factory=Run)
    upper: Run = msgspec.field(default_factory=Run)
    stays: Run = msgspec.field(default_factory=Run)
    score: list[Mark] = msgspec.field(default_factory=list)
    lead: list[Mark] = msgspec.field(default_factory=list)
    gain: list[Mark] = msgspec.field(default_factory=list)
    upsets: list[Mark] = msgspec.field(default_factory=list)
    giant: Mark | None = None
    """The first upset that was one of a giant."""

    def take(self, table: PlayedTable, seat: PlayedSeat) -> None:
        """Count one more match of this player."""
        size = table.size
        self.whole.take(seat, size)
        take_in(self.sizes, str(size), seat, size)
        take_in(self.seats, f"{size}/{seat.seat + 1}", seat, size)
        for trait in seat.traits:
            take_in(self.traits, trait, seat, size)
        self._season(table, seat)
        self._runs(table, seat)
        self._marks(table, seat)
        gain = None
        if seat.rated is not None:
            take_in(self.fields, str(field_band(seat.rated.field)), seat, size)
            gain = seat.rated.after - seat.rated.before
        last = FormMatch(table.code, table.at, seat.place, size, seat.has_left, seat.ahead, gain)
        self.form = [*self.form, last][-FORM_MATCHES:]

    def _season(self, table: PlayedTable, seat: PlayedSeat) -> None:
        season = self.seasons.setdefault(table.season, SeasonFigures())
        season.tally.take(seat, table.size)
        if seat.rated is not None:
            season.gain += seat.rated.after - seat.rated.before
            season.peak = max(seat.rated.after, season.peak or 0)
        if len(self.seasons) > MOST_SEASONS:
            del self.seasons[min(self.seasons)]

    def _runs(self, table: PlayedTable, seat: PlayedSeat) -> None:
        self.wins.take(table.at, held=seat.has_won)
        self.upper.take(table.at, held=not seat.has_left and 2 * seat.ahead > UNIT)
        self.stays.take(table.at, held=not seat.has_left)

    def _marks(self, table: PlayedTable, seat: PlayedSeat) -> None:
        if not seat.has_left:
            take_best(self.score, Mark(seat.score, table.at, table.code), 1)
        lead = lead_of(table, seat)
        if lead is not None:
            take_best(self.lead, Mark(lead, table.at, table.code), 1)
        if seat.rated is None:
            return
        take_best(self.gain, Mark(seat.rated.after - seat.rated.before, table.at, table.code), 1)
        if seat.rated.upset is not None and seat.rated.upset > 0:
            upset = Mark(seat.rated.upset, table.at, table.code, other=seat.rated.beaten or 0)
            take_best(self.upsets, upset, MOST_UPSETS)
            if upset.value >= GIANT and self.giant is None:
                self.giant = upset


def lead_of(table: PlayedTable, seat: PlayedSeat) -> int | None:
    """By how much the one winner was ahead of all others who stayed; None for anybody else."""
    rest = [one for one in table.seats if one.member != seat.member]
    if not seat.has_won or not rest or any(one.has_won or one.has_left for one in rest):
        return None
    return seat.score - max(one.score for one in rest)


class CoursePoint(msgspec.Struct, array_like=True):
    """A rating after a match, and the strength as it then was, in points, with their bands."""

    at: int
    rating: int
    off: int
    strength: int | None = None
    band: int | None = None


class RatingCourse(msgspec.Struct):
    """The way of a rating: every match at first, then every second one, every fourth …"""

    every: int = 1
    seen: int = 0
    points: list[CoursePoint] = msgspec.field(default_factory=list)
    last: CoursePoint | None = None

    def take(self, at: int, part: RatedPart) -> None:
        """Go one match further."""
        self.last = CoursePoint(at, round(part.after / 1000), round(part.uncertainty / 1000))
        if self.seen % self.every == 0:
            self.points.append(self.last)
        self.seen += 1
        if len(self.points) > MOST_POINTS:
            self.points = self.points[::2]
            self.every *= 2

    def note(self, strength: int, band: int) -> None:
        """Keep the strength as it stands after the last match."""
        self._note({self.last.at: (strength, band)} if self.last is not None else {})

    def carry_over(self, old: RatingCourse) -> None:
        """Keep the strengths that were noted before the course was counted anew."""
        points = [*old.points, old.last] if old.last is not None else old.points
        self._note({one.at: (one.strength, one.band) for one in points})

    def _note(self, known: Mapping[int, tuple[int | None, int | None]]) -> None:
        for point in [*self.points, self.last]:
            if point is not None and point.at in known:
                point.strength, point.band = known[point.at]

    @property
    def shown(self) -> list[CoursePoint]:
        """All points that are kept, the last match's among them."""
        if self.last is None or (self.points and self.points[-1].at == self.last.at):
            return self.points
        return [*self.points, self.last]
