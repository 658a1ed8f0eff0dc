"""Whether mails reach a member: the test that they ask for, and its confirmation."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.common.errors import MatchError
from games.composing.messages import confirmed_address
from games.services import delivery
from games.views.link_headers import linked
from games.views.post_only_pages import posted_from
from games.views.refusals import refusal
from games.views.request_helpers import signed_in


@posted_from("profile", anchor="mail")
@login_required
def address_test(request: HttpRequest) -> HttpResponse:
    """Send a mail to the member's own address, to be confirmed."""
    try:
        delivery.address_test(member=signed_in(request))
    except MatchError as error:
        lately = gettext("We’ve just sent you a test mail. Give it ten minutes.")
        words = lately if error.code == "tested-lately" else refusal(error)
        messages.warning(request, words)
    else:
        messages.success(
            request,
            gettext("A test mail is on its way. Reply to it or open its link."),
        )
    return redirect("profile")


@require_http_methods(["GET", "HEAD", "POST"])
def address_works(request: HttpRequest, token: str) -> HttpResponse:
    """The page behind a test mail's link. Looking changes nothing: mail scanners look as well."""
    member = confirmed_address(token)
    if member is None:
        raise Http404
    is_done = request.method == "POST"
    if is_done:
        delivery.confirm_address(member.email)
    with translation.override(member.language):
        response = render(request, "mailbox/address_works.html", {"is_done": is_done})
    return linked(response)
