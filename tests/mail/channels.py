"""Channels of the cast for the tests, and what their far ends were told."""

from __future__ import annotations

import json

from games.channels.sending import tell_due
from games.letters.channel_targets import NtfyTarget, ProgramTarget, Target
from games.models import Channel
from games.services.channels import add_channel
from tests import cast
from tests.mail.far_ends import FarEnd


def add(name: str, target: Target, *events: str) -> Channel:
    return add_channel(member=cast.member(name), target=target, events=events).channel


def program(name: str, far_end: FarEnd, *events: str) -> Channel:
    return add(name, ProgramTarget.with_new_secret(f"{far_end.url}/hook"), *events)


def ntfy(name: str, far_end: FarEnd) -> Channel:
    return add(name, NtfyTarget(url=f"{far_end.url}/cards", token="tk_1"))


def told(far_end: FarEnd) -> list[dict[str, object]]:
    while tell_due():
        pass
    return [json.loads(one.body) for one in far_end.got]


def secret_of(channel: Channel) -> ProgramTarget:
    channel.refresh_from_db()
    return ProgramTarget(**channel.secret_target)
