"""From anywhere to the decision that has the least time left."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.selectors.waiting_decisions import next_decision
from games.views.request_helpers import signed_in


@require_safe
@login_required
def next_page(request: HttpRequest) -> HttpResponse:
    """To the most urgent decision; from the match `after` to the one behind it."""
    found = next_decision(signed_in(request), after=request.GET.get("after", ""))
    if found is None:
        messages.info(request, gettext("It’s not your turn anywhere."))
        return redirect("home")
    return redirect(reverse("match", kwargs={"code": found.code}) + "#order")
