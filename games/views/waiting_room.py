"""A match before it starts: who is there, who may join, and what its host can do."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games import selectors
from games.common import clock
from games.models import Match
from games.presentation import presentation_for
from games.views.match_clock import terms_in_words
from games.views.match_duration_words import pace_words
from games.views.request_helpers import Seen


def invitation_link(match: Match) -> str:
    """The link that lets anybody who has it join."""
    return settings.SITE_URL + reverse("invitation", kwargs={"token": match.invitation_token})


def options_in_words(match: Match) -> list[tuple[str, str]]:
    """The match's options, label and value, as its game words them."""
    presentation = presentation_for(match.game)
    return [
        (presentation.option_label(name), presentation.option_value_label(name, value))
        for name, value in match.options.items()
    ]


def waiting_room(
    request: HttpRequest, seen: Seen, *, token: str = "", status: int = 200
) -> HttpResponse:
    """The page of a match that has not started, or was cancelled. `token` lets one join."""
    match = seen.match
    table = selectors.table(match, None)
    is_open = match.status == Match.Status.OPEN
    rows = match.invitations.select_related("guest").order_by("id")
    invitations = list(rows) if seen.player is not None else []
    invited = seen.member is not None and any(
        line.match.pk == match.pk for line in selectors.invited_to(seen.member)
    )
    context = {
        "match": match,
        "player": seen.player,
        "members": list(zip(table.players, table.names, strict=True)),
        "bots": selectors.bots_at_table(table.players),
        "free": range(match.seats - len(table.players)),
        "is_host": seen.member is not None and match.created_by_id == seen.member.pk,
        "is_open": is_open,
        "may_join": match.is_public or bool(token) or invited,
        "token": token,
        "options": options_in_words(match),
        "terms": terms_in_words(match),
        "pace": pace_words(match, list(table.players)) if is_open else None,
        "invitations": invitations,
        "link": invitation_link(match) if seen.player is not None else "",
        "now": clock.now(),
    }
    return render(request, "games/waiting_room.html", context, status=status)
