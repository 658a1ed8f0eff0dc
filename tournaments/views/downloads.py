"""A tournament as files: standings as CSV and JSON, a two-player Swiss as TRF, an Atom feed."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.exports.standings import standings_csv, standings_json
from tournaments.exports.trf import trf
from tournaments.values.setup import TournamentSetupError
from tournaments.views.tournament_access import SeenTournament, seen_tournament


@require_safe
def csv_file(request: HttpRequest, code: str) -> HttpResponse:
    """The standings as CSV, in UTF-8 with the mark that spreadsheets look for."""
    seen = seen_tournament(request, code)
    state = seen.state
    text = standings_csv(state.setup, state.entries, state.results, state.names)
    return _download(seen, "csv", "text/csv; charset=utf-8", "\ufeff" + text)


@require_safe
def json_file(request: HttpRequest, code: str) -> HttpResponse:
    """Set-up, results and standings with their workings as JSON."""
    seen = seen_tournament(request, code)
    state = seen.state
    text = standings_json(state.setup, state.entries, state.results, state.names)
    return _download(seen, "json", "application/json", text)


@require_safe
def trf_file(request: HttpRequest, code: str) -> HttpResponse:
    """FIDE's report file; only where two sit at a table."""
    seen = seen_tournament(request, code)
    state, row = seen.state, seen.tournament
    try:
        text = trf(
            state.setup,
            state.entries,
            state.results,
            state.names,
            title=row.name,
            starts=row.started_at.date() if row.started_at else None,
            ends=row.finished_at.date() if row.finished_at else None,
        )
    except TournamentSetupError as error:
        raise Http404 from error
    return _download(seen, "trf", "text/plain; charset=utf-8", text)


def _download(seen: SeenTournament, ending: str, kind: str, text: str) -> HttpResponse:
    response = HttpResponse(text, content_type=kind)
    name = f"{seen.tournament.code}.{ending}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
