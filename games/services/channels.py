"""Channels: adding and removing what a member wants to be told by beside mail, and trying it."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import NamedTuple

import msgspec
from django.db import IntegrityError, transaction

from games.common import clock
from games.common.errors import MatchError
from games.common.public_hosts import ForbiddenHostError, check_address
from games.common.task_queue import enqueue_channels
from games.letters.channel_targets import ProgramTarget, PushTarget, Target
from games.letters.events import FOR_PEOPLE, SUBSCRIBABLE, ChannelEvent, ChannelTest
from games.models import Channel, ChannelDelivery, Match, Member, Player
from games.services.quotas import Deed, spend_quota

Kind = Channel.Kind

MOST_CHANNELS = {Kind.PUSH: 10, Kind.PROGRAM: 10}
MOST_CHATS = 5
"""Of each kind of chat."""

MOST_NAME = 60


class NewChannel(NamedTuple):
    """A channel, and whether it was there before."""

    channel: Channel
    is_new: bool


def add_channel(
    *, member: Member, target: Target, name: str = "", events: Collection[str] = ()
) -> NewChannel:
    """Have the member told there; the same place twice is one channel, set going again.

    Without `events` a person's channel is told what a person may want, a program everything.
    Raises MatchError with `bad-channel-host`, `bad-channel-events`, `too-many-channels` (most) or
    `quota-channel`.
    """
    try:
        check_address(target.address)
    except ForbiddenHostError as error:
        raise MatchError("bad-channel-host") from error
    wanted = _wanted_events(target.kind, events)
    with transaction.atomic():
        # A browser is one person's at a time: whoever is signed in there now.
        if isinstance(target, PushTarget):
            _forget_others(member, target)
        spend_quota(member, Deed.CHANNEL)
        channel = _store(member, target, name.strip()[:MOST_NAME] or target.shown, wanted)
        _note_whether_any(member)
    return channel


def _wanted_events(kind: str, events: Collection[str]) -> list[str]:
    offered = SUBSCRIBABLE if kind == Kind.PROGRAM else FOR_PEOPLE
    if not set(events) <= set(offered):
        raise MatchError("bad-channel-events", offered=", ".join(offered))
    return [one for one in offered if not events or one in events]


def _store(member: Member, target: Target, name: str, events: list[str]) -> NewChannel:
    fields = {
        "name": name,
        "shown": target.shown,
        "secret_target": msgspec.to_builtins(target),
        "events": events,
        "stopped_at": None,
        "stopped_for": "",
        "failing_since": None,
        "next_try_at": None,
        "failures": 0,
    }
    same = Channel.objects.filter(member=member, secret_digest=target.digest)
    if same.update(**fields):
        return NewChannel(same.get(), is_new=False)
    most = MOST_CHANNELS.get(Kind(target.kind), MOST_CHATS)
    if Channel.objects.filter(member=member, kind=target.kind).count() >= most:
        raise MatchError("too-many-channels", most=most)
    channel = Channel(
        member=member,
        kind=target.kind,
        secret_digest=target.digest,
        created_at=clock.now(),
        **fields,
    )
    try:
        with transaction.atomic():
            channel.save(force_insert=True)
    except IntegrityError:
        # Asked for twice at once.
        return NewChannel(same.get(), is_new=False)
    return NewChannel(channel, is_new=True)


def _forget_others(member: Member, target: Target) -> None:
    others = Channel.objects.filter(secret_digest=target.digest).exclude(member=member)
    for channel in others.select_related("member"):
        remove_channel(channel)


def remove_channel(channel: Channel) -> None:
    """Tell nothing there any more, and forget it with its log."""
    with transaction.atomic():
        Channel.objects.filter(pk=channel.pk).delete()
        _note_whether_any(channel.member)


def restart_channel(channel: Channel) -> None:
    """Tell things there again, though it was stopped for its failures."""
    Channel.objects.filter(pk=channel.pk).update(
        stopped_at=None, stopped_for="", failing_since=None, failures=0, next_try_at=None
    )
    _note_whether_any(channel.member)


def change_events(channel: Channel, events: Collection[str]) -> None:
    """Tell these things there from now on. Raises MatchError `bad-channel-events`."""
    wanted = _wanted_events(channel.kind, events)
    Channel.objects.filter(pk=channel.pk).update(events=wanted)


def renew_secret(channel: Channel) -> str:
    """Sign what is posted to this program with a new secret, which is returned and shown once.

    Raises MatchError `no-secret` for what is no program.
    """
    if channel.kind != Kind.PROGRAM:
        raise MatchError("no-secret")
    url = msgspec.convert(channel.secret_target, ProgramTarget).url
    target = ProgramTarget.with_new_secret(url)
    Channel.objects.filter(pk=channel.pk).update(secret_target=msgspec.to_builtins(target))
    return target.secret


def try_channel(channel: Channel) -> ChannelDelivery:
    """Send a test there, whatever it wants to be told. Raises MatchError `quota-channel-test`."""
    now = clock.now()
    with transaction.atomic():
        spend_quota(channel.member, Deed.CHANNEL_TEST)
        # Whoever tries it has just mended it.
        Channel.objects.filter(pk=channel.pk).update(next_try_at=None)
        event = ChannelTest(channel=channel.name)
        row = delivery_row(channel, event, key=f"test:{channel.pk}:{now.isoformat()}")
        row.save(force_insert=True)
    enqueue_channels()
    return row


def delivery_row(
    channel: Channel,
    event: ChannelEvent,
    *,
    key: str,
    match: Match | None = None,
    player: Player | None = None,
) -> ChannelDelivery:
    """An unsaved row that tells this channel of the event. Equal keys are told once."""
    now = clock.now()
    return ChannelDelivery(
        channel=channel,
        dedupe_key=key,
        public_id=f"msg_{secrets.token_urlsafe(18)}",
        event=event.name,
        payload=msgspec.to_builtins(event),
        match=match,
        player=player,
        phase_number=match.phase_number if match is not None else None,
        created_at=now,
        due_at=now,
    )


def member_channel(member: Member, channel_id: int) -> Channel:
    """The member's own channel. Raises Channel.DoesNotExist for anything else."""
    return Channel.objects.select_related("member").get(pk=channel_id, member=member)


def _note_whether_any(member: Member) -> None:
    """So that nothing is asked for the many who have none."""
    has_any = Channel.objects.filter(member=member, stopped_at=None).exists()
    Member.objects.filter(pk=member.pk).update(has_channels=has_any)
    member.has_channels = has_any


def stop_channel(channel: Channel, why: str) -> None:
    """Tell nothing there any more; what waits is withdrawn. The owner is told by the caller."""
    now = clock.now()
    with transaction.atomic():
        Channel.objects.filter(pk=channel.pk).update(stopped_at=now, stopped_for=why)
        waiting = ChannelDelivery.objects.filter(
            channel=channel, status=ChannelDelivery.Status.QUEUED
        )
        waiting.update(status=ChannelDelivery.Status.WITHDRAWN, settled_at=now, lease_until=None)
        _note_whether_any(channel.member)
