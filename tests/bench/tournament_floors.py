"""The floors of tournament pages: who asks and the rows that the page shows, by Django's plain
means, in a small template."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from games.models import Member
from games.views.request_helpers import member_of
from tests.bench.page_floors import small_page
from tournaments.models import Entry, EntryStanding, Pairing, PairingSeat, Tournament
from tournaments.selectors.kept_standings import workings_kept

Lines = list[tuple[object, object]]
LINES, TABLES, CROSSED, NAMES, TOP, LOGGED, BOXES = 50, 40, 50, 60, 8, 300, 36
"""As many as the pages show."""


def fair_tournament_page(request: HttpRequest, page: str, code: str) -> HttpResponse:
    """What one of a tournament's pages shows an entrant, read as the tutorial would."""
    member = member_of(request)
    row = Tournament.objects.select_related("organiser").get(code=code)
    own = row.entries.filter(member=member).first()
    rounds = list(row.rounds.defer("reasons"))
    lines: Lines = [(one.number, one.dealt_at) for one in rounds]
    return small_page(code, lines + PAGES[page](row, own, member))


def _entries(row: Tournament, count: int) -> list[Entry]:
    return list(row.entries.select_related("member").order_by("place", "pk")[:count])


def _told(entries: Iterable[Entry]) -> Lines:
    return [(one.member.name, one.rating) for one in entries]


def _seats(tables: Iterable[Pairing]) -> Lines:
    return [
        (f"{table.number} {seat.entry.member.name}", seat.points)
        for table in tables
        for seat in table.seats.all()
    ]


def _tables(**wanted: object) -> QuerySet[Pairing]:
    rows = Pairing.objects.filter(**wanted).select_related("match").defer("match__state")
    return rows.prefetch_related("seats__entry__member").order_by("round__number", "number")


def _overview(row: Tournament, own: Entry | None, _member: Member | None) -> Lines:
    lines: Lines = [("entered", row.entries.filter(status="entered").count())]
    lines += [(one.role, one.member) for one in row.officials.select_related("member")]
    lines += _told(_entries(row, TOP)) + _told(_entries(row, NAMES))
    return lines + _seats(_tables(seats__entry=own))


def _standings(row: Tournament, _own: Entry | None, _member: Member | None) -> Lines:
    rows = row.entries.select_related("member", "standing").defer("standing__workings")
    kept = rows.filter(standing__line__isnull=False).order_by("standing__line")[:LINES]
    return [(one.member.name, one.standing.figures) for one in kept]


def _sums(row: Tournament, own: Entry | None, member: Member | None) -> Lines:
    kept = EntryStanding.objects.select_related("entry__member").get(entry=row.entries.first())
    met = row.entries.filter(seats__pairing__seats__entry=kept.entry).select_related("member")
    lines = _standings(row, own, member) + _told(met)
    return [*lines, *((one.key, one.terms) for one in workings_kept(kept))]


def _round(row: Tournament, _own: Entry | None, _member: Member | None) -> Lines:
    last = row.rounds.latest("number")
    return _seats(_tables(round=last)[:TABLES])


def _cross(row: Tournament, _own: Entry | None, _member: Member | None) -> Lines:
    entries = _entries(row, CROSSED)
    seats = PairingSeat.objects.filter(entry__in=entries).select_related("pairing__round")
    met = PairingSeat.objects.filter(pairing__in=[one.pairing_id for one in seats])
    lines: Lines = [(one.pairing.number, one.points) for one in seats]
    return lines + [
        (one.entry.member.name, one.place) for one in met.select_related("entry__member")
    ]


def _entry(_row: Tournament, own: Entry | None, _member: Member | None) -> Lines:
    lines = _seats(_tables(seats__entry=own))
    assert own is not None
    return [*lines, *((one.former, one.round) for one in own.substitutions.all())]


def _bracket(row: Tournament, _own: Entry | None, _member: Member | None) -> Lines:
    return _seats(_tables(round__tournament=row)[:BOXES])


def _log(row: Tournament, _own: Entry | None, _member: Member | None) -> Lines:
    return [(one.action, one.at) for one in row.log.select_related("by", "match")[:LOGGED]]


PAGES: dict[str, Callable[[Tournament, Entry | None, Member | None], Lines]] = {
    "overview": _overview,
    "standings": _standings,
    "sums": _sums,
    "round": _round,
    "cross": _cross,
    "entry": _entry,
    "bracket": _bracket,
    "log": _log,
}
