"""How a tournament stands: standings, cross table, bracket, one round, one entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields

from django.db.models import Exists, F, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from games.common import clock
from games.views.request_helpers import in_member_zone
from tournaments.formats.base import Ranking
from tournaments.formats.registry import format_of
from tournaments.models import (
    Entry,
    EntryStanding,
    EntrySubstitution,
    Pairing,
    PairingSeat,
)
from tournaments.presentation import names, reasons
from tournaments.presentation.brackets import BracketParts
from tournaments.presentation.calculations import Calculation, calculation
from tournaments.presentation.pairing_measures import measure_lines
from tournaments.presentation.standings_tables import (
    MOST_IN_A_GRID,
    CrossTable,
    cross_table,
    kept_places,
    kept_tables,
)
from tournaments.ranking.reckoning import Reckoning
from tournaments.selectors.kept_standings import (
    in_tables,
    kept_lines,
    names_of,
    parts_of,
    placed,
    workings_kept,
)
from tournaments.selectors.rounds import CountedRound, TableLine
from tournaments.selectors.tournament_state import general_reasons, reasons_kept
from tournaments.selectors.tournament_values import kept_values, results_of
from tournaments.values.tables import Reason
from tournaments.views.paging import TablePage, page_of
from tournaments.views.tournament_access import SeenTournament, seen_tournament

LINES = 50
"""Of standings, so many on a page."""
TABLES = 40
CELLS = 400
"""Of a cross table, as many lines as this allows with a cell for each round."""
FEWEST_CROSSED = 10
ROUNDS = 20
"""Of an entry's tables, and rounds of a cross table, so many on a page."""


def common(seen: SeenTournament) -> dict[str, object]:
    """What all pages of a tournament show at their head."""
    return {
        "tournament": seen.tournament,
        "entry": seen.entry,
        "is_organiser": seen.is_organiser,
        "rounds": seen.counted_rounds,
        "format_name": names.format_name(seen.tournament.format),
        "format_means": names.format_meaning(seen.tournament.format),
        "now": clock.now(),
    }


@require_safe
@in_member_zone
def standings(request: HttpRequest, code: str) -> HttpResponse:
    """The standings about the looker; `?entry=` opens the sums behind one entry's figures."""
    seen = seen_tournament(request, code)
    parts, own = parts_of(seen.summary), _own_standing(seen)
    page = page_of(request, sum(one.lines for one in parts), LINES, own=_before(own, "line"))
    lines = kept_lines(in_tables(seen.tournament)[page.first : page.last]) if parts else []
    context = common(seen) | {
        "tables": kept_tables(seen.setup, lines, [one.number for one in parts if one.is_open]),
        "page": page,
        **_chosen(request, seen),
    }
    is_whole = bool(parts) and format_of(seen.tournament.format).ranking is Ranking.ALL
    if seen.counted_rounds and not is_whole:
        places = page_of(
            request, seen.summary.ranked, LINES, name="places", own=_before(own, "rank")
        )
        rows = placed(seen.tournament)[places.first : places.last]
        context |= {"placing": kept_places(kept_lines(rows)), "places_page": places}
    return render(request, "tournaments/standings.html", context)


def _own_standing(seen: SeenTournament) -> EntryStanding | None:
    if seen.entry is None or not seen.counted_rounds:
        return None
    return placed(seen.tournament).defer("workings").filter(entry=seen.entry).first()


def _before(own: EntryStanding | None, name: str) -> int | None:
    """How many lines stand above one's own."""
    number = None if own is None else getattr(own, name)
    return None if number is None else int(number) - 1


def _chosen(request: HttpRequest, seen: SeenTournament) -> dict[str, object]:
    word = request.GET.get("entry", "")
    if not (word.isascii() and word.isdigit() and len(word) < 12):
        return {}
    row = _entry(seen, int(word))
    if row is None:
        return {}
    return {"chosen": row, "workings": _calculated(seen, _workings(seen, row), {})}


def _entry(seen: SeenTournament, number: int) -> Entry | None:
    """The entry with its member and its standing."""
    taken_over = EntrySubstitution.objects.filter(entry=OuterRef("pk"))
    rows = seen.tournament.entries.select_related("member", "standing")
    rows = rows.annotate(is_taken_over=Exists(taken_over))
    return rows.filter(pk=min(number, 2**62)).first()


def _workings(seen: SeenTournament, row: Entry) -> list[Reckoning]:
    """Every figure of one entry with its sum; empty where points do not rank."""
    return workings_kept(row.standing) if seen.counted_rounds and hasattr(row, "standing") else []


def _calculated(
    seen: SeenTournament, made: Sequence[Reckoning], called: Mapping[int, str]
) -> list[Calculation]:
    """The figures with their sums; some of the names may be known already."""
    met = {term.opponent for one in made for term in one.terms if term.opponent is not None}
    names = {**called, **names_of(seen.tournament, met - called.keys())}
    return [calculation(one, names) for one in made]


@require_safe
@in_member_zone
def cross(request: HttpRequest, code: str) -> HttpResponse:
    """Who met whom in which round, and what came of it, about the looker."""
    seen = seen_tournament(request, code)
    ranked = seen.summary.ranked
    rounds = page_of(
        request,
        len(seen.counted_rounds),
        ROUNDS,
        name="rounds",
        own=len(seen.counted_rounds) - 1,
    )
    shown = seen.counted_rounds[rounds.first : rounds.last]
    lines = ranked
    if ranked > MOST_IN_A_GRID:
        lines = max(FEWEST_CROSSED, CELLS // max(8, len(shown)))
    page = page_of(request, ranked, lines, own=_before(_own_standing(seen), "rank"))
    context = common(seen) | {
        "cross": _crossed(seen, page, shown, has_grid=ranked <= MOST_IN_A_GRID),
        "page": page,
        "rounds_page": rounds,
    }
    return render(request, "tournaments/cross.html", context)


def _crossed(
    seen: SeenTournament, page: TablePage, shown: Sequence[CountedRound], *, has_grid: bool
) -> CrossTable:
    order = kept_lines(placed(seen.tournament)[page.first : page.last])
    entries = [one.entry for one in order]
    results, called = results_of(entries)
    called |= {one.entry: one.name for one in order}
    stages = [(one.row.number, one.row.stage) for one in shown]
    return cross_table(seen.setup, entries, stages, results, called, has_grid=has_grid)


@require_safe
@in_member_zone
def bracket(request: HttpRequest, code: str) -> HttpResponse:
    """The bracket alone; of a large one the part about the looker, or the part asked for."""
    seen = seen_tournament(request, code)
    drawn = drawn_bracket(request, seen)
    if not drawn:
        raise Http404
    return render(request, "tournaments/bracket.html", common(seen) | drawn)


def drawn_bracket(request: HttpRequest, seen: SeenTournament) -> dict[str, object]:
    """The bracket as SVG, in which every name has been escaped, and as columns."""
    if not seen.summary.has_bracket:
        return {}
    values = kept_values(seen.tournament)
    made = BracketParts(values.setup, values.entries, values.results, values.bracket)
    if not made:
        return {}
    word = request.GET.get("part", "")
    part = made.part_of(seen.entry.pk if seen.entry else None)
    if word.isascii() and word.isdigit() and len(word) < 4 and int(word) < made.count:
        part = int(word)
    called = names_of(seen.tournament, made.entries(part))
    drawing = made.drawing(part, seen.sight(called))
    return {
        "bracket": mark_safe(drawing.svg),  # noqa: S308
        "columns": drawing.columns,
        "bracket_part": part,
        "bracket_parts": range(1, made.count),
    }


@require_safe
@in_member_zone
def round_page(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """One round: its tables about the looker's, and what was weighed when it was dealt."""
    seen = seen_tournament(request, code)
    found = next((one for one in seen.counted_rounds if one.row.number == number), None)
    if found is None:
        raise Http404
    row = seen.tournament.rounds.get(number=number)
    tables = Pairing.objects.filter(round=row).order_by("number")
    page = page_of(request, found.table_count, TABLES, own=_tables_before(request, seen, found))
    context = common(seen) | {
        "round": found,
        "tables": seen.tables(tables[page.first : page.last]),
        "page": page,
        # A bracket's round may have been dealt in parts, each with the same to say.
        "general": list(dict.fromkeys(reasons.sentences(general_reasons(row), {}))),
        "measures": measure_lines(row.measures),
        "rounds_page": TablePage("", number, seen.counted_rounds[-1].row.number, 1),
    }
    return render(request, "tournaments/round.html", context)


def _tables_before(request: HttpRequest, seen: SeenTournament, found: CountedRound) -> int | None:
    """How many tables come before the one asked for, or the looker's."""
    if found.table_count <= TABLES:
        return None
    tables = Pairing.objects.filter(round=found.row)
    word = request.GET.get("table", "")
    if word.isascii() and word.isdigit() and len(word) < 6:
        return tables.filter(number__lt=int(word)).count()
    if seen.entry is None:
        return None
    own = PairingSeat.objects.filter(entry=seen.entry, pairing__round=found.row)
    number = own.values_list("pairing__number", flat=True).first()
    return None if number is None else tables.filter(number__lt=number).count()


@require_safe
@in_member_zone
def entry_page(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """One entry: where it sat in every round, why there, and what came of it."""
    seen = seen_tournament(request, code)
    row = _entry(seen, number) if seen.summary else None
    if row is None or row.status == Entry.Status.INVITED:
        raise Http404
    tables = Pairing.objects.filter(seats__entry=row).annotate(why=F("seats__reasons"))
    lines = seen.tables(tables.order_by("round__number", "number"))
    page = page_of(request, len(lines), ROUNDS, own=len(lines) - 1 if lines else None)
    made = _workings(seen, row)
    context = common(seen) | {
        "row": row,
        "tables": _explained(seen, row, lines[page.first : page.last]),
        "page": page,
        "workings": _calculated(seen, made, _named(lines)),
        "substitutions": row.substitutions.select_related("former", "member")
        if getattr(row, "is_taken_over", False)
        else (),
    }
    return render(request, "tournaments/entry.html", context)


def _explained(
    seen: SeenTournament, row: Entry, lines: Sequence[TableLine]
) -> list[tuple[CountedRound, TableLine, list[str]]]:
    """These tables with their rounds, and why the entry sat there."""
    rounds = {one.row.pk: one for one in seen.counted_rounds}
    why = [reasons_kept(getattr(one.pairing, "why", []), row.pk) for one in lines]
    called = _named(lines)
    called |= names_of(seen.tournament, _mentioned(why) - called.keys())
    return [
        (rounds[one.pairing.round_id], one, reasons.sentences(own, called))
        for one, own in zip(lines, why, strict=True)
    ]


def _named(lines: Sequence[TableLine]) -> dict[int, str]:
    return {seat.entry: seat.name for one in lines for seat in one.seats}


def _mentioned(why: Sequence[Sequence[Reason]]) -> set[int]:
    """The entries that reasons speak of besides their own."""
    return {
        getattr(reason, one.name)
        for own in why
        for reason in own
        for one in fields(reason)
        if one.type == "EntryId"
    }
