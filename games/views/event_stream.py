"""Streams of server-sent events: who may hear of what.

The answer becomes a stream in the hands of the web process (`wildcards_site/serving/web_worker.py`)
and says by a letter what may have changed: `m` the match, `p` one's own seat in it, `t` the talk
at its table, `u` one's own matches. Where no process holds streams the answer is 204, after which a
browser asks for none again.
"""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from games.common.live_news import match_topic, member_topic, player_topic, talk_topic
from games.models import Member
from games.views.request_helpers import member_of, seen_match, signed_in


@require_GET
def match_events(request: HttpRequest, code: str) -> HttpResponse:
    """What changes in a match as the one who asks may see it."""
    seen = seen_match(request, code)
    topics = [match_topic(seen.match.pk)]
    if seen.player is not None:
        topics += [player_topic(seen.player.pk), talk_topic(seen.player.pk)]
    if seen.member is not None:
        topics.append(member_topic(seen.member.pk))
    return _of_reader(request, topics)


@require_GET
@login_required
def member_events(request: HttpRequest) -> HttpResponse:
    """What changes in the member's own matches."""
    return _of_reader(request, [member_topic(signed_in(request).pk)])


def _of_reader(request: HttpRequest, topics: list[str]) -> HttpResponse:
    if not holds_streams(request):
        return HttpResponse(status=204)
    return as_stream(_owner(request, member_of(request)), topics)


def holds_streams(request: HttpRequest) -> bool:
    """Whether an answer to this request may become a stream."""
    return bool(request.META.get("wildcards.holds_streams"))


def as_stream(owner: str, topics: list[str]) -> HttpResponse:
    """The answer that becomes a stream of these topics, counted as this owner's."""
    response = HttpResponse(content_type="text/event-stream")
    response["Cache-Control"] = "private, no-store"
    response["X-Accel-Buffering"] = "no"  # nginx would keep the news until a buffer is full
    response["X-Stream"] = " ".join([owner, *topics])
    return response


def _owner(request: HttpRequest, member: Member | None) -> str:
    """By whom streams are counted: a member, or a visitor's address."""
    if member is not None:
        return member_topic(member.pk)
    return f"ip:{get_adapter(request).get_client_ip(request)}"
