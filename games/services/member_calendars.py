"""The calendars of members, as far as a match respects them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from games.models import Absence, Match, Member, Player
from games.services.deadline_calculation import Habits

NONE = timedelta(0)


class AbsenceBook:
    """The announced absences of these members, read in one query when the first is asked for."""

    def __init__(self, member_ids: Iterable[int | None]) -> None:
        self._ids = {pk for pk in member_ids if pk is not None}
        self._days: dict[int, tuple[tuple[date, date], ...]] | None = None

    def of(self, member_id: int, now: datetime) -> tuple[tuple[date, date], ...]:
        """The days away of one of the members, as far as they are not long past."""
        if self._days is None:
            found: dict[int, tuple[tuple[date, date], ...]] = {}
            yesterday = now.date() - timedelta(days=1)
            rows = Absence.objects.filter(member__in=self._ids, last_day__gte=yesterday)
            for row in rows.order_by("first_day"):
                days = (row.first_day, row.last_day)
                found[row.member_id] = (*found.get(row.member_id, ()), days)
            self._days = found
        return self._days.get(member_id, ())


def habits_of(
    match: Match, player: Player, member: Member, book: AbsenceBook, now: datetime
) -> Habits:
    """The member's calendar as far as the match respects it."""
    left = NONE
    absences: tuple[tuple[date, date], ...] = ()
    if match.respects_absences:
        left = max(NONE, match.absence_cap - player.absence_used + player.absence_drawn)
        absences = book.of(member.pk, now) if left else ()
    return Habits(
        zone=member.time_zone,
        quiet=quiet_hours(member) if match.respects_quiet_hours else None,
        has_weekends_off=match.rests_on_weekends and member.has_weekends_off,
        absences=absences,
        absence_left=left,
    )


def quiet_hours(member: Member) -> tuple[int, int] | None:
    """From and until which local hour the member is not to be asked; None for never."""
    if member.quiet_from is None or member.quiet_until is None:
        return None
    if member.quiet_from == member.quiet_until:
        return None
    return member.quiet_from, member.quiet_until


def personal_habits(member: Member) -> Habits:
    """The member's zone and quiet hours, which every reminder respects, whatever the match."""
    return Habits(zone=member.time_zone, quiet=quiet_hours(member))
