"""A series: its seasons, the newest first, and who won each."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.common import clock
from games.views.request_helpers import in_member_zone, member_of
from tournaments.models import Series
from tournaments.selectors import tournament_lists


@require_safe
@in_member_zone
def series(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of a series."""
    row = Series.objects.select_related("organiser").filter(slug=slug).first()
    if row is None:
        raise Http404
    context = {
        "series": row,
        "lines": tournament_lists.seasons(row, member_of(request)),
        "table": tournament_lists.season_table(row),
        "now": clock.now(),
    }
    return render(request, "tournaments/series.html", context)
