"""The addresses of a member's programs that are told what happens, and the log of it."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, cast

from django.http import HttpRequest
from ninja import Field, Schema
from ninja.responses import Status

from games.api.access import signed_in_caller
from games.api.calls import REFUSED, CallRouter
from games.api.schemas import ONE_LINE
from games.common.errors import MatchError, NotVisibleError
from games.letters.channel_targets import MOST_CHARACTERS, BadTargetError, ProgramTarget
from games.letters.events import SUBSCRIBABLE
from games.models import ApiKey, Channel, ChannelDelivery
from games.services.channels import (
    MOST_NAME,
    add_channel,
    change_events,
    member_channel,
    remove_channel,
    renew_secret,
    restart_channel,
    try_channel,
)

MOST_DELIVERIES = 100
MOST_NUMBER = 2**31

Scope = ApiKey.Scope
router = CallRouter()


class WebhookIn(Schema):
    """A new address to post to."""

    url: str = Field(max_length=MOST_CHARACTERS, pattern=ONE_LINE, examples=["https://me.example"])
    name: str = Field("", max_length=MOST_NAME, pattern=ONE_LINE)
    events: list[str] = Field(
        default_factory=list,
        max_length=len(SUBSCRIBABLE),
        description="The events sent there; all of them if empty.",
        examples=[list(SUBSCRIBABLE)],
    )


class WebhookEventsIn(Schema):
    """Which events are sent to it from now on."""

    events: list[str] = Field(max_length=len(SUBSCRIBABLE), examples=[list(SUBSCRIBABLE)])


class WebhookOut(Schema):
    """An address that receives events. `url` is shown without its query."""

    id: int
    name: str
    url: str
    events: list[str]
    created_at: datetime
    worked_at: datetime | None
    failing_since: datetime | None
    stopped_at: datetime | None
    stopped_for: str = Field(description="Why it was stopped: `gone`, `refusing` or `away`.")


class WebhookSecretOut(Schema):
    """A webhook with the secret that signs what is posted there: shown this once."""

    webhook: WebhookOut
    secret: str


class DeliveryOut(Schema):
    """Something that was told to a webhook, or is to be."""

    id: str = Field(description="As the header `webhook-id` has it.")
    event: str
    status: Literal["queued", "sent", "withdrawn", "failed"]
    created_at: datetime
    settled_at: datetime | None
    attempts: int
    answer_status: int | None = Field(description="The HTTP status of the last try.")
    took_ms: int | None
    note: str


@router.get("/webhooks", response={200: list[WebhookOut], **REFUSED}, summary="My webhooks")
def webhooks(request: HttpRequest) -> list[WebhookOut]:
    """The oldest first."""
    own = Channel.objects.filter(member=signed_in_caller(request), kind=Channel.Kind.PROGRAM)
    return [_webhook_out(channel) for channel in own]


@router.act("POST", "/webhooks", "Add a webhook", Scope.PLAY, WebhookSecretOut, 201)
def add_webhook(request: HttpRequest, payload: WebhookIn) -> Status[WebhookSecretOut]:
    """What is posted is signed as Standard Webhooks says. 422 for an address that isn’t public."""
    try:
        target = ProgramTarget.with_new_secret(payload.url)
    except BadTargetError as error:
        raise MatchError("bad-channel-host") from error
    new = add_channel(
        member=signed_in_caller(request), target=target, name=payload.name, events=payload.events
    )
    return Status(201, WebhookSecretOut(webhook=_webhook_out(new.channel), secret=target.secret))


@router.act("PUT", "/webhooks/{number}/events", "Choose its events", Scope.PLAY, WebhookOut)
def change_webhook(request: HttpRequest, number: int, payload: WebhookEventsIn) -> WebhookOut:
    """Replaces the events sent to it; all of them if empty."""
    channel = _own_webhook(request, number)
    change_events(channel, payload.events)
    return _webhook_out(_own_webhook(request, number))


@router.act("POST", "/webhooks/{number}/secret", "Make a new secret", Scope.PLAY, WebhookSecretOut)
def renew_webhook_secret(request: HttpRequest, number: int) -> WebhookSecretOut:
    """The one before signs nothing any more."""
    channel = _own_webhook(request, number)
    secret = renew_secret(channel)
    return WebhookSecretOut(webhook=_webhook_out(channel), secret=secret)


@router.act("POST", "/webhooks/{number}/test", "Try it", Scope.PLAY, DeliveryOut)
def try_webhook(request: HttpRequest, number: int) -> DeliveryOut:
    """Posts an event `test` soon; one that was stopped is set going again."""
    channel = _own_webhook(request, number)
    if channel.stopped_at is not None:
        restart_channel(channel)
    return _delivery_out(try_channel(channel))


@router.act("DELETE", "/webhooks/{number}", "Remove it", Scope.PLAY, None, 204)
def remove_webhook(request: HttpRequest, number: int) -> Status[None]:
    """Its deliveries are deleted too."""
    remove_channel(_own_webhook(request, number))
    return Status(204, None)


@router.look("/webhooks/{number}/deliveries", "What was sent to it", list[DeliveryOut])
def webhook_deliveries(request: HttpRequest, number: int) -> list[DeliveryOut]:
    """The newest first, 100 at most."""
    rows = _own_webhook(request, number).deliveries.order_by("-id")[:MOST_DELIVERIES]
    return [_delivery_out(row) for row in rows]


def _own_webhook(request: HttpRequest, number: int) -> Channel:
    member = signed_in_caller(request)
    if not 0 < number < MOST_NUMBER:
        raise NotVisibleError("not-found")
    try:
        channel = member_channel(member, number)
    except Channel.DoesNotExist as error:
        raise NotVisibleError("not-found") from error
    if channel.kind != Channel.Kind.PROGRAM:
        raise NotVisibleError("not-found")
    return channel


def _webhook_out(channel: Channel) -> WebhookOut:
    return WebhookOut(
        id=channel.pk,
        name=channel.name,
        url=channel.shown,
        events=channel.events,
        created_at=channel.created_at,
        worked_at=channel.worked_at,
        failing_since=channel.failing_since,
        stopped_at=channel.stopped_at,
        stopped_for=channel.stopped_for,
    )


def _delivery_out(row: ChannelDelivery) -> DeliveryOut:
    return DeliveryOut(
        id=row.public_id,
        event=row.event,
        status=cast("Literal['queued', 'sent', 'withdrawn', 'failed']", row.status),
        created_at=row.created_at,
        settled_at=row.settled_at,
        attempts=row.attempts,
        answer_status=row.answer_status,
        took_ms=row.took_ms,
        note=row.note,
    )
