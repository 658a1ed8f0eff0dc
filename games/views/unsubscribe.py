"""Unsubscribing with one click, from a mail program or the link at a mail's foot (RFC 8058)."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.composing.messages import Unsubscription, read_unsubscription, unsubscribe_link
from games.models import Member, Player
from games.services.mail_preferences import set_match_mail, stop_mail
from games.views.link_headers import linked

NONE = Member.MailLevel.NONE


@csrf_exempt  # a mail program posts without cookies; the signed address is what identifies
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Stop the mails of this link: all, or those about one match. Only a POST acts."""
    whose = read_unsubscription(token)
    member, player = _found(whose) if whose is not None else (None, None)
    if member is None:
        raise Http404
    if request.method == "POST":
        if player is not None:
            set_match_mail(player=player, level=NONE)
            player.mail_level = NONE
        else:
            stop_mail(member=member)
            member.mail_level = NONE
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


def _found(whose: Unsubscription) -> tuple[Member | None, Player | None]:
    if whose.member_id is not None:
        return Member.objects.filter(pk=whose.member_id).first(), None
    if whose.player_id is None:
        return None, None
    player = Player.objects.select_related("member", "match").filter(pk=whose.player_id).first()
    return (player.member, player) if player is not None else (None, None)


def _masked(address: str) -> str:
    """An address that its owner knows again and that nobody else learns from the page."""
    local_part, _at, domain = address.partition("@")
    return f"{local_part[:1]}…@{domain}"
