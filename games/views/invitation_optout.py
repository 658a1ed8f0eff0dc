"""Where somebody without an account says that no invitation is wanted (RFC 8058)."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.composing.invitation_optout import read_no_invitations
from games.services.quotas import refuse_invitations
from games.views.link_headers import linked


@csrf_exempt  # a mail program posts without cookies; the signed address is what identifies
@require_http_methods(["GET", "HEAD", "POST"])
def no_invitations(request: HttpRequest, token: str) -> HttpResponse:
    """Send no more invitations to the address of this link. Only a POST acts."""
    digest = read_no_invitations(token)
    if digest is None:
        raise Http404
    is_done = request.method == "POST"
    if is_done:
        refuse_invitations(digest)
    return linked(render(request, "mailbox/no_invitations.html", {"is_done": is_done}))
