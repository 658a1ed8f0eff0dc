"""Absences: days that a member announces, so that deadlines can keep clear of them."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.db import models, transaction

from games.common import clock
from games.common.errors import AbsenceError
from games.models import Absence, Match, Member
from games.services.phase_deadlines import bring_deadline_back, reset_deadline
from games.services.running_matches import lock_match, running

LONGEST = 60
"""Days of one absence."""
FURTHEST = 365
"""So many days ahead an absence may begin."""
MOST_AHEAD = 20


def declare_absence(member: Member, first_day: date, last_day: date) -> Absence:
    """Announce that the member is away on these days, both included, in their own zone.

    Deadlines of decisions that await the member move at once, with an entry of the ledger. Days
    that have passed are left out; one absence that meets another becomes one with it. Raises
    AbsenceError with `absence-backwards`, `absence-past`, `absence-too-long` or `absence-too-far`
    (params: `most` days), or `too-many-absences`.
    """
    now = clock.now()
    today = member_today(member, now)
    _check_days(first_day, last_day, today)
    with transaction.atomic():
        Member.objects.select_for_update(of=("self",)).get(pk=member.pk)
        absence = Absence(
            member=member, first_day=max(first_day, today), last_day=last_day, declared_at=now
        )
        _join_neighbours(absence)
        if absences_ahead(member, now).count() >= MOST_AHEAD:
            raise AbsenceError("too-many-absences", most=MOST_AHEAD)
        absence.save()
    _move_open_deadlines(member, now)
    return absence


def _move_open_deadlines(member: Member, now: datetime) -> None:
    """Deadlines that run already move for the absence as well, each with its ledger entry.

    Each match in a transaction of its own, so that never two of them are locked at once.
    """
    for match_id in list(_waiting_for(member).values_list("pk", flat=True)):
        with transaction.atomic():
            match = lock_match(match_id)
            if match.status == Match.Status.RUNNING:
                _move_deadline(match, member, clock.now())


def _waiting_for(member: Member) -> models.QuerySet[Match]:
    return Match.objects.filter(
        status=Match.Status.RUNNING, respects_absences=True, players__member=member
    )


def _move_deadline(match: Match, member: Member, now: datetime) -> None:
    """Move the deadline if the member is asked now and it has not passed yet."""
    if match.deadline_at is None or now > match.deadline_at:
        return
    with running(match) as play:
        asked = [play.players[seat] for seat in play.awaited]
        if not any(row.member_id == member.pk and not row.bot for row in asked):
            return
        if reset_deadline(play, member, now) is not None:
            if match.revise_until is None and not play.row.held:
                play.row.wake_at = match.deadline_at
            play.row.remind_at = now


def withdraw_absence(*, member: Member, absence_id: int) -> None:
    """Take an announced absence back; deadlines that were promised stay as they are.

    Raises AbsenceError `no-absence`.
    """
    deleted, _rows = Absence.objects.filter(member=member, pk=absence_id).delete()
    if not deleted:
        raise AbsenceError("no-absence")


def end_absence(member: Member, absence: Absence) -> int:
    """The member is back before the end of an absence that runs; returns how many deadlines moved.

    What the absence had moved comes back to where it was, though to no earlier moment than half of
    the time for a decision from now: others may have counted on it. The ledger says why.
    """
    now = clock.now()
    withdraw_absence(member=member, absence_id=absence.pk)
    moved = 0
    for match_id in list(_waiting_for(member).values_list("pk", flat=True)):
        with transaction.atomic():
            match = lock_match(match_id)
            if match.status == Match.Status.RUNNING:
                moved += _move_back(match, member, now)
    return moved


def _move_back(match: Match, member: Member, now: datetime) -> bool:
    if match.deadline_at is None or now > match.deadline_at or match.banks_open_since is not None:
        return False
    with running(match) as play:
        asked = [play.players[seat] for seat in play.awaited]
        if not any(row.member_id == member.pk and not row.bot for row in asked):
            return False
        if bring_deadline_back(play, member, now) is None:
            return False
        if match.revise_until is None and not play.row.held:
            play.row.wake_at = match.deadline_at
        play.row.remind_at = now
    return True


def absences_ahead(member: Member, now: datetime) -> models.QuerySet[Absence]:
    """The member's absences that are not over, the earliest first."""
    return Absence.objects.filter(member=member, last_day__gte=member_today(member, now))


def member_today(member: Member, now: datetime) -> date:
    """The day that it is for this member."""
    return now.astimezone(member.zone).date()


def _check_days(first_day: date, last_day: date, today: date) -> None:
    if last_day < first_day:
        raise AbsenceError("absence-backwards")
    if last_day < today:
        raise AbsenceError("absence-past")
    if last_day - max(first_day, today) >= timedelta(days=LONGEST):
        raise AbsenceError("absence-too-long", most=LONGEST)
    if first_day - today > timedelta(days=FURTHEST):
        raise AbsenceError("absence-too-far", most=FURTHEST)


def _join_neighbours(absence: Absence) -> None:
    """Take in the absences that overlap this one or meet it."""
    day = timedelta(days=1)
    met = Absence.objects.filter(
        member=absence.member,
        first_day__lte=absence.last_day + day,
        last_day__gte=absence.first_day - day,
    )
    for other in met:
        absence.first_day = min(absence.first_day, other.first_day)
        absence.last_day = max(absence.last_day, other.last_day)
    met.delete()
