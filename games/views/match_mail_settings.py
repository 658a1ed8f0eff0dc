"""Which mails a member gets about one match, chosen on its page."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from games.services.mail_preferences import set_match_mail
from games.views.request_helpers import member_post, own_player


@member_post
def match_mail(request: HttpRequest, code: str) -> HttpResponse:
    """Choose the mails about this match, or follow the profile again."""
    player = own_player(request, code)
    set_match_mail(player=player, level=request.POST.get("level", ""))
    messages.success(request, gettext("Saved."))
    return redirect("match", code=player.match.code)
