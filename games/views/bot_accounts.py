"""A member says that a program plays under their name."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from games.common.errors import MatchError
from games.services.bot_accounts import mark_as_bot
from games.views.post_only_pages import posted_from
from games.views.refusals import refusal
from games.views.request_helpers import signed_in


@posted_from("keys")
@login_required
def become_bot_account(request: HttpRequest) -> HttpResponse:
    """Mark the account, if the member is sure."""
    member = signed_in(request)
    if request.POST.get("sure") != "yes":
        return redirect("keys")
    try:
        marked = mark_as_bot(member)
    except MatchError as error:
        messages.error(request, refusal(error))
    else:
        words = gettext("This is a bot account now. Its name is “%(name)s”.")
        messages.success(request, words % {"name": marked.name})
    return redirect("keys")
