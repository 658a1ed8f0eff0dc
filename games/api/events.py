"""What awaits a member, as a list or as a stream that says so at once."""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from ninja import Router, Schema

from games.api.access import KEY_NUMBER, signed_in_caller
from games.api.calls import REFUSED
from games.api.schemas import Problem
from games.common.live_news import key_owner, member_topic
from games.selectors.waiting_decisions import waiting_decisions
from games.views.event_stream import as_stream, holds_streams

EVENT_STREAM = "text/event-stream"

router = Router()


class AwaitedOut(Schema):
    """A decision that awaits the owner of the key."""

    match: str
    deadline_at: datetime | None


DESCRIBED_STREAM = {
    "responses": {
        200: {
            "content": {
                EVENT_STREAM: {
                    "schema": {"type": "string"},
                    "example": 'event: decision\ndata: {"match": "CODE"}\n\n',
                }
            }
        }
    }
}


@router.get(
    "/events",
    response={200: list[AwaitedOut], **REFUSED, 503: Problem},
    summary="What awaits me, as it happens",
    openapi_extra=DESCRIBED_STREAM,
)
def events(request: HttpRequest) -> list[AwaitedOut] | HttpResponse:
    """With `Accept: text/event-stream` a stream of server-sent events, otherwise a list of the
    decisions that await you, the least time left first.

    An event `decision` says that a decision awaits you in the match, `match` that something else
    has changed there; ask for it by the usual calls. Ask for the list once the stream is open. It
    ends after some minutes: open it again then. At most three at a time per key, then 503. Where
    the service can hold no streams the answer is the list in any case.
    """
    member = signed_in_caller(request)
    if EVENT_STREAM in request.headers.get("Accept", "") and holds_streams(request):
        return as_stream(key_owner(request.META[KEY_NUMBER]), [member_topic(member.pk)])
    return [
        AwaitedOut(match=one.code, deadline_at=one.deadline_at) for one in waiting_decisions(member)
    ]
