"""Following, muting and blocking people, and watching matches."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.common.errors import MatchError
from games.models import Member, Stance
from games.selectors.people import own_stances
from games.services import following, watching
from games.views.post_only_pages import posted_from
from games.views.refusals import refusal
from games.views.request_helpers import member_post, seen_match, signed_in

_TAKE = {
    Stance.Kind.FOLLOW: following.follow_member,
    Stance.Kind.MUTE: following.mute_member,
    Stance.Kind.BLOCK: following.block_member,
}


@require_safe
@login_required
def people(request: HttpRequest) -> HttpResponse:
    """Whom the member follows, mutes and blocks, each with a way back."""
    mine = own_stances(signed_in(request))
    context = {
        "followed": [one for one in mine if one.kind == Stance.Kind.FOLLOW],
        "muted": [one for one in mine if one.kind == Stance.Kind.MUTE],
        "blocked": [one for one in mine if one.kind == Stance.Kind.BLOCK],
    }
    return render(request, "games/people.html", context)


@posted_from("people")
@login_required
def choose_stance(request: HttpRequest, number: int) -> HttpResponse:
    """Follow, mute or block somebody, or end that."""
    other = Member.objects.filter(pk=number, is_active=True).first()
    kind = request.POST.get("kind", "")
    if other is None or kind not in Stance.Kind.values:
        raise Http404
    member = signed_in(request)
    try:
        if "end" in request.POST:
            following.end_stance(member=member, other=other, kind=kind)
        else:
            _TAKE[Stance.Kind(kind)](member=member, other=other)
    except MatchError as error:
        messages.error(request, refusal(error))
    else:
        messages.success(request, gettext("Saved. They are not told."))
    return redirect(_back(request))


@member_post
def watch(request: HttpRequest, code: str) -> HttpResponse:
    """Watch a public match, with or without a mail at its end, or no longer."""
    seen, member = seen_match(request, code), signed_in(request)
    if "end" in request.POST:
        watching.unwatch_match(member=member, match=seen.match)
        messages.success(request, gettext("You no longer watch this match."))
    else:
        wants_mail = "mail" in request.POST
        watching.watch_match(member=member, match=seen.match, wants_mail=wants_mail)
        words = (
            gettext("You watch this match, and get a mail when it ends.")
            if wants_mail
            else gettext("You watch this match: it is on your first page.")
        )
        messages.success(request, words)
    return redirect("match", code=seen.match.code)


def _back(request: HttpRequest) -> str:
    to = request.POST.get("next", "")
    is_own = url_has_allowed_host_and_scheme(to, {request.get_host()}, request.is_secure())
    return to if is_own else "people"
