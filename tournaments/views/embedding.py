"""Standings for other sites' pages: what anybody may see, in a frame, without knowing who looks."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.common.errors import NotVisibleError
from tournaments.presentation.standings_tables import kept_places, kept_tables
from tournaments.selectors.access import tournament_access
from tournaments.selectors.kept_standings import (
    in_tables,
    kept_lines,
    parts_of,
    placed,
    standings_summary,
)
from tournaments.selectors.tournament_state import setup_of

POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors *",
    )
)
"""No script, no form: whoever frames it can make nobody do anything by it."""
KEPT_SECONDS = 60
LINES = 100
"""Of more, the first: the frame leads to the tournament, where all are."""


@require_safe
@xframe_options_exempt
def embed(_request: HttpRequest, code: str) -> HttpResponse:
    """The first of the standings of a listed tournament; for others there is no such page."""
    try:
        row = tournament_access(code=code, member=None)
    except NotVisibleError as error:
        raise Http404 from error
    summary = standings_summary(row)
    parts = parts_of(summary)
    lines = kept_lines(in_tables(row)[:LINES]) if parts else []
    context = {
        "tournament": row,
        "tables": kept_tables(setup_of(row), lines, [one.number for one in parts if one.is_open]),
        "placing": kept_places(kept_lines(placed(row)[:LINES])) if not parts else [],
        "entered": summary.entries,
    }
    # Without the request: nothing of who looks is at hand for the template.
    response = HttpResponse(render_to_string("tournaments/embed.html", context))
    response["Content-Security-Policy"] = POLICY
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    response["Cache-Control"] = f"public, max-age={KEPT_SECONDS}"
    return response
