"""What stands in a member's calendar beside deadlines: absences, and what tournaments add."""

from __future__ import annotations

from datetime import timedelta
from typing import cast

from games.common import clock
from games.common.calendar_entry import CalendarEntry
from games.common.signals import calendar_wanted
from games.models import Absence, Member


def announced_absences(member: Member) -> list[Absence]:
    """Those that are not over yet, the first day first."""
    today = clock.now().astimezone(member.zone).date()
    rows = Absence.objects.filter(member=member, last_day__gte=today - timedelta(days=1))
    return list(rows.order_by("first_day", "pk"))


def calendar_entries(member: Member) -> list[CalendarEntry]:
    """What whoever listens adds for the member, the earliest first."""
    answers = calendar_wanted.send(sender=calendar_entries, member=member)
    found: list[CalendarEntry] = []
    for _receiver, entries in answers:
        found += cast("list[CalendarEntry]", entries)
    return sorted(found, key=lambda entry: (entry.begins_at, entry.uid))
