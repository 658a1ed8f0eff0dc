"""Unsubscribing with one click, from a mail program or the link at a mail's foot (RFC 8058)."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.composing.messages import unsubscribe_link
from games.mail.mail_unsubscribing import unsubscribing_of
from games.models import Member
from games.views.link_headers import linked

NONE = Member.MailLevel.NONE


@csrf_exempt  # a mail program posts without cookies; the signed address is what identifies
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Stop the mails of this link: all, or those about one match. Only a POST acts."""
    found = unsubscribing_of(token)
    if found is None:
        raise Http404
    member, player = found
    if request.method == "POST":
        found.stop()
        (player or member).mail_level = NONE
    with translation.override(member.language):
        response = render(
            request,
            "mailbox/unsubscribe.html",
            {
                "match": player.match if player is not None else None,
                "is_off": (player.wanted_mail if player is not None else member.mail_level) == NONE,
                "address": _masked(member.email),
                "all_link": unsubscribe_link(member),
            },
        )
    return linked(response)


def _masked(address: str) -> str:
    """An address that its owner knows again and that nobody else learns from the page."""
    local_part, _at, domain = address.partition("@")
    return f"{local_part[:1]}…@{domain}"
