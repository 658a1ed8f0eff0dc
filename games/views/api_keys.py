"""Keys for programs: a member makes them, sees them once, and ends them."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.forms.api_keys import KeyForm
from games.models import ApiKey
from games.views.post_only_pages import posted_from
from games.views.reauthentication import recently_authenticated
from games.views.request_helpers import in_member_zone, signed_in


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@in_member_zone
def keys(request: HttpRequest) -> HttpResponse:
    """The member's keys, and a form for one more."""
    if request.method == "POST":
        return _make_key(request)
    return _page(request, KeyForm(member=signed_in(request)))


@recently_authenticated
def _make_key(request: HttpRequest) -> HttpResponse:
    """Make the key and show it in this answer, which is the only time."""
    member = signed_in(request)
    form = KeyForm(request.POST, member=member)
    if not form.is_valid():
        return _page(request, form, status=422)
    _key, text = ApiKey.make(
        member, form.cleaned_data["name"], form.cleaned_data["scopes"], form.expires_at
    )
    return _page(request, KeyForm(member=member), text)


@posted_from("keys")
@login_required
def end_key(request: HttpRequest, key_id: int) -> HttpResponse:
    """The key is gone at once; programs that bear it are refused."""
    key = get_object_or_404(ApiKey, pk=key_id, member=signed_in(request))
    key.delete()
    messages.success(request, gettext("The key “%(name)s” no longer works.") % {"name": key.name})
    return redirect("keys")


def _page(request: HttpRequest, form: KeyForm, text: str = "", status: int = 200) -> HttpResponse:
    member = signed_in(request)
    context = {"form": form, "text": text, "keys": member.api_keys.all(), "member": member}
    return render(request, "games/keys.html", context, status=status)
