"""What an order would say and do, in words, before it is sent: asked by the script of the scene."""

from __future__ import annotations

from allauth.core.internal import ratelimit
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters

from games import selectors
from games.models import Player
from games.presentation import presentation_for
from games.presentation.order_previews import order_preview
from games.rules.protocol import Decision, RulesError
from games.selectors import MatchTable
from games.views.guest_sessions import at_own_table
from games.views.order_form import posted_order, ways_of
from games.views.post_only_pages import posted_from
from games.views.request_helpers import own_player

LIMITS = {"preview": "120/m/key"}
"""Of one player in one match: more than anybody taps."""


def may_preview(request: HttpRequest, player: Player) -> bool:
    """Whether the player has not asked too often; it counts as one more time."""
    used = ratelimit.consume(
        request, app="games", action="preview", key=str(player.pk), config=LIMITS
    )
    return bool(used)


def too_many_previews() -> JsonResponse:
    """The answer to somebody who has."""
    return JsonResponse({"refusal": gettext("Too many calls. Wait a moment.")}, status=429)


@posted_from("match", "code", anchor="order")
@at_own_table
@sensitive_post_parameters()
def preview_order(request: HttpRequest, code: str) -> HttpResponse:
    """The words of what the posted form would order, or why it would be refused, as JSON.

    Nothing is stored, logged or told to anybody; the answer follows from the table as its player
    may see it. It is posted because an address would be written to logs.
    """
    player = own_player(request, code)
    if not may_preview(request, player):
        return too_many_previews()
    table = selectors.table(player.match, player)
    if table.decision is None or request.POST.get("phase") != str(player.match.phase_number):
        return JsonResponse({"refusal": gettext("There’s news in this match.")})
    ways = ways_of(table.match.game, table.decision, table.view)
    order = posted_order(request.POST, ways)
    if order.problem:
        return JsonResponse({"refusal": order.problem})
    return JsonResponse(_previewed(table, table.decision, order.text))


def _previewed(table: MatchTable, decision: Decision, text: str) -> dict[str, str]:
    assert table.view is not None
    try:
        preview = order_preview(table.rules, table.match.state, decision, table.view, text)
    except RulesError as error:
        return {"refusal": presentation_for(table.match.game).error(error)}
    return {"order": preview.order, "effect": preview.effect}
