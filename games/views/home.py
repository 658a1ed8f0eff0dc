"""The first page: what play by mail is for a visitor, what waits for a member."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import selectors
from games.common import clock
from games.rules.registry import GAMES
from games.views.request_helpers import in_member_zone, member_of
from games.views.welcome import welcome


@require_safe
@in_member_zone
def home(request: HttpRequest) -> HttpResponse:
    """Two pages under one address, by whether somebody is signed in."""
    member = member_of(request)
    if member is None:
        return welcome(request)
    lines = selectors.my_matches(member)
    context = {
        "awaiting": [line for line in lines if line.awaited and not line.ordered],
        "others": [line for line in lines if not line.awaited or line.ordered],
        "invited": selectors.invited_to(member),
        "open_matches": [line for line in selectors.lobby(member) if line.player is None][:5],
        "games": list(GAMES.values()),
        "now": clock.now(),
    }
    return render(request, "games/home.html", context)
