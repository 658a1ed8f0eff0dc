"""Matches that wait for players: finding one, joining, inviting, filling up, calling off."""

from __future__ import annotations

import re

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from games import selectors
from games.common import clock
from games.common.errors import MatchError, NotVisibleError
from games.forms.matches import InviteForm
from games.models import Match
from games.rules.registry import GAMES
from games.selectors.lobby_wishes import LobbyWish
from games.services import matches
from games.services.access import find_invited_match
from games.views.request_helpers import (
    Seen,
    in_member_zone,
    member_of,
    member_post,
    own_player,
    refusals_told,
    seen_match,
    signed_in,
)
from games.views.waiting_room import waiting_room

FEW = 3
"""So many open matches need no filter."""

TOKEN = re.compile(r"[\w-]{8,64}", re.ASCII)
"""What an invitation's token looks like. PostgreSQL would choke on a NUL in anything else."""


@require_safe
@in_member_zone
def lobby(request: HttpRequest) -> HttpResponse:
    """Open matches to join and running ones to watch."""
    member, wish = member_of(request), LobbyWish.of(request.GET)
    lists = selectors.lobby_lists(member, wish)
    context = {
        "open_matches": lists.open,
        "wish": wish,
        "is_filtered": wish != LobbyWish(),
        "has_many": wish != LobbyWish() or len(lists.open) > FEW,
        "games_offered": list(GAMES.values()),
        "invited": lists.invited,
        "open_seats": selectors.open_seats(member),
        "running": lists.running,
        "now": clock.now(),
    }
    return render(request, "games/lobby.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@in_member_zone
@refusals_told
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The page behind an invitation's link. Opening it does nothing; answering it is sent."""
    try:
        match, row = find_invited_match(token=token)
    except NotVisibleError as error:
        raise Http404 from error
    member = member_of(request)
    if request.method == "POST":
        if request.POST.get("answer") == "no" and row is not None:
            matches.decline_invitation(token=token)
            return render(request, "games/invitation_declined.html", {"match": match})
        if member is None:
            return redirect(f"{reverse('account_login')}?{urlencode({'next': request.path})}")
        return _joined(request, match, token)
    player = match.players.filter(member=member).first() if member else None
    if match.status != Match.Status.OPEN or player is not None:
        return redirect("match", code=match.code)
    return waiting_room(request, Seen(member, match, None), token=token)


@member_post
def join_match(request: HttpRequest, code: str) -> HttpResponse:
    """Take a free place."""
    token = request.POST.get("token", "")
    if not TOKEN.fullmatch(token):
        token = ""
    return _joined(request, seen_match(request, code, token).match, token)


@member_post
def set_contribution(request: HttpRequest, code: str) -> HttpResponse:
    """Change one's part of the chance before the start."""
    player = own_player(request, code)
    matches.set_contribution(player=player, text=request.POST.get("contribution", ""))
    messages.success(request, gettext("Saved, and mixed into the shuffle."))
    return redirect("match", code=code)


def _joined(request: HttpRequest, match: Match, token: str) -> HttpResponse:
    try:
        matches.join_match(
            member=signed_in(request),
            match=match,
            contribution=request.POST.get("contribution", ""),
            token=token,
        )
    except MatchError as error:
        if error.code != "already-in":
            raise
    else:
        messages.success(request, gettext("You’re in. We’ll mail you when the match starts."))
    return redirect("match", code=match.code)


@member_post
def leave_match(request: HttpRequest, code: str) -> HttpResponse:
    """Give the place back before the start."""
    seen = seen_match(request, code)
    matches.leave_match(member=signed_in(request), match=seen.match)
    messages.success(request, gettext("You’ve left the match."))
    return redirect("lobby")


@member_post
def invite_to_match(request: HttpRequest, code: str) -> HttpResponse:
    """Mail invitations to addresses."""
    seen = seen_match(request, code)
    form = InviteForm(request.POST)
    if not form.is_valid():
        messages.error(request, gettext("Enter at least one email address."))
        return redirect("match", code=code)
    sent = matches.invite_to_match(
        member=signed_in(request), match=seen.match, addresses=form.cleaned_data["addresses"]
    )
    mailed = [row for row in sent if row.is_mailed]
    if mailed:
        words = ngettext(
            "%(count)d invitation is on its way.",
            "%(count)d invitations are on their way.",
            len(mailed),
        )
        messages.success(request, words % {"count": len(mailed)})
    elif not sent:
        messages.info(
            request, gettext("Everyone on the list was already invited, so no mail went out.")
        )
    unmailed = ", ".join(row.email for row in sent if not row.is_mailed)
    if unmailed:
        messages.info(
            request,
            gettext("No mail went to %(addresses)s. Share the match’s link with them yourself.")
            % {"addresses": unmailed},
        )
    return redirect("match", code=code)


@member_post
def add_bot(request: HttpRequest, code: str) -> HttpResponse:
    """The host seats one bot."""
    seen = seen_match(request, code)
    matches.add_bot(member=signed_in(request), match=seen.match)
    return redirect("match", code=code)


@member_post
def match_start(request: HttpRequest, code: str) -> HttpResponse:
    """The host fills the free seats with bots, which starts the match."""
    seen = seen_match(request, code)
    matches.fill_with_bots(member=signed_in(request), match=seen.match)
    return redirect("match", code=code)


@member_post
def cancel_match(request: HttpRequest, code: str) -> HttpResponse:
    """The host calls the match off."""
    seen = seen_match(request, code)
    matches.cancel_match(member=signed_in(request), match=seen.match)
    messages.success(
        request, gettext("The match is called off. Everyone who had joined has been told.")
    )
    return redirect("lobby")
