"""What all views share: who asks, what they may see, and how a refusal is answered."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, NamedTuple, ParamSpec

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from games import selectors
from games.common.errors import MatchError, NotVisibleError
from games.models import Match, Member, Player
from games.selectors.match_looks import MatchLook
from games.services.access import find_match, find_player
from games.views.guest_sessions import guest_of
from games.views.post_only_pages import posted_from
from games.views.refusals import refusal

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


class Seen(NamedTuple):
    """A match that the one who asks may see, with their own player in it, if any.

    A guest at their own practice has a player and is no member. `players` are all at the table,
    where looking for one's own has read them; `look` has what else was read already.
    """

    member: Member | None
    match: Match
    player: Player | None
    players: tuple[Player, ...] | None = None
    look: MatchLook | None = None


def member_of(request: HttpRequest) -> Member | None:
    """The signed-in member, or None for a visitor."""
    return request.user if request.user.is_authenticated else None


def signed_in(request: HttpRequest) -> Member:
    """The member, in a view that only members reach. Raises PermissionDenied for a visitor."""
    if (member := member_of(request)) is None:
        raise PermissionDenied
    return member


def seen_match(request: HttpRequest, code: str, token: str = "") -> Seen:
    """The match with this code as the one who asks may see it. Raises Http404."""
    member = member_of(request)
    reader = member or guest_of(request)
    try:
        match = find_match(code=code, member=reader, token=token)
    except NotVisibleError as error:
        raise Http404 from error
    if reader is None:
        return Seen(member, match, None)
    players = selectors.seated_players(match)
    own = next((one for one in players if one.member_id == reader.pk), None)
    return Seen(member, match, own, players)


def own_player(request: HttpRequest, code: str) -> Player:
    """The player in this match of the member, or of the guest. Raises Http404."""
    try:
        return find_player(code=code, member=member_of(request) or guest_of(request))
    except NotVisibleError as error:
        raise Http404 from error


def is_for_a_part(request: HttpRequest) -> bool:
    """Whether the page's script (parts.js) has sent the form, and wants its part of the page."""
    return "X-Part" in request.headers


def in_member_zone(view: View[P]) -> View[P]:
    """Times on the page are told in the member's zone."""

    @wraps(view)
    def zoned(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        member = member_of(request)
        if member is None:
            return view(request, *args, **kwargs)
        with timezone.override(member.zone):
            return view(request, *args, **kwargs)

    return zoned


def refusals_told(view: View[P]) -> View[P]:
    """A MatchError becomes a message on the match page (or the lobby), and nothing has changed."""

    @wraps(view)
    def told(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except MatchError as error:
            messages.error(request, refusal(error))
            code = kwargs.get("code")
            return redirect("match", code=code) if code else redirect("lobby")

    return told


def member_post(view: View[P]) -> View[P]:
    """What members alone do to a match, by POST; a refusal becomes a message."""
    return posted_from("match", "code")(login_required(refusals_told(view)))
