"""A player's seat: giving it up for good, and taking it back from the bot that kept it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.services import matches
from games.views.request_helpers import member_post, own_player, refusals_told


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@refusals_told
def resign_seat(request: HttpRequest, code: str) -> HttpResponse:
    """Ask whether it is meant, then give the seat up."""
    player = own_player(request, code)
    if request.method != "POST":
        return render(request, "games/resign.html", {"match": player.match})
    matches.resign_player(player=player)
    messages.success(request, gettext("You gave up your seat. A bot plays on."))
    return redirect("match", code=player.match.code)


@member_post
def return_to_seat(request: HttpRequest, code: str) -> HttpResponse:
    """Take the seat back."""
    player = own_player(request, code)
    matches.return_player(player=player)
    messages.success(request, gettext("The seat is yours again."))
    return redirect("match", code=player.match.code)
