"""What has happened since a page was looked at, a table for each step: asked by its script."""

from __future__ import annotations

from allauth.core.internal import ratelimit
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from games import selectors
from games.presentation import presentation_for
from games.views.request_helpers import in_member_zone, seen_match

LIMITS = {"steps": "60/m/ip"}
"""The match is played again for each answer; nobody opens more pages than this."""


@require_safe
@in_member_zone
def match_steps(request: HttpRequest, code: str) -> HttpResponse:
    """The tables that lie between the one of phase `since` and now, each with what followed it.

    Drawn as the one who asks saw them, or would have; nobody else's cards are in them.
    """
    seen = seen_match(request, code)
    if not ratelimit.consume(request, app="games", action="steps", config=LIMITS):
        return _answer([])
    since = request.GET.get("since", "0")
    if not (since.isascii() and since.isdigit() and len(since) < 6):
        raise Http404
    presentation = presentation_for(seen.match.game)
    table = selectors.table(seen.match, None)
    names = dict(enumerate(table.names))
    seat = seen.player.seat if seen.player is not None else None
    steps: list[dict[str, object]] = [
        {
            "phase": step.number,
            "table": presentation.table_picture(step.view, names, seat),
            "lines": presentation.sentences(step.events, names, seat, table.placing),
        }
        for step in selectors.steps_since(seen.match, seen.player, int(since))
    ]
    return _answer(steps)


def _answer(steps: list[dict[str, object]]) -> HttpResponse:
    """None where the page shall just show the table of now."""
    response = JsonResponse({"steps": steps})
    response["Cache-Control"] = "private, no-store"
    return response
