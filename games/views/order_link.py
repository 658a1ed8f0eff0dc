"""An order given by a link in a mail: shown first, given by the button, signed in or not."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.views.decorators.http import require_http_methods

from games.common.errors import OrderRefused
from games.composing.order_links import LinkedOrder, read_order_link
from games.models import Match, Order, Player
from games.presentation import presentation_for
from games.rules.protocol import OrderError
from games.services.orders import submit_order
from games.views.link_headers import linked
from games.views.refusals import refusal


@require_http_methods(["GET", "HEAD", "POST"])
def order_link(request: HttpRequest, token: str, text: str) -> HttpResponse:
    """Show the order that the link spells; a POST gives it, for the phase that it is for.

    Nothing on the page is more than what the link itself says: who finds it learns no hand, and not
    whether an order is in.
    """
    order = read_order_link(token, text)
    players = Player.objects.select_related("match", "member")
    player = players.filter(pk=order.player_id).first() if order is not None else None
    if order is None or player is None or player.member is None:
        raise Http404
    with translation.override(player.member.language), timezone.override(player.member.zone):
        if player.substitutions.filter(phase_number=order.phase_number).exists():
            # The mail that held it may have gone to the one who sat there before.
            return linked(_page(request, player, order, "closed", status=410))
        if request.method == "POST":
            return linked(_given(request, player, order))
        is_open = (
            player.match.status == Match.Status.RUNNING
            and player.match.phase_number == order.phase_number
        )
        state = "ask" if is_open else "closed"
        return linked(_page(request, player, order, state, status=200 if is_open else 410))


def _given(request: HttpRequest, player: Player, order: LinkedOrder) -> HttpResponse:
    try:
        receipt = submit_order(
            player=player,
            text=order.text,
            source=Order.Source.WEB,
            phase_number=order.phase_number,
        )
    except OrderRefused as error:
        why = refusal(error)
        state = "closed" if error.code == "phase-closed" else "refused"
        return _page(request, player, order, state, why=why, status=410)
    except OrderError as error:
        why = presentation_for(player.match.game).error(error)
        return _page(request, player, order, "refused", why=why, status=422)
    return _page(request, player, order, "closing" if receipt.closed else "taken")


def _page(
    request: HttpRequest,
    player: Player,
    order: LinkedOrder,
    state: str,
    *,
    why: str = "",
    status: int = 200,
) -> HttpResponse:
    presentation = presentation_for(player.match.game)
    context = {
        "match": player.match,
        "order": order.text,
        "order_words": presentation.order_in_words(order.text),
        "state": state,
        "why": why,
    }
    return render(request, "mailbox/order_link.html", context, status=status)
