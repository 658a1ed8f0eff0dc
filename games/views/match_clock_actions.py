"""What a player does about time on the match page: done, and wait."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from games.common.errors import OrderRefused
from games.services import orders
from games.services.readiness import Readiness
from games.services.reveal_times import DONE, WAIT
from games.views.guest_sessions import at_own_table
from games.views.post_only_pages import posted_from
from games.views.refusals import refusal
from games.views.request_helpers import own_player


@posted_from("match", "code")
@at_own_table
def give_readiness(request: HttpRequest, code: str) -> HttpResponse:
    """Say `done` or `wait` for the open phase."""
    player = own_player(request, code)
    word = request.POST.get("word", "")
    number = request.POST.get("phase", "")
    if word in {DONE, WAIT}:
        try:
            ready = orders.set_readiness(
                player,
                word,
                phase_number=int(number) if number.isascii() and number.isdigit() else None,
            )
        except OrderRefused as error:
            messages.error(request, refusal(error))
        else:
            messages.success(request, _ready_words(ready))
    return redirect("match", code=player.match.code)


def _ready_words(ready: Readiness) -> str:
    if ready.word == WAIT:
        return gettext("Held: moves are revealed at the deadline, not before.")
    if ready.closed:
        return gettext("You were the last one, so play has moved on.")
    if ready.word == DONE:
        return gettext("OK: nobody has to wait for you.")
    return gettext("You no longer hold this turn open.")
