"""Unsubscribing with one click, from a mail program or the link at a mail's foot (RFC 8058)."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.mail.letters import unsubscribed_member_id
from games.models import Member


@csrf_exempt  # a mail program posts without cookies; the signed address is what identifies
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Stop all mails to the member of this link. Looking changes nothing: only a POST acts."""
    member_id = unsubscribed_member_id(token)
    member = Member.objects.filter(pk=member_id).first() if member_id is not None else None
    if member is None:
        raise Http404
    is_done = request.method == "POST"
    if is_done:
        Member.objects.filter(pk=member.pk).update(mail_level=Member.MailLevel.NONE)
    with translation.override(member.language):
        response = render(
            request,
            "mailbox/unsubscribe.html",
            {
                "is_done": is_done,
                "is_off": is_done or member.mail_level == Member.MailLevel.NONE,
                "address": _masked(member.email),
            },
        )
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Robots-Tag"] = "noindex"
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _masked(address: str) -> str:
    """An address that its owner knows again and that nobody else learns from the page."""
    local_part, _at, domain = address.partition("@")
    return f"{local_part[:1]}…@{domain}"
