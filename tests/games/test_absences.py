"""Announced absences, quiet hours and weekends at work in a match, and what the ledger says."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from games.common import clock
from games.common.errors import AbsenceError
from games.models import Absence, DeadlineChange, Match, Member, OutboundMail, Player
from games.presentation.deadline_reasons import deadline_reason
from games.selectors import ledger
from games.services.absences import absences_ahead, declare_absence, withdraw_absence
from games.services.time_controls import Terms
from tests.cast import member, order, player, running_match
from tests.games.times import DAY, HOUR, deadline_of, pass_deadline, sweep_at

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)  # a Tuesday


def december(day: int) -> date:
    return date(2026, 12, day)


def begun(at: datetime = NOON, **terms: object) -> Match:
    """A match of Anna, Bo and Carla that began at this moment."""
    with clock.simulated(at):
        return running_match(**terms)


def words(match: Match) -> list[str]:
    names = [row.name for row in match.players.order_by("seat")]
    return [
        deadline_reason(row.why, row.said, names, row.by.name if row.by else "")
        for row in ledger(match)
    ]


def away(name: str, first: int, last: int, at: datetime = NOON - DAY) -> Absence:
    with clock.simulated(at):
        return declare_absence(member(name), december(first), december(last))


def test_a_deadline_keeps_clear_of_days_away() -> None:
    away("Bo", 2, 4)
    match = begun()
    assert deadline_of(match) == NOON + 5 * DAY
    assert words(match) == ["Days away announced by Bo don’t count towards the deadline."]
    assert player(match, "Bo").absence_used == 3 * DAY


def test_days_away_are_days_in_the_members_own_zone() -> None:
    member("Bo", time_zone="Pacific/Auckland")  # 13 hours ahead
    away("Bo", 3, 3)
    match = begun()
    assert deadline_of(match) == NOON + 3 * DAY


def test_a_table_may_agree_that_absences_count() -> None:
    away("Bo", 2, 4)
    match = begun(terms=Terms(respects_absences=False))
    assert deadline_of(match) == NOON + 2 * DAY
    assert words(match) == [""]


def test_absences_lengthen_no_match_beyond_the_cap() -> None:
    away("Bo", 2, 30)
    match = begun()
    assert deadline_of(match) == NOON + 9 * DAY
    assert player(match, "Bo").absence_used == 7 * DAY


def test_what_a_phase_did_not_need_of_an_absence_is_given_back() -> None:
    away("Bo", 2, 4)
    match = begun()
    with clock.simulated(NOON + DAY):
        for name in ("Anna", "Bo", "Carla"):
            order(player(match, name), "bid R")
    match.refresh_from_db()
    assert match.phase_number > 1
    bo = player(match, "Bo")
    assert bo.absence_used - bo.absence_drawn == timedelta(0)


def test_an_absence_announced_later_moves_the_open_deadline_with_an_entry() -> None:
    match = begun()
    assert deadline_of(match) == NOON + 2 * DAY
    away("Bo", 2, 4, at=NOON + HOUR)
    assert deadline_of(match) == NOON + 5 * DAY
    entry = ledger(match)[-1]
    assert (entry.why, entry.by) == (DeadlineChange.Why.ABSENCE, member("Bo"))
    assert words(match)[-1] == "The deadline is later because Bo announced days away."
    sweep_at(match, NOON + 2 * DAY + HOUR)
    assert match.phase_number == 1


def test_the_same_days_announced_twice_move_it_once() -> None:
    match = begun()
    away("Bo", 2, 3, at=NOON + HOUR)
    away("Bo", 2, 3, at=NOON + 2 * HOUR)
    away("Bo", 3, 4, at=NOON + 3 * HOUR)
    assert deadline_of(match) == NOON + 5 * DAY
    assert player(match, "Bo").absence_used == 3 * DAY
    assert Absence.objects.get().last_day == december(4)


def test_the_absence_of_somebody_who_is_not_asked_moves_nothing() -> None:
    match = begun()
    Player.objects.filter(pk=player(match, "Bo").pk).update(bot="steady")
    away("Bo", 2, 4, at=NOON + HOUR)
    assert deadline_of(match) == NOON + 2 * DAY


def test_a_promise_is_kept_when_an_absence_is_withdrawn() -> None:
    absence = away("Bo", 2, 4)
    match = begun()
    withdraw_absence(member=member("Bo"), absence_id=absence.pk)
    assert deadline_of(match) == NOON + 5 * DAY


def test_whether_somebody_has_ordered_changes_no_deadline_in_a_match_that_keeps_it_quiet() -> None:
    """The ledger is public: it must not tell whose order is in."""
    moved = []
    for has_ordered in (False, True):
        match = begun(waiting_policy="quiet")
        if has_ordered:
            with clock.simulated(NOON + HOUR):
                order(player(match, "Bo"))
        away("Bo", 2, 4, at=NOON + 2 * HOUR)
        moved.append(deadline_of(match))
        Absence.objects.all().delete()
    assert moved == [NOON + 5 * DAY] * 2


def test_a_deadline_keeps_clear_of_quiet_hours_and_says_so() -> None:
    Member.objects.filter(pk=member("Bo").pk).update(quiet_from=22, quiet_until=7)
    match = begun(NOON + 11 * HOUR)
    assert deadline_of(match) == NOON + 2 * DAY + 19 * HOUR
    assert words(match) == ["It avoids a player’s quiet hours."]
    other = begun(NOON + 11 * HOUR, terms=Terms(respects_quiet_hours=False))
    assert deadline_of(other) == NOON + 2 * DAY + 11 * HOUR


def test_weekends_off_count_only_where_the_table_agreed_on_them() -> None:
    Member.objects.filter(pk=member("Bo").pk).update(has_weekends_off=True)
    friday = NOON + 3 * DAY
    assert deadline_of(begun(friday)) == friday + 2 * DAY
    match = begun(friday, terms=Terms(rests_on_weekends=True))
    assert deadline_of(match) == friday + 4 * DAY
    assert words(match) == ["A player’s weekend off doesn’t count."]


def test_nobody_is_reminded_in_quiet_hours() -> None:
    Member.objects.filter(pk=member("Bo").pk).update(quiet_from=1, quiet_until=9)
    match = begun(terms=Terms(respects_quiet_hours=False))  # due at noon, reminder at six
    deadline = deadline_of(match)
    sweep_at(match, deadline - 5 * HOUR)
    reminded = OutboundMail.objects.filter(kind="reminder")
    assert "bo@example.org" not in {row.address for row in reminded}
    sweep_at(match, deadline - 3 * HOUR + timedelta(seconds=1))
    assert "bo@example.org" in {row.address for row in reminded.all()}


def test_reminders_grow_more_frequent_where_the_member_wants_that() -> None:
    Member.objects.filter(pk=member("Bo").pk).update(reminders=3)
    match = begun()
    for hours in (23, 25, 37, 39, 41, 43, 47):
        sweep_at(match, NOON + hours * HOUR)
    reminded = OutboundMail.objects.filter(kind="reminder")
    assert reminded.filter(address="bo@example.org").count() == 3
    assert reminded.filter(address="anna@example.org").count() == 1


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [
        (date(2026, 12, 5), date(2026, 12, 3), "absence-backwards"),
        (date(2026, 11, 1), date(2026, 11, 20), "absence-past"),
        (date(2026, 12, 5), date(2027, 3, 5), "absence-too-long"),
        (date(2028, 12, 5), date(2028, 12, 6), "absence-too-far"),
    ],
)
def test_days_that_cannot_be_announced_are_refused(first: date, last: date, code: str) -> None:
    with clock.simulated(NOON), pytest.raises(AbsenceError) as refused:
        declare_absence(member("Bo"), first, last)
    assert refused.value.code == code
    assert not Absence.objects.exists()


def test_absences_that_meet_become_one_and_are_not_without_number() -> None:
    away("Bo", 2, 4)
    away("Bo", 5, 6)
    assert [(row.first_day, row.last_day) for row in absences_ahead(member("Bo"), NOON)] == [
        (december(2), december(6))
    ]
    with clock.simulated(NOON):
        for number in range(19):
            day = date(2027, 2, 1) + timedelta(days=3 * number)
            declare_absence(member("Bo"), day, day)
        with pytest.raises(AbsenceError) as refused:
            declare_absence(member("Bo"), date(2027, 8, 1), date(2027, 8, 1))
    assert refused.value.code == "too-many-absences"


def test_a_deadline_that_was_moved_for_an_absence_passes_like_any_other() -> None:
    away("Bo", 2, 4)
    match = begun()
    pass_deadline(match)
    assert match.phase_number == 2
