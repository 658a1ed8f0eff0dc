"""Tournaments in lists: those to enter, those that run, those that are over, and one's own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, F, Max, Min, Q, QuerySet

from games.models import Member
from games.models.fixed_queries import FixedQuery
from tournaments.models import Entry, Official, PairingSeat, Series, Tournament
from tournaments.selectors.access import organised_by

Status = Tournament.Status
PLAYING = Q(entries__status__in=[Entry.Status.ENTERED])
MOST_AWAITING = 20
HERE = (Entry.Status.INVITED, Entry.Status.ENTERED, Entry.Status.WAITING)


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """A tournament in a list. `entry` is the looker's own, if they have one."""

    tournament: Tournament
    entries: int
    round: int
    entry: Entry | None


@dataclass(frozen=True, slots=True)
class Awaiting:
    """A tournament of one's own, and why it is worth a look.

    `what` is `invited`, `check-in` (is asked for now), `next-round` (no table of one's own is
    open), `office` (help is asked for), and for the organiser `to-open` and `to-start` (enough
    have entered).
    """

    tournament: Tournament
    what: str


def awaiting(member: Member, now: datetime) -> list[Awaiting]:
    """What awaits a member in tournaments, in four queries."""
    entries = _ENTRIES.rows(member.pk)
    seats = PairingSeat.objects.filter(entry__in=entries, pairing__decided_at=None)
    seated = set(seats.values_list("entry", flat=True)) if entries else set()
    lines = [
        Awaiting(row.tournament, what)
        for row in entries
        if (what := _wanted(row, now, is_seated=row.pk in seated))
    ]
    asked = _offices(member).filter(accepted_at=None)
    asked = asked.exclude(tournament__status__in=[Status.FINISHED, Status.CANCELLED])
    lines += [Awaiting(row.tournament, "office") for row in asked.select_related("tournament")]
    return lines + [
        Awaiting(row, "to-open" if row.status == Status.DRAFT else "to-start")
        for row in _TO_BEGIN.rows(member.pk)
    ]


def _entries(member: Any) -> QuerySet[Entry]:
    going_on = [Status.ENTRIES, Status.RUNNING]
    rows = Entry.objects.filter(member=member, status__in=HERE, tournament__status__in=going_on)
    return rows.select_related("tournament").order_by("-tournament__created_at")[:MOST_AWAITING]


def _to_begin(organiser: Any) -> QuerySet[Tournament]:
    unstarted = [Status.DRAFT, Status.ENTRIES]
    return (
        Tournament.objects.filter(organiser=organiser, status__in=unstarted, starts_at=None)
        .annotate(entered=Count("entries", filter=PLAYING))
        .filter(Q(status=Status.DRAFT, opens_at=None) | Q(entered__gte=F("least_entries")))
        .order_by("-created_at")[:MOST_AWAITING]
    )


_ENTRIES, _TO_BEGIN = FixedQuery(_entries), FixedQuery(_to_begin)


def _wanted(row: Entry, now: datetime, *, is_seated: bool) -> str:
    """Why a member should look at the tournament of this entry; "" where nothing is to be done."""
    made = row.tournament
    if row.status == Entry.Status.INVITED:
        return "invited" if made.status == Status.ENTRIES else ""
    if made.status == Status.ENTRIES:
        asks = bool(made.check_in) and made.starts_at is not None and row.checked_in_at is None
        is_time = made.starts_at is not None and now >= made.starts_at - made.check_in
        return "check-in" if asks and is_time else ""
    is_in = row.status == Entry.Status.ENTERED and row.until_round is None and not row.out_after
    return "next-round" if is_in and not is_seated else ""


def open_for_entries(member: Member | None, limit: int = 50) -> list[TournamentLine]:
    """Listed tournaments that can be entered, the one that starts next on top."""
    rows = Tournament.objects.filter(status=Status.ENTRIES, is_public=True)
    return _lines(rows.order_by(F("starts_at").asc(nulls_last=True), "-created_at")[:limit], member)


def running(member: Member | None, limit: int = 50) -> list[TournamentLine]:
    """Listed tournaments that run, the newest first."""
    rows = Tournament.objects.filter(status=Status.RUNNING, is_public=True)
    return _lines(rows.order_by("-started_at")[:limit], member)


def finished(member: Member | None, limit: int = 20, offset: int = 0) -> list[TournamentLine]:
    """Listed tournaments that are over, the newest first."""
    rows = Tournament.objects.filter(status=Status.FINISHED, is_public=True)
    return _lines(rows.order_by("-finished_at")[offset : offset + limit], member)


def mine(member: Member, limit: int = 50) -> list[TournamentLine]:
    """What the member plays in, waits for, is invited to or organises, and is not over."""
    over = [Status.FINISHED, Status.CANCELLED]
    entered = Entry.objects.filter(member=member, status__in=HERE).values("tournament")
    rows = Tournament.objects.filter(Q(pk__in=entered) | organised_by(member)).exclude(
        status__in=over
    )
    return _lines(rows.order_by("-created_at")[:limit], member)


def organised(member: Member, limit: int = 50) -> list[TournamentLine]:
    """What the member organises or helps to run, and is not over."""
    over = [Status.FINISHED, Status.CANCELLED]
    rows = Tournament.objects.filter(organised_by(member)).exclude(status__in=over)
    return _lines(rows.order_by("-created_at")[:limit], member)


def helped(member: Member, limit: int = 50) -> list[TournamentLine]:
    """What the member helps to run or is asked to, and is not over."""
    over = [Status.FINISHED, Status.CANCELLED]
    rows = Tournament.objects.filter(pk__in=_offices(member).values("tournament"))
    return _lines(rows.exclude(status__in=over).order_by("-created_at")[:limit], member)


def _offices(member: Member) -> QuerySet[Official]:
    """Those of a member, said yes to or not yet."""
    return Official.objects.filter(
        Q(member=member) | Q(member=None, invited_as__iexact=member.email)
    )


class Named(NamedTuple):
    """A tournament by code and name."""

    code: str
    name: str


def named(member: Member, limit: int = 200) -> list[Named]:
    """The tournaments that the member may call by name, in one query: their own of whatever kind,
    and the listed ones; the newest first."""
    entered = Entry.objects.filter(member=member, status__in=HERE).values("tournament")
    listed = Q(is_public=True) & ~Q(status=Status.DRAFT)
    own = Q(pk__in=entered) | Q(pk__in=_offices(member).values("tournament")) | organised_by(member)
    rows = Tournament.objects.filter(own | listed)
    rows = rows.exclude(status=Status.CANCELLED).distinct().order_by("-created_at")
    return [Named(*row) for row in rows.values_list("code", "name")[:limit]]


def searched(
    member: Member | None,
    *,
    is_mine: bool = False,
    status: str | None = None,
    game: str | None = None,
    format_key: str | None = None,
    limit: int,
    offset: int = 0,
) -> list[TournamentLine]:
    """Listed tournaments, or one's own of whatever kind, that fit; the newest first."""
    rows = Tournament.objects.filter(is_public=True).exclude(status=Status.DRAFT)
    if is_mine and member is not None:
        entered = Entry.objects.filter(member=member, status__in=HERE).values("tournament")
        rows = Tournament.objects.filter(Q(pk__in=entered) | organised_by(member))
        rows = rows.exclude(~organised_by(member), status=Status.DRAFT)
    wanted = {"status": status, "game": game, "format": format_key}
    rows = rows.filter(**{name: value for name, value in wanted.items() if value is not None})
    return _lines(rows.order_by("-created_at", "-pk")[offset : offset + limit], member)


def seasons(series: Series, member: Member | None) -> list[TournamentLine]:
    """The listed tournaments of a series, the newest season first."""
    rows = series.tournaments.filter(is_public=True).exclude(status=Status.DRAFT)
    return _lines(rows.order_by("-season"), member)


class SeasonTableRow(NamedTuple):
    """A member over all seasons of a series."""

    name: str
    won: int
    on_podium: int
    played: int
    best: int


def season_table(series: Series, limit: int = 50) -> list[SeasonTableRow]:
    """Who has won most of a series' listed seasons: then podiums, then seasons played."""
    rows = (
        Entry.objects.filter(
            tournament__series=series,
            tournament__is_public=True,
            tournament__status=Status.FINISHED,
            place__isnull=False,
        )
        .exclude(status=Entry.Status.REMOVED)
        .values("member__name")
        .annotate(
            won=Count("pk", filter=Q(place=1)),
            on_podium=Count("pk", filter=Q(place__lte=3)),
            played=Count("pk"),
            best=Min("place"),
        )
        .order_by("-won", "-on_podium", "best", "-played", "member__name")
    )
    return [
        SeasonTableRow(
            row["member__name"], row["won"], row["on_podium"], row["played"], row["best"]
        )
        for row in rows[:limit]
    ]


def _lines(rows: QuerySet[Tournament], member: Member | None) -> list[TournamentLine]:
    """Lines in two queries, whatever their number."""
    found = list(
        rows.annotate(
            entered=Count("entries", filter=PLAYING, distinct=True), last=Max("rounds__number")
        )
    )
    own = (
        {
            entry.tournament_id: entry
            for entry in Entry.objects.filter(tournament__in=found, member=member)
        }
        if member is not None
        else {}
    )
    return [TournamentLine(one, one.entered, one.last or 0, own.get(one.pk)) for one in found]
