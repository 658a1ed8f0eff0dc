"""What a player does about time on the match page: done, wait, and orders for a missed deadline."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from games.common.errors import OrderRefused
from games.models import Order, StandingOrder
from games.presentation import presentation_for
from games.rules.clauses import missed_text
from games.rules.protocol import OrderError
from games.services import orders
from games.services.readiness import Readiness
from games.services.reveal_times import DONE, WAIT
from games.services.standing_orders import clear_standing_orders
from games.views.form_addresses import posted_from
from games.views.guest_sessions import at_own_table
from games.views.refusals import refusal
from games.views.request_helpers import own_player
from games.words import occasions_spelled


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
        return gettext("Held: the orders are opened at the deadline, not before.")
    if ready.closed:
        return gettext("Nobody had to be waited for any longer: the phase has closed.")
    if ready.word == DONE:
        return gettext("Noted: nobody needs to wait for you.")
    return gettext("You no longer hold this decision.")


@posted_from("match", "code")
@at_own_table
def leave_missed_order(request: HttpRequest, code: str) -> HttpResponse:
    """Leave orders for a deadline that is missed, in place of earlier ones; nothing clears them."""
    player = own_player(request, code)
    text = missed_text(occasions_spelled(request.POST.get("text", "")))
    if not text:
        clear_standing_orders(player=player, kind=StandingOrder.Kind.MISSED)
        messages.success(request, gettext("Nothing is left for a missed deadline any more."))
        return redirect("match", code=player.match.code)
    try:
        orders.submit_order(player=player, text=text, source=Order.Source.WEB)
    except OrderError as error:
        messages.error(request, presentation_for(player.match.game).error(error))
    except OrderRefused as error:
        messages.error(request, refusal(error))
    else:
        messages.success(request, gettext("Kept for a deadline that you miss."))
    return redirect("match", code=player.match.code)
