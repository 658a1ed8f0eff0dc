"""The profile: how a member is called and written to."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.forms.members import ProfileForm
from games.models import Member
from games.services.digest_scheduling import renew_collecting
from games.views.name_conflicts import answer_again_if_taken
from games.views.request_helpers import signed_in


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@answer_again_if_taken
def profile(request: HttpRequest) -> HttpResponse:
    """Settings of the member, and nobody else's."""
    member = signed_in(request)
    # The form changes its instance before it is known to be valid; the header shows request.user.
    row = Member.objects.get(pk=member.pk)
    form = ProfileForm(request.POST if request.method == "POST" else None, instance=row)
    if request.method == "POST" and form.is_valid():
        form.save()
        renew_collecting(row)
        with translation.override(row.language):
            messages.success(request, gettext("Saved."))
        response = redirect("profile")
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            row.language,
            secure=bool(settings.LANGUAGE_COOKIE_SECURE),
            httponly=bool(settings.LANGUAGE_COOKIE_HTTPONLY),
            samesite="Lax",
        )
        return response
    return render(request, "games/profile.html", {"form": form}, status=422 if form.errors else 200)
