"""A tournament as files: standings as CSV and JSON, a two-player Swiss as TRF, an Atom feed."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.exports.standings import standings_csv, standings_json
from tournaments.exports.trf import trf
from tournaments.formats.base import SetupError
from tournaments.views.tournament_access import Seen, seen_tournament


@require_safe
def csv_file(request: HttpRequest, code: str) -> HttpResponse:
    """The standings as CSV, in UTF-8 with the mark that spreadsheets look for."""
    seen = seen_tournament(request, code)
    field = seen.field
    text = standings_csv(field.setup, field.entries, field.results, field.names)
    return _download(seen, "csv", "text/csv; charset=utf-8", "\ufeff" + text)


@require_safe
def json_file(request: HttpRequest, code: str) -> HttpResponse:
    """Set-up, results and standings with their workings as JSON."""
    seen = seen_tournament(request, code)
    field = seen.field
    text = standings_json(field.setup, field.entries, field.results, field.names)
    return _download(seen, "json", "application/json", text)


@require_safe
def trf_file(request: HttpRequest, code: str) -> HttpResponse:
    """FIDE's report file; only where two sit at a table."""
    seen = seen_tournament(request, code)
    field, row = seen.field, seen.tournament
    try:
        text = trf(
            field.setup,
            field.entries,
            field.results,
            field.names,
            title=row.name,
            starts=row.started_at.date() if row.started_at else None,
            ends=row.finished_at.date() if row.finished_at else None,
        )
    except SetupError as error:
        raise Http404 from error
    return _download(seen, "trf", "text/plain; charset=utf-8", text)


def _download(seen: Seen, ending: str, kind: str, text: str) -> HttpResponse:
    response = HttpResponse(text, content_type=kind)
    name = f"{seen.tournament.code}.{ending}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
