"""The calendar feed of a member's deadlines, behind an address that only they have."""

from __future__ import annotations

import hashlib

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.utils.http import parse_etags
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.composing.calendar_feed import calendar_member, calendar_of
from games.models import Member
from games.views.link_headers import linked
from games.views.post_only_pages import posted_from
from games.views.request_helpers import signed_in


@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """The feed. Its ETag is made of nothing but what the feed says to this member."""
    member = calendar_member(token)
    if member is None:
        raise Http404
    with translation.override(member.language), timezone.override(member.zone):
        body = calendar_of(member)
    etag = f'"{hashlib.sha256(token.encode() + body).hexdigest()[:32]}"'
    response: HttpResponse
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(body, content_type="text/calendar; charset=utf-8; method=PUBLISH")
        response.headers["Content-Disposition"] = 'inline; filename="deadlines.ics"'
    response = linked(response)
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@posted_from("profile", anchor="calendar")
@login_required
def renew_calendar(request: HttpRequest) -> HttpResponse:
    """A new address for the feed; the old one is gone."""
    Member.objects.filter(pk=signed_in(request).pk).update(
        calendar_number=F("calendar_number") + 1, calendar_digest=None
    )
    messages.success(request, gettext("Your calendar has a new link; the old one no longer works."))
    return redirect("profile")
