"""A member's tournaments in their calendar: when one starts, and the rounds that they play."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.urls import reverse
from django.utils.translation import gettext as _

from games.common.calendar_entry import CalendarEntry
from games.common.site_links import site_link
from games.models import Member
from games.rules.registry import GAMES
from tournaments.letters.tables import listed
from tournaments.models import Entry, Pairing, Tournament
from tournaments.presentation.names import round_name

SHOWN_FOR = timedelta(minutes=15)


def tournament_entries(member: Member) -> list[CalendarEntry]:
    """Starts that are set, and beginning and deadline of the rounds in which the member's table is
    still open; in two queries and one for all names.
    """
    return [*_starts(member), *_rounds(member)]


def _starts(member: Member) -> Iterator[CalendarEntry]:
    rows = Tournament.objects.filter(
        status=Tournament.Status.ENTRIES,
        starts_at__isnull=False,
        entries__member=member,
        entries__status=Entry.Status.ENTERED,
    )
    for row in rows:
        if row.starts_at is None:
            continue
        yield CalendarEntry(
            uid=f"tournament-{row.pk}-start",
            begins_at=row.starts_at,
            ends_at=row.starts_at + SHOWN_FOR,
            changed_at=row.created_at,
            sequence=_minutes(row.starts_at - row.created_at),
            summary=_("%(tournament)s starts") % {"tournament": row.name},
            description=GAMES[row.game].name,
            link=site_link("tournament", code=row.code),
        )


def _rounds(member: Member) -> Iterator[CalendarEntry]:
    rows = (
        Pairing.objects.filter(
            seats__entry__member=member,
            decided_at=None,
            round__tournament__status=Tournament.Status.RUNNING,
        )
        .select_related("round__tournament")
        .prefetch_related("seats__entry__member")
        .order_by("pk")
    )
    for row in rows:
        yield from _round_of(row, member)


def _round_of(row: Pairing, member: Member) -> Iterator[CalendarEntry]:
    """When the member's table of a round begins, and by when it ends."""
    tournament, dealt_at = row.round.tournament, row.dealt_at
    others = [
        seat.entry.member.name for seat in row.seats.all() if seat.entry.member_id != member.pk
    ]
    begins, ends = _("%(tournament)s, %(round)s begins"), _("%(tournament)s, %(round)s ends")
    if others:
        begins = _("%(tournament)s, %(round)s begins, with %(names)s")
        ends = _("%(tournament)s, %(round)s ends, with %(names)s")
    what = {
        "tournament": tournament.name,
        "round": round_name(row.round.number, row.stage),
        "names": listed(others),
    }
    path = reverse("tournament-round", args=[tournament.code, row.round.number])
    begin = CalendarEntry(
        uid=f"pairing-{row.pk}-begin",
        begins_at=dealt_at,
        ends_at=dealt_at + SHOWN_FOR,
        changed_at=dealt_at,
        sequence=0,
        summary=begins % what,
        description=GAMES[tournament.game].name,
        link=site_link("home").rstrip("/") + path,
    )
    yield begin
    if row.deadline_at is not None:
        yield begin._replace(
            uid=f"pairing-{row.pk}-deadline",
            begins_at=row.deadline_at - SHOWN_FOR,
            ends_at=row.deadline_at,
            # Deadlines of rounds are only ever moved to later.
            sequence=_minutes(row.deadline_at - dealt_at),
            summary=ends % what,
        )


def _minutes(time: timedelta) -> int:
    return max(0, int(time / timedelta(minutes=1)))
