"""Channels that fail, stay silent or answer without end; and how many there may be."""

from __future__ import annotations

import socket
import threading
from datetime import timedelta

import pytest
from django.core import mail
from pytest_django import Settings

from games.channels import posting
from games.channels.outcomes import STOPPED_AFTER, note_outcome
from games.channels.sending import tell_due
from games.common import clock
from games.common.errors import MatchError
from games.letters.channel_targets import NtfyTarget
from games.mail.outbox import send_due
from games.models import Channel, ChannelDelivery
from games.services.channels import (
    MOST_CHATS,
    add_channel,
    remove_channel,
    restart_channel,
    try_channel,
)
from tests import cast
from tests.mail.channels import add, program, told
from tests.mail.far_ends import FarEnd, running_far_end

pytestmark = pytest.mark.django_db
Status = ChannelDelivery.Status


def test_a_failing_channel_is_left_alone_for_ever_longer(far_end: FarEnd) -> None:
    channel = program("Anna", far_end, "match.started")
    far_end.status = 500
    begun = clock.now()
    cast.running_match()
    tries = []
    for minute in range(60):
        with clock.simulated(begun + timedelta(minutes=minute)):
            before = len(far_end.got)
            told(far_end)
            tries += [minute] * (len(far_end.got) - before)
    assert 4 <= len(tries) <= 8
    channel.refresh_from_db()
    assert channel.failing_since is not None
    assert ChannelDelivery.objects.get().status == Status.QUEUED


def test_retry_after_is_kept(far_end: FarEnd) -> None:
    channel = program("Anna", far_end, "match.started")
    far_end.status, far_end.headers = 429, {"Retry-After": "600"}
    now = clock.now()
    cast.running_match()
    told(far_end)
    channel.refresh_from_db()
    assert channel.next_try_at is not None
    assert channel.next_try_at >= now + timedelta(seconds=590)


def test_after_days_of_failures_a_channel_stops_and_its_owner_is_told(far_end: FarEnd) -> None:
    channel = program("Anna", far_end, "match.started")
    far_end.status = 500
    begun = clock.now()
    cast.running_match()
    told(far_end)
    while send_due():
        pass
    mail.outbox.clear()
    with clock.simulated(begun + STOPPED_AFTER + timedelta(hours=1)):
        cast.running_match()
        told(far_end)
        while send_due():
            pass
    channel.refresh_from_db()
    assert channel.stopped_for == Channel.Stopped.AWAY
    assert not cast.member("Anna").has_channels
    stopped = [one for one in mail.outbox if "stopped" in str(one.subject)]
    assert [one.to for one in stopped] == [["anna@example.org"]]
    assert "/profile/channels/" in str(stopped[0].body)
    restart_channel(channel)
    assert cast.member("Anna").has_channels


def test_a_redirect_is_not_followed(far_end: FarEnd) -> None:
    channel = program("Anna", far_end)
    far_end.status, far_end.headers = 302, {"Location": f"{far_end.url}/elsewhere"}
    try_channel(channel)
    told(far_end)
    assert [one.path for one in far_end.got] == ["/hook"]
    assert ChannelDelivery.objects.get().status == Status.FAILED


def test_an_endless_answer_is_read_no_further(far_end: FarEnd) -> None:
    channel = program("Anna", far_end)
    far_end.body = b"x" * 50_000_000
    try_channel(channel)
    told(far_end)
    assert ChannelDelivery.objects.get().status == Status.SENT


def test_a_silent_place_holds_up_no_other(
    far_end: FarEnd, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting, "READ_SECONDS", 1.0)
    settings.OUTGOING_HOSTS = ["127.0.0.1", "localhost"]
    over = threading.Event()
    with running_far_end() as silent:
        silent.before = lambda: (over.wait(20), None)[1]
        add("Anna", NtfyTarget(url=f"http://localhost:{silent.port}/cards"))
        program("Bo", far_end)
        for channel in Channel.objects.select_related("member"):
            try_channel(channel)
        while tell_due():
            pass
        over.set()
    assert len(far_end.got) == 1
    states = dict(ChannelDelivery.objects.values_list("channel__kind", "status"))
    assert states == {"ntfy": Status.FAILED, "program": Status.SENT}
    assert "no answer in time" in ChannelDelivery.objects.get(channel__kind="ntfy").note


def test_an_answer_that_trickles_in_is_cut(
    far_end: FarEnd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting, "WHOLE_SECONDS", 1.0)
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def trickle() -> None:
            taken, _address = listener.accept()
            with taken:
                while not over.wait(0.2):
                    try:
                        taken.sendall(b"H")
                    except OSError:
                        return

        thread = threading.Thread(target=trickle)
        thread.start()
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        answer = posting.send_request(posting.OutgoingRequest(url, b"{}", {}))
        over.set()
        thread.join()
    assert answer.status == 0
    assert answer.note == "no answer in time"


def test_a_member_has_so_many_chats_at_most() -> None:
    for number in range(MOST_CHATS):
        add("Anna", NtfyTarget(url=f"https://ntfy.sh/topic{number}"))
    with pytest.raises(MatchError, match="too-many-channels"):
        add("Anna", NtfyTarget(url="https://ntfy.sh/another"))
    assert cast.member("Anna").channels.count() == MOST_CHATS


def test_the_same_place_twice_is_one_channel() -> None:
    target = NtfyTarget(url="https://ntfy.sh/cards")
    first = add_channel(member=cast.member("Anna"), target=target)
    second = add_channel(member=cast.member("Anna"), target=target)
    assert (first.is_new, second.is_new) == (True, False)
    assert first.channel == second.channel


def test_a_removed_channel_is_told_nothing(far_end: FarEnd) -> None:
    channel = program("Anna", far_end)
    cast.running_match()
    remove_channel(channel)
    assert told(far_end) == []
    assert not ChannelDelivery.objects.exists()


def test_a_row_that_is_lost_to_another_sender_is_theirs_to_mark(far_end: FarEnd) -> None:
    row = try_channel(program("Anna", far_end))
    now = clock.now()
    row.lease_until = now
    ChannelDelivery.objects.update(lease_until=now + timedelta(seconds=30))
    note_outcome(row, posting.RequestOutcome(500, "", timedelta(0)))
    row.refresh_from_db()
    assert (row.status, row.answer_status) == (Status.QUEUED, None)
