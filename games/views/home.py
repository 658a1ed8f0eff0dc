"""The first page: what play by mail is for a visitor, what waits for a member."""

from __future__ import annotations

from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import selectors
from games.common import clock
from games.presentation import presentation_for
from games.rules.chance import Chance
from games.rules.protocol import Setup, TableView
from games.rules.registry import GAMES, main_game
from games.views.request_helpers import in_member_zone, member_of

EXAMPLE_NAMES = {0: "Ada", 1: "Bruno", 2: "Chiara"}
EXAMPLE_SEED = "an example for the first page"
EXAMPLE_PHASES = 14
"""Far enough into the example match that collections and leaders are to be seen."""


@require_safe
@in_member_zone
def home(request: HttpRequest) -> HttpResponse:
    """Two pages under one address, by whether somebody is signed in."""
    member = member_of(request)
    if member is None:
        presentation = presentation_for(main_game().key)
        context = {
            "sprite": presentation.sprite(),
            "picture": presentation.table_picture(example_view(), EXAMPLE_NAMES, 0),
            "running": selectors.running_public(5),
            "now": clock.now(),
        }
        return render(request, "games/welcome.html", context)
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


@lru_cache(maxsize=1)
def example_view() -> TableView:
    """A table from the middle of a match that was played by default orders and the first bids."""
    rules = main_game().rules
    state = rules.start(Setup(3, rules.options(), Chance(EXAMPLE_SEED))).state
    for number in range(EXAMPLE_PHASES):
        if (opened := rules.phase(state)) is None:
            break
        orders = {}
        for seat in opened.awaited:
            legal = list(rules.legal_orders(state, seat))
            orders[seat] = legal[(7 * seat + 3 * number) % len(legal)]
        state = rules.adjudicate(state, orders).state
    return rules.view(state, 0)
