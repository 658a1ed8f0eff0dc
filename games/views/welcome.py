"""The first page of somebody who is not signed in: every game, to be played or learnt at once."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games import selectors
from games.common import clock
from games.presentation import presentation_for
from games.presentation.drawings import joined
from games.rules.chance import Chance
from games.rules.game import Game
from games.rules.protocol import Setup, TableView
from games.rules.registry import GAMES, main_game
from games.views.guest_sessions import guest_of

EXAMPLE_NAMES = {0: "Ada", 1: "Bruno", 2: "Chiara"}
EXAMPLE_SEED = "an example for the first page"
EXAMPLE_PHASES = 14
"""Far enough into the example match that collections and leaders are to be seen."""

_SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>')
_USED = re.compile(r'href="#([\w-]+)"')


class Offer(NamedTuple):
    """A game with what it is about and the cards that stand for it."""

    game: Game
    pitch: str
    cards: SafeString


def welcome(request: HttpRequest) -> HttpResponse:
    """What play by mail is, a table, and the way to a first decision in one click."""
    main = main_game()
    presentation = presentation_for(main.key)
    offers = [_offer(game) for game in GAMES.values()]
    picture = presentation.table_picture(example_view(), EXAMPLE_NAMES, 0)
    guest = guest_of(request)
    context = {
        "offers": offers,
        "main": main,
        "sprite": _symbols_of(joined([*(offer.cards for offer in offers), picture])),
        "picture": picture,
        "practice": selectors.my_matches(guest) if guest else [],
        "running": selectors.running_public(5),
        "now": clock.now(),
    }
    return render(request, "games/welcome.html", context)


def _offer(game: Game) -> Offer:
    presentation = presentation_for(game.key)
    cards = joined([presentation.card(code) for code in game.cards])
    return Offer(game, gettext(game.pitch) if game.pitch else "", cards)


def _symbols_of(drawings: str) -> SafeString:
    """Of all games' symbols those that the drawings use: the others would be most of the page."""
    used, symbols = set(_USED.findall(drawings)), []
    for game in GAMES:
        sprite = presentation_for(game).sprite()
        symbols += [one[0] for one in _SYMBOL.finditer(sprite) if one[1] in used]
    # Files of the program, as `sprite_of` gives them.
    hidden = '<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">'
    return mark_safe(f"{hidden}{''.join(symbols)}</svg>")  # noqa: S308


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
