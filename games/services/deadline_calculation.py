"""When a decision has to be made by, seen from the calendars of those who make it.

Pure: dates in, an instant out. Nothing here knows a match.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from games.models.time_zones import zone_named

LEAST_AWAKE = timedelta(hours=4)
"""However short the clock, so much of it lies outside everybody's quiet hours."""

MOST_QUIET_HOURS = 14
HORIZON = timedelta(days=400)
"""No calendar is followed further than this; every clock and cap ends long before."""

Span = tuple[datetime, datetime]
DAY = timedelta(days=1)
NONE = timedelta(0)


@dataclass(frozen=True, slots=True)
class Habits:
    """One person's calendar, as far as the table's terms respect it.

    `quiet` are the local hours from and until which nothing is asked; `absences` are days away,
    both included, of which at most `absence_left` lengthens a deadline.
    """

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    has_weekends_off: bool = False
    absences: tuple[tuple[date, date], ...] = ()
    absence_left: timedelta = NONE

    @property
    def is_plain(self) -> bool:
        """Whether every hour of every day is as good as any other."""
        return self.quiet is None and not self.has_weekends_off and not self.absences


@dataclass(frozen=True, slots=True)
class FairTime:
    """A deadline, what of the calendar it owes itself to, and how much of it to absences."""

    at: datetime
    for_quiet_hours: bool = False
    for_weekend: bool = False
    for_absence: timedelta = NONE


def fair_deadline(opened_at: datetime, length: timedelta, habits: Habits) -> FairTime:
    """When a decision opened at `opened_at`, with `length` of time for it, is due from one person.

    Weekends off and absences do not count; the end lies outside the quiet hours, and at least four
    hours (all, where the clock is shorter) lie outside them too. Never before `opened_at + length`.
    """
    plain = opened_at + length
    if habits.is_plain:
        return FairTime(plain)
    off = _Off(habits, opened_at)
    at = off.counted(opened_at, length)
    moved = off.out_of_quiet(at, min(length, LEAST_AWAKE), opened_at)
    return FairTime(
        at=moved,
        for_quiet_hours=off.used_quiet,
        for_weekend=off.used_weekend,
        for_absence=habits.absence_left - off.absence_left,
    )


def waking_moment(
    wanted: datetime, earliest: datetime, latest: datetime, habits: Habits
) -> datetime:
    """The moment nearest to `wanted` at which the person is not in their quiet hours.

    The end of those hours, where that is not after `latest`; else their beginning, where that is
    not before `earliest`; else `wanted` itself: a reminder at night is better than none.
    """
    quiet = quiet_span(wanted, habits)
    if quiet is None:
        return wanted
    begins, ends = quiet
    if ends <= latest:
        return ends
    before = begins - timedelta(minutes=1)
    return before if before >= earliest else wanted


def quiet_span(at: datetime, habits: Habits) -> Span | None:
    """The quiet hours that this instant lies in, if it does."""
    if habits.quiet is None:
        return None
    zone = zone_named(habits.zone)
    day = at.astimezone(zone).date()
    for start in (day - DAY, day):
        span = _quiet_of(start, habits.quiet, zone)
        if span[0] <= at < span[1]:
            return span
    return None


def _quiet_of(day: date, quiet: tuple[int, int], zone: ZoneInfo) -> Span:
    """The quiet hours that begin on this day."""
    first, until = quiet
    last_day = day if first < until else day + DAY
    return _local(day, first, zone), _local(last_day, until, zone)


def _local(day: date, hour: int, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(hour), zone).astimezone(UTC)


class _Off:
    """The time that does not count for one person, and what of it has been used."""

    def __init__(self, habits: Habits, since: datetime) -> None:
        self.habits = habits
        self.zone = zone_named(habits.zone)
        self.since = since
        self.absence_left = habits.absence_left
        self.used_quiet = False
        self.used_weekend = False

    def counted(self, start: datetime, length: timedelta) -> datetime:
        """The instant at which `length` of counting time has passed since `start`."""
        at, rest = start, length
        for begins, ends, is_weekend in self._spans(start):
            if begins > at:
                if begins - at >= rest:
                    break
                rest -= begins - at
                at = begins
            at = self._skip(at, ends, is_weekend=is_weekend)
        return at + rest

    def out_of_quiet(self, at: datetime, awake: timedelta, opened_at: datetime) -> datetime:
        """The first instant from `at` on that is not quiet, with so much waking time before it."""
        if self.habits.quiet is None:
            return at
        lacking = awake - self._awake(opened_at, at, awake)
        while True:
            quiet = quiet_span(at, self.habits)
            if quiet is not None:
                at, self.used_quiet = quiet[1], True
                continue
            working = self._back_at_work(at)
            if working > at:
                at = working
                continue
            if lacking <= NONE:
                return at
            ahead = self._next_quiet(at, at + lacking)
            step = min(lacking, ahead - at)
            at, lacking, self.used_quiet = at + step, lacking - step, True

    def _back_at_work(self, at: datetime) -> datetime:
        """The end of a weekend or absence that `at` lies in, as far as it does not count."""
        for begins, ends, is_weekend in self._spans(at):
            if begins > at:
                break
            at = self._skip(at, ends, is_weekend=is_weekend)
        return at

    def _awake(self, start: datetime, end: datetime, enough: timedelta) -> timedelta:
        """How much of this time is not quiet; no more than `enough` is looked for."""
        at, found = start, NONE
        while at < end and found < enough:
            quiet = quiet_span(at, self.habits)
            if quiet is not None:
                at = quiet[1]
                continue
            step = min(end, self._next_quiet(at, end)) - at
            at, found = at + step, found + step
        return min(found, enough)

    def _next_quiet(self, at: datetime, end: datetime) -> datetime:
        """When the next quiet hours begin; `end` where there are none."""
        hours = self.habits.quiet
        if hours is None:
            return end
        day = at.astimezone(self.zone).date()
        begins = (_quiet_of(day + DAY * number, hours, self.zone)[0] for number in range(3))
        return next(moment for moment in begins if moment > at)

    def _skip(self, at: datetime, ends: datetime, *, is_weekend: bool) -> datetime:
        """The end of a span that does not count, or as far into it as the cap allows."""
        if ends <= at:
            return at
        if is_weekend:
            self.used_weekend = True
            return ends
        skipped = min(ends - at, self.absence_left)
        self.absence_left -= skipped
        return at + skipped

    def _spans(self, since: datetime) -> Iterator[tuple[datetime, datetime, bool]]:
        """Weekends and absences that end after `since`, by their beginning."""
        first = since.astimezone(self.zone).date()
        spans = [(*self._days(*days), False) for days in self.habits.absences]
        if self.habits.has_weekends_off:
            saturday = first - DAY * ((first.weekday() - 5) % 7)
            weeks = range(HORIZON // (DAY * 7))
            spans += [
                (*self._days(saturday + DAY * 7 * week, saturday + DAY * (7 * week + 1)), True)
                for week in weeks
            ]
        # A weekend comes before an absence that begins with it: it costs nothing of the cap.
        yield from sorted(
            (span for span in spans if span[1] > since), key=lambda span: (span[0], not span[2])
        )

    def _days(self, first: date, last: date) -> Span:
        return _local(first, 0, self.zone), _local(last + DAY, 0, self.zone)
