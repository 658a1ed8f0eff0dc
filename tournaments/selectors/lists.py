"""Tournaments in lists: those to enter, those that run, those that are over, and one's own."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, F, Max, Q, QuerySet

from games.models import Member
from tournaments.models import Entry, Series, Tournament

Status = Tournament.Status
PLAYING = Q(entries__status__in=[Entry.Status.ENTERED])


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """A tournament in a list. `entry` is the looker's own, if they have one."""

    tournament: Tournament
    entries: int
    round: int
    entry: Entry | None


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
    here = [Entry.Status.ENTERED, Entry.Status.WAITING, Entry.Status.INVITED]
    entered = Entry.objects.filter(member=member, status__in=here).values("tournament")
    rows = Tournament.objects.filter(Q(pk__in=entered) | Q(organiser=member)).exclude(
        status__in=over
    )
    return _lines(rows.order_by("-created_at")[:limit], member)


def seasons(series: Series, member: Member | None) -> list[TournamentLine]:
    """The listed tournaments of a series, the newest season first."""
    rows = series.tournaments.filter(is_public=True).exclude(status=Status.DRAFT)
    return _lines(rows.order_by("-season"), member)


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
