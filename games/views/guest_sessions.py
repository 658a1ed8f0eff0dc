"""Who practises without an account: the session's guest, whom no view but a practice's own knows.

A guest is never `request.user`: whatever asks for somebody signed in refuses them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from games.common.errors import MatchError
from games.models import Member
from games.services.guests import find_guest, open_guest

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

GUEST = "guest"
"""The key of the session under which the guest stands: by the address, which nobody can guess. A
row's number could be another's tomorrow, if making the row was undone."""

LIMITS = {"guest": "5/m/ip,20/h/ip,40/d/ip"}
"""New guests by network address."""


def guest_name(request: HttpRequest) -> str:
    """The guest of this browser by address; "" for somebody signed in, and without a session."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES or request.user.is_authenticated:
        return ""
    return str(request.session.get(GUEST, ""))


def guest_of(request: HttpRequest) -> Member | None:
    """The guest of this browser; None also where the row has been removed meanwhile."""
    name = guest_name(request)
    return find_guest(name) if name else None


def guest_for(request: HttpRequest) -> Member:
    """This browser's guest, a new one where there is none.

    Raises MatchError with `too-many-guests`, also for too many from one network address.
    """
    if (guest := guest_of(request)) is not None:
        return guest
    if not ratelimit.consume(request, app="games", action="guest", config=LIMITS):
        raise MatchError("too-many-guests")
    guest = open_guest(language=get_language() or settings.LANGUAGE_CODE)
    request.session[GUEST] = guest.email
    return guest


def at_own_table(view: View[P]) -> View[P]:
    """For what a player does in a match: a guest may, in practice of their own."""
    for_members = login_required(view)

    @wraps(view)
    def seated(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        chosen = view if guest_name(request) else for_members
        return chosen(request, *args, **kwargs)

    return seated
