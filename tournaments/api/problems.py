"""What the services of tournaments refuse, as Problems."""

from __future__ import annotations

import math

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.api import api, problem
from games.common import clock
from tournaments.api.access import TournamentNotVisibleError
from tournaments.presentation.refusals import refusal
from tournaments.services.errors import TournamentError

MISSTATED = frozenset(
    {
        "bad-address",
        "bad-bank",
        "bad-clock",
        "bad-extension",
        "bad-forced",
        "bad-limits",
        "bad-match-term",
        "bad-misses",
        "bad-moment",
        "bad-options",
        "bad-places",
        "bad-reveal",
        "bad-round-time",
        "bad-seeding",
        "bad-setup",
        "bad-times",
        "check-in-without-start",
        "link-in-title",
        "no-name",
        "no-reason",
        "no-such-member",
        "unknown-field",
        "unknown-game",
    }
)
"""Refused whenever it is sent; what is not listed does not fit the tournament as it stands."""


@api.exception_handler(TournamentError)
def tournament_problem(request: HttpRequest, error: TournamentError) -> HttpResponse:
    """422: what was sent makes no sense. 403: another's tournament. 429: a used-up quota, with the
    seconds until it works again. 409: anything else, as things stand."""
    words = refusal(error.code, error.params)
    if error.code.startswith("quota-"):
        response = problem(request, 429, error.code, words)
        wait = (error.params["again_at"] - clock.now()).total_seconds()
        response["Retry-After"] = str(max(1, math.ceil(wait)))
        return response
    status = 422 if error.code in MISSTATED else 409
    return problem(request, 403 if error.code == "not-organiser" else status, error.code, words)


@api.exception_handler(TournamentNotVisibleError)
def no_tournament(request: HttpRequest, error: TournamentNotVisibleError) -> HttpResponse:
    """Not there, or not for this caller: one answer for both."""
    return problem(request, 404, "not-found", _("There’s no such tournament, or you can’t see it."))
