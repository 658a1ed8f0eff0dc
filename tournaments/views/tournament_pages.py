"""Looking at tournaments: the lists, one tournament, its standings, rounds, entries and log."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.safestring import mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from games.common import clock
from games.models import Match
from games.views.request_helpers import in_member_zone, member_of
from tournaments.formats.base import Ranking
from tournaments.formats.registry import format_of
from tournaments.models import Entry, Official, Tournament
from tournaments.pictures.timeline import Span, ticks, timeline
from tournaments.presentation import names, reasons
from tournaments.presentation.brackets import bracket_picture
from tournaments.presentation.needs import NeedTold, need_told
from tournaments.presentation.pairing_measures import measure_lines
from tournaments.presentation.standings_tables import (
    Placed,
    cross_table,
    placing_lines,
    points_shown,
    standings_tables,
    workings_of,
)
from tournaments.presentation.terms import terms_in_words
from tournaments.selectors import tournament_lists
from tournaments.selectors.access import own_office
from tournaments.selectors.needs import need_of
from tournaments.selectors.rounds import RoundLine, TableLine, tables_of
from tournaments.selectors.tournament_state import reasons_of
from tournaments.services import substitutes
from tournaments.values.tables import Reason
from tournaments.views.log_lines import log_lines
from tournaments.views.tournament_access import SeenTournament, seen_tournament, token_in

FINISHED_ON_A_PAGE = 20
TOP = 8


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
    state, row = seen.state, seen.tournament
    placing = placing_lines(state.setup, state.entries, state.results, state.names)
    open_rounds = [one for one in seen.rounds if one.row.closed_at is None]
    context = _common(seen) | {
        "terms": terms_in_words(state.setup, max(len(state.entries), row.least_entries)),
        "bot_accounts": _bot_accounts(row),
        "entered": _with_status(seen, Entry.Status.ENTERED),
        "waiting": _with_status(seen, Entry.Status.WAITING),
        "top": _top(seen, placing),
        "need": _need(seen),
        "open_rounds": open_rounds[-3:],
        "own_tables": _own_tables(seen),
        "is_playing": any(table.is_open for _round, table, *_rest in _own_tables(seen)),
        "timeline": _timeline(seen.rounds),
        **_drawn(seen),
        "has_report": state.setup.table_size == 2,
        "vacant": [one for one in state.rows.values() if substitutes.is_vacant(one)]
        if row.status == Tournament.Status.RUNNING
        and seen.entry is not None
        and seen.entry.status == Entry.Status.WAITING
        else [],
        "can_enter": can_enter(seen),
        "is_full": row.most_entries is not None
        and len(_with_status(seen, Entry.Status.ENTERED)) >= row.most_entries,
        "given_token": token_in(request),
        "site_url": settings.SITE_URL,
        "token": row.invitation_token if seen.is_organiser else "",
        "officials": _officials(seen),
        "half_byes": state.setup.half_byes,
        "bye_rounds": range(len(seen.rounds) + 1, state.setup.rounds)
        if state.setup.half_byes and not row.is_over
        else (),
        "office": _asked_to_help(seen),
    }
    return render(request, "tournaments/tournament.html", context)


def _officials(seen: SeenTournament) -> list[Official]:
    return [row for row in seen.officials if row.accepted_at is not None]


def _asked_to_help(seen: SeenTournament) -> Official | None:
    """An office that waits for the reader's answer."""
    row = own_office(seen.tournament, seen.member, seen.officials)
    return row if row is not None and row.accepted_at is None else None


def _top(seen: SeenTournament, placing: Sequence[Placed]) -> list[tuple[Placed, str]]:
    """The first places, and one's own below them, each with its points where points rank."""
    if not seen.rounds:
        return []
    points = points_shown(seen.state.setup, seen.state.entries, seen.state.results)
    own = seen.entry.pk if seen.entry is not None else None
    lines = [*placing[:TOP], *(one for one in placing[TOP:] if one.entry == own)]
    return [(one, points.get(one.entry, "")) for one in lines]


def _need(seen: SeenTournament) -> NeedTold | None:
    """Where the looker stands, what they need and whom they wait for, while they play in it."""
    found = need_of(seen.state, seen.entry) if seen.entry is not None else None
    return None if found is None else need_told(found)


def _common(seen: SeenTournament) -> dict[str, object]:
    return {
        "tournament": seen.tournament,
        "entry": seen.entry,
        "is_organiser": seen.is_organiser,
        "rounds": seen.rounds,
        "format_name": names.format_name(seen.tournament.format),
        "format_means": names.format_meaning(seen.tournament.format),
        "now": clock.now(),
    }


def can_enter(seen: SeenTournament) -> bool:
    """Whether the page offers a place; the service has the last word."""
    row = seen.tournament
    is_open = row.status == Tournament.Status.ENTRIES or (
        row.status == Tournament.Status.RUNNING and format_of(row.format).accepts_late
    )
    gone = {Entry.Status.ENTERED, Entry.Status.WAITING, Entry.Status.REMOVED}
    return is_open and (seen.entry is None or seen.entry.status not in gone)


def _own_tables(seen: SeenTournament) -> list[tuple[RoundLine, TableLine, str, int | None]]:
    """Every table of the looker's: its round, the others' names, and the place there."""
    if seen.entry is None:
        return []
    entry = seen.entry
    return [
        (
            one,
            table,
            ", ".join(seat.name for seat in table.others(entry)),
            table.seat_of(entry).place,
        )
        for one, table in tables_of(seen.rounds, entry)
    ]


def _with_status(seen: SeenTournament, status: Entry.Status) -> list[Entry]:
    return [row for row in seen.state.rows.values() if row.status == status]


def _drawn(seen: SeenTournament) -> dict[str, object]:
    """The bracket as SVG, in which every name has been escaped, and as columns."""
    state = seen.state
    if not seen.rounds:
        return {}
    made = bracket_picture(state.setup, state.entries, state.results, seen.sight)
    if made is None:
        return {}
    return {"bracket": mark_safe(made.svg), "columns": made.columns}  # noqa: S308


def _timeline(rounds: Sequence[RoundLine]) -> str:
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


def _round_label(one: RoundLine) -> str:
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
def standings(request: HttpRequest, code: str) -> HttpResponse:
    """All standings; `?entry=` opens the sums behind one entry's figures."""
    seen = seen_tournament(request, code)
    state = seen.state
    chosen = _chosen(request, seen)
    values = (state.setup, state.entries, state.results, state.names)
    tables = standings_tables(*values)
    is_whole = bool(tables) and state.format.ranking is Ranking.ALL
    context = _common(seen) | {
        "tables": tables,
        "placing": placing_lines(*values) if seen.rounds and not is_whole else [],
        "chosen": chosen,
        "workings": workings_of(*values, chosen.pk) if chosen else [],
    }
    return render(request, "tournaments/standings.html", context)


def _chosen(request: HttpRequest, seen: SeenTournament) -> Entry | None:
    word = request.GET.get("entry", "")
    if not (word.isascii() and word.isdigit() and len(word) < 12):
        return None
    return seen.state.rows.get(int(word))


@require_safe
@in_member_zone
def cross(request: HttpRequest, code: str) -> HttpResponse:
    """Who met whom in which round, and what came of it."""
    seen = seen_tournament(request, code)
    state = seen.state
    table = cross_table(state.setup, state.entries, state.results, state.names)
    return render(request, "tournaments/cross.html", _common(seen) | {"cross": table})


@require_safe
@in_member_zone
def bracket(request: HttpRequest, code: str) -> HttpResponse:
    """The bracket alone, as large as it is."""
    seen = seen_tournament(request, code)
    drawn = _drawn(seen)
    if not drawn:
        raise Http404
    return render(request, "tournaments/bracket.html", _common(seen) | drawn)


@require_safe
@in_member_zone
def round_page(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """One round: its tables, and what was weighed when it was dealt."""
    seen = seen_tournament(request, code)
    found = next((one for one in seen.rounds if one.row.number == number), None)
    if found is None:
        raise Http404
    context = _common(seen) | {
        "round": found,
        # A bracket's round may have been dealt in parts, each with the same to say.
        "general": list(dict.fromkeys(reasons.sentences(_why(found, None), seen.state.names))),
        "measures": measure_lines(found.row.measures),
        "numbers": [one.row.number for one in seen.rounds],
    }
    return render(request, "tournaments/round.html", context)


def _why(found: RoundLine, entry: Entry | None) -> list[Reason]:
    wanted = None if entry is None else entry.pk
    return [reason for reason in reasons_of(found.row) if reason.entry == wanted]


@require_safe
@in_member_zone
def entry_page(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """One entry: where it sat in every round, why there, and what came of it."""
    seen = seen_tournament(request, code)
    row = seen.state.rows.get(number)
    if row is None or row.status == Entry.Status.INVITED:
        raise Http404
    state = seen.state
    rows = [
        (one, table, reasons.sentences(_why(one, row), state.names))
        for one, table in tables_of(seen.rounds, row)
    ]
    context = _common(seen) | {
        "row": row,
        "tables": rows,
        "workings": workings_of(state.setup, state.entries, state.results, state.names, row.pk),
        "substitutions": list(row.substitutions.select_related("former", "member")),
    }
    return render(request, "tournaments/entry.html", context)


@require_safe
@in_member_zone
def log(request: HttpRequest, code: str) -> HttpResponse:
    """Everything that was done to the tournament, by whom and why."""
    seen = seen_tournament(request, code)
    rows = list(seen.tournament.log.select_related("by", "match").order_by("-id")[:300])
    told = [
        (
            row,
            log_lines(row, seen.state.names),
            row.match if row.match is not None and seen.may_watch(row.match) else None,
        )
        for row in rows
    ]
    return render(request, "tournaments/log.html", _common(seen) | {"log": told})
