"""The hand-over page of a seat that its player has left."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games import selectors
from games.common import clock
from games.presentation import presentation_for
from games.services.substitutes import take_seat
from games.views.match_clock import terms_in_words
from games.views.request_helpers import Seen, in_member_zone, refusals_told, seen_match
from games.views.waiting_room import options_in_words


@require_http_methods(["GET", "HEAD", "POST"])
@in_member_zone
@refusals_told
def seat_page(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """How the match stands, as anybody may see it; taking the seat shows its hand."""
    seen = seen_match(request, code)
    found = selectors.open_seat(seen.match, number)
    if found is None:
        raise Http404
    player, seat = found
    if request.method != "POST":
        return render(request, "games/open_seat.html", _context(seen, seat))
    if seen.member is None:
        return redirect(f"{reverse('account_login')}?{urlencode({'next': request.path})}")
    take_seat(member=seen.member, player=player)
    messages.success(request, gettext("The seat is yours, along with its hand and history."))
    return redirect("match", code=seen.match.code)


def _context(seen: Seen, seat: selectors.OpenSeat) -> dict[str, object]:
    table = selectors.table(seen.match, None, seen.players)
    presentation = presentation_for(seen.match.game)
    names = dict(enumerate(table.names))
    if table.view is None:
        raise Http404
    return {
        "match": seen.match,
        "seat": seat,
        "is_player": seen.player is not None,
        "round_label": presentation.round_label(table.view),
        "board": presentation.board(table.view, names),
        "scores": presentation.score_table(table.view, names),
        "options": options_in_words(seen.match),
        "terms": terms_in_words(seen.match),
        "now": clock.now(),
    }
