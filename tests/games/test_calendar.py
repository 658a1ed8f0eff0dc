"""Deadlines as calendars see them: quiet hours, weekends, absences, and days of 23 and 25 hours."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.services.deadline_calculation import (
    LEAST_AWAKE,
    Habits,
    fair_deadline,
    quiet_span,
    waking_moment,
)

ROME = ZoneInfo("Europe/Rome")
ZONES = ("UTC", "Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata")
NIGHT = (22, 7)
DAYS = timedelta(days=1)
HOURS = timedelta(hours=1)


def rome(day: int, hour: int, minute: int = 0, month: int = 12) -> datetime:
    """An instant of December 2026 by Roman clocks; the 1st is a Tuesday."""
    return datetime(2026, month, day, hour, minute, tzinfo=ROME)


def test_a_plain_calendar_adds_the_time_and_nothing_else() -> None:
    assert fair_deadline(rome(1, 12), 2 * DAYS, Habits()).at == rome(3, 12)


def test_a_deadline_at_night_moves_to_the_morning() -> None:
    fair = fair_deadline(rome(1, 23), DAYS, Habits("Europe/Rome", NIGHT))
    assert (fair.at, fair.for_quiet_hours) == (rome(3, 7), True)


def test_a_deadline_by_day_stays_where_it_is() -> None:
    fair = fair_deadline(rome(1, 12), DAYS, Habits("Europe/Rome", NIGHT))
    assert (fair.at, fair.for_quiet_hours) == (rome(2, 12), False)


def test_a_short_clock_leaves_four_waking_hours() -> None:
    fair = fair_deadline(rome(1, 21), 5 * HOURS, Habits("Europe/Rome", NIGHT))
    assert fair.at == rome(2, 10)


def test_a_clock_shorter_than_four_hours_counts_waking_time_alone() -> None:
    fair = fair_deadline(rome(1, 21, 30), HOURS, Habits("Europe/Rome", NIGHT))
    assert fair.at == rome(2, 7, 30)


def test_a_weekend_off_does_not_count() -> None:
    friday = rome(4, 12)
    fair = fair_deadline(friday, 2 * DAYS, Habits("Europe/Rome", has_weekends_off=True))
    assert (fair.at, fair.for_weekend) == (rome(8, 12), True)


def test_a_night_that_ends_on_a_saturday_waits_for_monday_morning() -> None:
    thursday = rome(3, 23)
    habits = Habits("Europe/Rome", NIGHT, has_weekends_off=True)
    assert fair_deadline(thursday, DAYS, habits).at == rome(7, 7)


def test_an_absence_does_not_count() -> None:
    away = ((date(2026, 12, 2), date(2026, 12, 4)),)
    habits = Habits("Europe/Rome", absences=away, absence_left=7 * DAYS)
    fair = fair_deadline(rome(1, 12), 2 * DAYS, habits)
    assert (fair.at, fair.for_absence) == (rome(6, 12), 3 * DAYS)


def test_an_absence_counts_no_longer_once_the_cap_is_used_up() -> None:
    away = ((date(2026, 12, 2), date(2026, 12, 30)),)
    habits = Habits("Europe/Rome", absences=away, absence_left=3 * DAYS)
    fair = fair_deadline(rome(1, 12), 2 * DAYS, habits)
    assert (fair.at, fair.for_absence) == (rome(6, 12), 3 * DAYS)


def test_a_weekend_within_an_absence_costs_nothing_of_the_cap() -> None:
    away = ((date(2026, 12, 5), date(2026, 12, 6)),)
    habits = Habits("Europe/Rome", None, True, away, 7 * DAYS)
    fair = fair_deadline(rome(4, 12), DAYS, habits)
    assert (fair.at, fair.for_absence) == (rome(7, 12), timedelta(0))


def test_the_night_of_the_changed_clocks_is_an_hour_shorter_or_longer() -> None:
    spring = datetime(2026, 3, 28, 23, tzinfo=ROME)
    autumn = datetime(2026, 10, 24, 23, tzinfo=ROME)
    for evening in (spring, autumn):
        fair = fair_deadline(evening, HOURS, Habits("Europe/Rome", NIGHT))
        assert fair.at.astimezone(ROME).hour == 8
        assert fair.at.astimezone(ROME).date() == evening.date() + DAYS


instants = st.integers(0, 2 * 365 * 24 * 60).map(
    lambda minutes: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
)
hours = st.integers(0, 23)
quiet_hours = st.none() | st.tuples(hours, st.integers(1, 14)).map(
    lambda drawn: (drawn[0], (drawn[0] + drawn[1]) % 24)
)


@st.composite
def habits_of_people(draw: st.DrawFn) -> Habits:
    first = draw(st.dates(date(2026, 1, 1), date(2027, 12, 31)))
    absences = draw(
        st.lists(
            st.tuples(st.integers(0, 90), st.integers(0, 59)).map(
                lambda drawn: (
                    first + DAYS * drawn[0],
                    first + DAYS * (drawn[0] + drawn[1]),
                )
            ),
            max_size=3,
        )
    )
    return Habits(
        zone=draw(st.sampled_from(ZONES)),
        quiet=draw(quiet_hours),
        has_weekends_off=draw(st.booleans()),
        absences=tuple(absences),
        absence_left=draw(st.integers(0, 10)) * DAYS,
    )


lengths = st.integers(5, 30 * 24 * 60).map(lambda minutes: timedelta(minutes=minutes))


slowly = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine is slow, and no fault."""


@slowly
@given(instants, lengths, habits_of_people())
def test_nobody_gets_less_than_the_whole_time(
    opened: datetime, length: timedelta, habits: Habits
) -> None:
    assert fair_deadline(opened, length, habits).at >= opened + length


@slowly
@given(instants, lengths, habits_of_people())
def test_no_deadline_lies_in_quiet_hours(
    opened: datetime, length: timedelta, habits: Habits
) -> None:
    assert quiet_span(fair_deadline(opened, length, habits).at, habits) is None


@slowly
@given(instants, lengths, habits_of_people())
def test_an_absence_takes_no_more_than_its_cap(
    opened: datetime, length: timedelta, habits: Habits
) -> None:
    fair = fair_deadline(opened, length, habits)
    assert timedelta(0) <= fair.for_absence <= habits.absence_left


@slowly
@given(instants, lengths, st.integers(0, 60 * 24), habits_of_people())
def test_more_time_never_means_an_earlier_deadline(
    opened: datetime, length: timedelta, more: int, habits: Habits
) -> None:
    longer = length + timedelta(minutes=more)
    assert fair_deadline(opened, length, habits).at <= fair_deadline(opened, longer, habits).at


@slowly
@given(instants, lengths, habits_of_people())
def test_there_is_an_end_to_it(opened: datetime, length: timedelta, habits: Habits) -> None:
    weekends = 2 * DAYS * (length // (5 * DAYS) + 4)
    nights = length / timedelta(hours=10) * 14 * HOURS if length < LEAST_AWAKE else 2 * DAYS
    most = length + weekends + nights + habits.absence_left + 4 * DAYS
    assert fair_deadline(opened, length, habits).at <= opened + most


@slowly
@given(instants, st.integers(0, 72), st.integers(1, 72), habits_of_people())
def test_a_reminder_stays_between_its_bounds(
    wanted: datetime, before: int, after: int, habits: Habits
) -> None:
    earliest, latest = wanted - before * HOURS, wanted + after * HOURS
    moment = waking_moment(wanted, earliest, latest, habits)
    assert earliest <= moment <= latest
    if before >= 15 or after >= 15:
        assert quiet_span(moment, habits) is None
