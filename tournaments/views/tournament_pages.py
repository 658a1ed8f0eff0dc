"""Looking at tournaments: the lists, one tournament, its standings, rounds, entries and log."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.db.models import F, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.safestring import mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from games.common import clock
from games.models import Match
from games.views.request_helpers import in_member_zone, member_of
from tournaments.formats.registry import format_of
from tournaments.models import (
    Entry,
    EntryStanding,
    LogEntry,
    Official,
    Pairing,
    PairingSeat,
    Tournament,
)
from tournaments.pictures.timeline import Span, ticks, timeline
from tournaments.presentation import names
from tournaments.presentation.needs import NeedTold, need_told
from tournaments.presentation.standings_tables import points_shown
from tournaments.presentation.terms import terms_in_words
from tournaments.selectors import tournament_lists
from tournaments.selectors.access import own_office
from tournaments.selectors.kept_standings import names_of, placed
from tournaments.selectors.log_params import CorrectedParams, params_of
from tournaments.selectors.needs import NeedRows, need_of
from tournaments.selectors.rounds import CountedRound, TableLine
from tournaments.services import substitutes
from tournaments.services.byes import rounds_ahead
from tournaments.views.log_lines import log_lines
from tournaments.views.paging import page_of
from tournaments.views.standings_pages import common, drawn_bracket
from tournaments.views.tournament_access import SeenTournament, seen_tournament, token_in

FINISHED_ON_A_PAGE = 20
TOP = 8
NAMES = 60
"""Entrants that are listed at a time."""
FEW_TABLES = 12
MOST_OWN, MOST_SPANS = 30, 20
"""The latest tables of one's own, and rounds on the calendar."""
LOGGED = 300


@require_safe
@in_member_zone
def tournaments(request: HttpRequest) -> HttpResponse:
    """All listed tournaments, and one's own."""
    member = member_of(request)
    page = _page(request)
    offset = (page - 1) * FINISHED_ON_A_PAGE
    over = tournament_lists.finished(member, FINISHED_ON_A_PAGE + 1, offset)
    context = {
        "mine": tournament_lists.mine(member) if member and page == 1 else [],
        "open": tournament_lists.open_for_entries(member) if page == 1 else [],
        "running": tournament_lists.running(member) if page == 1 else [],
        "finished": over[:FINISHED_ON_A_PAGE],
        "has_more": len(over) > FINISHED_ON_A_PAGE,
        "page": page,
        "now": clock.now(),
    }
    return render(request, "tournaments/list.html", context)


def _page(request: HttpRequest) -> int:
    word = request.GET.get("page", "1")
    return int(word) if word.isascii() and word.isdigit() and 0 < int(word) < 10_000 else 1


def _bot_accounts(row: Tournament) -> str:
    """What the tournament says of members' bots, in words."""
    stated = row.stated_bot_accounts
    return str(Match.BotAccounts(stated).label)


@require_safe
@in_member_zone
def tournament(request: HttpRequest, code: str) -> HttpResponse:
    """One tournament: what it is, how it stands, and what one can do."""
    seen = seen_tournament(request, code)
    row, setup = seen.tournament, seen.setup
    open_rounds = [one for one in seen.counted_rounds if one.row.closed_at is None][-3:]
    tables = _tables(seen, open_rounds)
    own = _own_tables(seen, tables)
    top = _first_places(seen)
    context = (
        common(seen)
        | {
            "terms": terms_in_words(setup, max(seen.summary.entries, row.least_entries)),
            "bot_accounts": _bot_accounts(row),
            "top": [(one, points_shown(one.figures)) for one in top],
            "winners": [one.name for one in top if one.place == 1],  # type: ignore[attr-defined]
            "need": _need(seen, top, [table for _round, table, *_rest in own]),
            "open_rounds": [(one, _few(one, tables)) for one in open_rounds],
            "own_tables": own,
            "is_playing": any(table.is_open for _round, table, *_rest in own),
            "timeline": _timeline(seen.counted_rounds[-MOST_SPANS:]),
            **drawn_bracket(request, seen),
            "has_report": setup.table_size == 2,
            "can_enter": can_enter(seen),
            "is_full": row.most_entries is not None and seen.summary.entered >= row.most_entries,
            "given_token": token_in(request),
            "site_url": settings.SITE_URL,
            "token": row.invitation_token if seen.is_organiser else "",
            "officials": _officials(seen),
            "half_byes": setup.half_byes,
            "bye_rounds": _bye_rounds(seen),
            "office": _asked_to_help(seen),
            **_entrants(request, seen),
        }
    )
    return render(request, "tournaments/tournament.html", context)


def _bye_rounds(seen: SeenTournament) -> Sequence[int]:
    """The rounds that one may still ask to sit out."""
    if not seen.setup.half_byes or seen.tournament.is_over:
        return ()
    ahead = rounds_ahead(seen.setup, len(seen.counted_rounds))
    return [number for number in ahead if number != seen.setup.rounds]


def _entrants(request: HttpRequest, seen: SeenTournament) -> dict[str, object]:
    """Who is in it, a page of them; the first who wait; and places that one who waits may take."""
    row, waiting = seen.tournament, seen.summary.waiting
    page = page_of(request, seen.summary.entered, NAMES, name="players")
    rows = row.entries.order_by("pk")
    in_it = rows.filter(status=Entry.Status.ENTERED).values("pk", "rating", "member__name")
    queue = rows.filter(status=Entry.Status.WAITING).values("member__name")
    may_take = (
        row.status == Tournament.Status.RUNNING
        and seen.entry is not None
        and seen.entry.status == Entry.Status.WAITING
    )
    return {
        "entered_count": seen.summary.entered,
        "entered": in_it[page.first : page.last],
        "players_page": page,
        "waiting": queue[:NAMES] if waiting else [],
        "waiting_more": waiting > NAMES,
        "vacant": substitutes.vacant_entries(row)[:NAMES] if may_take else [],
    }


def _tables(seen: SeenTournament, rounds: Sequence[CountedRound]) -> list[TableLine]:
    """The looker's latest tables, and those of these rounds that have few."""
    few = [one.row.pk for one in rounds if one.table_count <= FEW_TABLES]
    wanted = Q(round__in=few)
    if seen.entry is not None:
        own = PairingSeat.objects.filter(entry=seen.entry).order_by("-pairing")
        wanted |= Q(pk__in=own.values("pairing")[:MOST_OWN])
    elif not few:
        return []
    return seen.tables(Pairing.objects.filter(wanted).order_by("round__number", "number"))


def _few(one: CountedRound, tables: Sequence[TableLine]) -> list[TableLine]:
    if one.table_count > FEW_TABLES:
        return []
    return [table for table in tables if table.pairing.round_id == one.row.pk]


def _officials(seen: SeenTournament) -> list[Official]:
    return [row for row in seen.officials if row.accepted_at is not None]


def _asked_to_help(seen: SeenTournament) -> Official | None:
    """An office that waits for the reader's answer."""
    row = own_office(seen.tournament, seen.member, seen.officials)
    return row if row is not None and row.accepted_at is None else None


def _first_places(seen: SeenTournament) -> list[EntryStanding]:
    """The first places, and one's own below them."""
    if not seen.counted_rounds:
        return []
    own = seen.entry.pk if seen.entry is not None else 0
    rows = placed(seen.tournament).filter(Q(rank__lte=TOP) | Q(entry=own))
    return list(rows.defer("workings").annotate(name=F("entry__member__name")))


def _need(
    seen: SeenTournament, top: Sequence[EntryStanding], tables: Sequence[TableLine]
) -> NeedTold | None:
    """Where the looker stands, what they need and whom they wait for, while they play in it."""
    if seen.entry is None:
        return None
    own = next((one for one in top if one.entry_id == seen.entry.pk), None)
    size = next((len(table.seats) for table in tables if table.is_open), 0)
    rows = NeedRows(seen.summary, seen.counted_rounds, own, size)
    found = need_of(seen.tournament, seen.entry, rows)
    return None if found is None else need_told(found)


def can_enter(seen: SeenTournament) -> bool:
    """Whether the page offers a place; the service has the last word."""
    row = seen.tournament
    is_open = row.status == Tournament.Status.ENTRIES or (
        row.status == Tournament.Status.RUNNING and format_of(row.format).accepts_late
    )
    gone = {Entry.Status.ENTERED, Entry.Status.WAITING, Entry.Status.REMOVED}
    return is_open and (seen.entry is None or seen.entry.status not in gone)


def _own_tables(
    seen: SeenTournament, tables: Sequence[TableLine]
) -> list[tuple[CountedRound, TableLine, str, int | None]]:
    """The looker's tables: the round of each, the others' names, and the place there."""
    if seen.entry is None:
        return []
    entry = seen.entry
    rounds = {one.row.pk: one for one in seen.counted_rounds}
    return [
        (
            rounds[table.pairing.round_id],
            table,
            ", ".join(seat.name for seat in table.others(entry)),
            table.seat_of(entry).place,
        )
        for table in tables
        if any(seat.entry == entry.pk for seat in table.seats)
    ]


def _timeline(rounds: Sequence[CountedRound]) -> str:
    if not rounds:
        return ""
    now = clock.now()
    spans = [
        Span(
            name=names.round_name(one.row.number, one.row.stage),
            label=_round_label(one),
            dealt_at=one.row.dealt_at,
            deadline_at=one.row.deadline_at,
            closed_at=one.row.closed_at,
            ended=one.ended,
            open=one.open_count,
        )
        for one in rounds
    ]
    days = [date_format(localtime(at), gettext("j M")) for at in ticks(spans, now)]
    svg = timeline(spans, now, days, gettext("The rounds on the calendar"))
    return mark_safe(svg)  # noqa: S308  every word in it has been escaped


def _round_label(one: CountedRound) -> str:
    state = (
        gettext("over")
        if one.row.closed_at
        else ngettext("%(count)d match runs", "%(count)d matches run", one.open_count)
        % {"count": one.open_count}
    )
    return gettext("%(round)s: started %(dealt)s, %(state)s") % {
        "round": names.round_name(one.row.number, one.row.stage),
        "dealt": date_format(localtime(one.row.dealt_at), gettext("j M")),
        "state": state,
    }


@require_safe
@in_member_zone
def log(request: HttpRequest, code: str) -> HttpResponse:
    """Everything that was done to the tournament, by whom and why."""
    seen = seen_tournament(request, code)
    rows = list(
        seen.tournament.log.select_related("by", "match")
        .defer("match__state")
        .order_by("-id")[:LOGGED]
    )
    corrected = [row for row in rows if row.action == LogEntry.Action.CORRECTED]
    called = names_of(
        seen.tournament,
        {entry for row in corrected for entry in params_of(row, CorrectedParams).new},
    )
    told = [
        (
            row,
            log_lines(row, called),
            row.match if row.match is not None and seen.may_watch(row.match) else None,
        )
        for row in rows
    ]
    return render(request, "tournaments/log.html", common(seen) | {"log": told})
