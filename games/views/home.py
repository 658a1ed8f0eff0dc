"""The first page: what play by mail is for a visitor, what waits for a member."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import selectors
from games.common import clock
from games.rules.registry import GAMES
from games.views.list_filter import ListFilter
from games.views.request_helpers import in_member_zone, member_of
from games.views.welcome import welcome

FEW = 3
"""So many matches need no filter."""


@require_safe
@in_member_zone
def home(request: HttpRequest) -> HttpResponse:
    """Two pages under one address, by whether somebody is signed in."""
    member = member_of(request)
    if member is None:
        return welcome(request)
    lists = selectors.home_lists(member)
    everything = lists.mine
    wanted = ListFilter.of(request.GET)
    lines = wanted.kept(everything)
    context = {
        "filter": wanted,
        "tournaments_listed": sorted({line.match.event_name for line in everything} - {""}),
        "games_listed": sorted({line.match.game for line in everything}),
        "is_filtered": wanted != ListFilter(),
        "has_many": len(everything) > FEW,
        "awaiting": [line for line in lines if line.awaited and not line.ordered],
        "others": [line for line in lines if not line.awaited or line.ordered],
        "invited": lists.invited,
        "watching": lists.watched,
        "open_matches": lists.open,
        "games": list(GAMES.values()),
        "now": clock.now(),
    }
    return render(request, "games/home.html", context)
