"""A member's own data: taken out as a file, or erased for good."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.common.errors import MatchError
from games.models import Member
from games.services.account_erasure import erase_member
from games.services.account_export import export_member
from games.services.quotas import Deed, spend_quota
from games.views.post_only_pages import posted_from
from games.views.reauthentication import recently_authenticated
from games.views.refusals import refusal
from games.views.request_helpers import signed_in


@posted_from("profile", anchor="data")
@login_required
@recently_authenticated
def export_data(request: HttpRequest) -> HttpResponse:
    """Everything of the member as one JSON file, streamed."""
    member = signed_in(request)
    try:
        spend_quota(member, Deed.EXPORT)
    except MatchError as error:
        messages.error(request, refusal(error))
        return redirect("profile")
    response: HttpResponseBase = StreamingHttpResponse(
        export_member(member), content_type="application/json; charset=utf-8"
    )
    response.headers["Content-Disposition"] = 'attachment; filename="my-data.json"'
    response.headers["Cache-Control"] = "private, no-store"
    return response  # type: ignore[return-value]  # a stream is a response to Django


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@recently_authenticated
def erase_data(request: HttpRequest) -> HttpResponse:
    """Say what erasing does, and do it once the member's own name has been typed."""
    member = Member.objects.get(pk=signed_in(request).pk)
    is_wrong = False
    if request.method == "POST":
        typed = " ".join(request.POST.get("name", "")[:200].split())
        if typed == member.name:
            erase_member(member=member)
            logout(request)
            messages.success(request, gettext("Your account and your data are gone."))
            return redirect("home")
        is_wrong = True
    context = {"name": member.name, "is_wrong": is_wrong}
    return render(request, "games/erase.html", context, status=422 if is_wrong else 200)
