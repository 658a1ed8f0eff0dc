"""The few lines that an open page asks for again and again, and when it is told of news."""

from __future__ import annotations

import hashlib

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.template.loader import render_to_string
from django.utils.http import parse_etags
from django.views.decorators.http import require_safe

from games import selectors
from games.common.errors import NotVisibleError
from games.models import Match, Member, Player
from games.selectors.match_looks import open_pulse
from games.selectors.talk import newest_heard
from games.services.access import find_match
from games.services.presence import note_presence
from games.views.guest_sessions import guest_of
from games.views.request_helpers import in_member_zone, member_of


@require_safe
@in_member_zone
def match_pulse(request: HttpRequest, code: str) -> HttpResponse:
    """Of whom the match waits and until when, with an ETag.

    It holds no card, and the ETag is a hash of it, so neither can change because of something
    that this viewer may not see. `phase`, `status`, `order` and `talk` say what the page shows;
    if the match has gone on since, the viewer has ordered elsewhere or somebody has said something
    to them, `X-Moved` says so. A page that
    lies behind others asks for nothing, so that who asks is there.
    """
    match, viewer, pulse = _pulse(code.lower(), member_of(request) or guest_of(request))
    if viewer is not None:
        note_presence(viewer)
    html = render_to_string("games/_pulse.html", {"match": match, "pulse": pulse})
    asked = request.GET
    shown = [asked.get("phase", ""), asked.get("status", ""), asked.get("order", "0")]
    is_now = [str(match.phase_number), match.status, str(pulse.own_version if pulse else 0)]
    said = asked.get("talk", "")
    if said and viewer is not None:
        shown.append(said)
        is_now.append(str(newest_heard(viewer)))
    moved = "1" if shown != is_now else "0"
    etag = f'"{hashlib.sha256(f"{moved}{html}".encode()).hexdigest()[:32]}"'
    response: HttpResponse
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(html)
    response["X-Moved"] = moved
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response


def _pulse(code: str, member: Member | None) -> tuple[Match, Player | None, selectors.Pulse | None]:
    """The match, who looks if they play, and its pulse for them. Raises Http404."""
    if (found := open_pulse(code, member)) is not None:
        table, pulse = found
        return table.match, table.player, pulse
    try:
        match = find_match(code=code, member=member)
    except NotVisibleError as error:
        raise Http404 from error
    players = selectors.seated_players(match)
    viewer = next((one for one in players if member and one.member_id == member.pk), None)
    if viewer is not None:
        viewer.match = match
    return match, viewer, selectors.pulse(match, players, viewer)
