"""One click to a table: quick pairing."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from games.models import Match
from games.services.quick_pairing import pair_quickly
from games.views.csrf_by_origin import sent_from_this_site
from games.views.post_only_pages import posted_from
from games.views.request_helpers import refusals_told, signed_in


@sent_from_this_site
@posted_from("lobby")
@login_required
@refusals_told
def quick_match(request: HttpRequest) -> HttpResponse:
    """Sit down with whoever asks for the same game at the same pace."""
    game, _colon, pace = request.POST.get("offer", "").partition(":")
    match = pair_quickly(member=signed_in(request), game=game, pace=pace)
    if match.status == Match.Status.OPEN:
        words = gettext(
            "You are in. The match begins when the last seat is taken; a mail tells you."
        )
    else:
        words = gettext("Your table is complete: the match has begun.")
    messages.success(request, words)
    return redirect("match", code=match.code)
