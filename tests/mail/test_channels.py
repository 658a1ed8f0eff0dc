"""Browsers, chats and programs are told what happens, by real requests to servers of this test."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from py_vapid import Vapid02
from pytest_django import Settings

from games.channels import posting
from games.channels.formats import request_to_person
from games.channels.outcomes import STOPPED_AFTER, note_outcome
from games.channels.sending import tell_due
from games.channels.web_push import public_key
from games.common import clock
from games.common.errors import MatchError
from games.composing.channel_words import ChannelMessage
from games.letters.channel_targets import (
    DiscordTarget,
    MatrixTarget,
    NtfyTarget,
    ProgramTarget,
    PushTarget,
    Target,
    TelegramTarget,
)
from games.mail.outbox import send_due
from games.models import Channel, ChannelDelivery, Match, Member, Order
from games.services.channels import (
    MOST_CHATS,
    add_channel,
    remove_channel,
    renew_secret,
    restart_channel,
    try_channel,
)
from games.services.matches import create_match, fill_with_bots
from games.services.presence import note_presence
from tests import cast
from tests.mail.far_ends import FarEnd, certificate_of_this_machine, running_far_end
from tests.tournaments.run.test_sweeping import running
from tests.tournaments.run.world import World

pytestmark = pytest.mark.django_db
Status = ChannelDelivery.Status


@pytest.fixture
def far_end(settings: Settings) -> Iterator[FarEnd]:
    settings.OUTGOING_HOSTS = ["127.0.0.1"]
    with running_far_end() as end:
        yield end


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


def test_a_program_is_told_what_happens_at_its_own_seat(far_end: FarEnd) -> None:
    cast.member("Anna")
    program("Anna", far_end)
    match = cast.running_match()
    for name in ("Bo", "Carla", "Anna"):
        cast.order(cast.player(match, name))
    events = told(far_end)
    kinds = [str(one["type"]) for one in events]
    assert kinds[:3] == ["match.started", "decision.awaits", "decision.closed"]
    data = events[1]["data"]
    assert isinstance(data, dict)
    assert data["match"]["code"] == match.code
    assert data["seat"] == cast.player(match, "Anna").seat
    assert data["phase"] == {"number": 1, "name": "bid", "round": 1}
    assert datetime.fromisoformat(data["deadline"]) > clock.now()
    assert set(data) == {"match", "seat", "phase", "deadline"}


def test_what_a_program_gets_is_signed_as_standard_webhooks_says(far_end: FarEnd) -> None:
    channel = program("Anna", far_end)
    try_channel(channel)
    told(far_end)
    (got,) = far_end.got
    signed = f"{got.headers['webhook-id']}.{got.headers['webhook-timestamp']}.".encode() + got.body
    key = base64.b64decode(secret_of(channel).secret.removeprefix("whsec_"))
    wanted = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert got.headers["webhook-signature"] == f"v1,{wanted}"
    assert abs(int(got.headers["webhook-timestamp"]) - time.time()) < 60
    assert got.headers["content-type"] == "application/json"


def test_a_new_secret_signs_from_then_on(far_end: FarEnd) -> None:
    channel = program("Anna", far_end)
    before = secret_of(channel).secret
    after = renew_secret(channel)
    assert after != before
    try_channel(channel)
    told(far_end)
    (got,) = far_end.got
    signed = f"{got.headers['webhook-id']}.{got.headers['webhook-timestamp']}.".encode() + got.body
    key = base64.b64decode(after.removeprefix("whsec_"))
    assert (
        base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        in (got.headers["webhook-signature"])
    )


def test_a_second_try_has_the_same_id(far_end: FarEnd) -> None:
    program("Anna", far_end, "match.started")
    far_end.status = 503
    cast.running_match()
    told(far_end)
    far_end.status = 204
    with clock.simulated(clock.now() + timedelta(minutes=1)):
        told(far_end)
    first, second = far_end.got
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    row = ChannelDelivery.objects.get()
    assert (row.status, row.answer_status, row.attempts) == (Status.SENT, 204, 2)


def test_a_channel_wants_only_the_events_it_named(far_end: FarEnd) -> None:
    program("Anna", far_end, "match.finished")
    cast.running_match()
    assert told(far_end) == []


def test_members_without_channels_cost_no_query() -> None:
    match = cast.running_match()
    with CaptureQueriesContext(connection) as queries:
        for name in ("Anna", "Bo", "Carla"):
            cast.order(cast.player(match, name))
    assert len(queries) > 0
    assert not [one for one in queries if '"games_channel' in one["sql"]]


def test_ntfy_gets_the_title_the_deadline_and_a_link(far_end: FarEnd) -> None:
    ntfy("Anna", far_end)
    match = cast.running_match(title="Tuesday table")
    question = next(one for one in told(far_end) if "turn" in str(one["message"]))
    assert question["topic"] == "cards"
    assert question["title"] == "Tuesday table"
    assert str(question["message"]).startswith("It's your turn, until ")
    assert question["click"] == f"http://127.0.0.1:8000/matches/{match.code}/"
    assert far_end.got[0].headers["authorization"] == "Bearer tk_1"


def test_people_are_told_in_their_own_language(far_end: FarEnd) -> None:
    Member.objects.filter(pk=cast.member("Anna").pk).update(time_zone="Asia/Tokyo")
    ntfy("Anna", far_end)
    match = cast.running_match()
    match.refresh_from_db()
    assert match.deadline_at is not None
    hour = (match.deadline_at + timedelta(hours=9)).strftime("%H:%M")
    assert any(hour in str(one["message"]) for one in told(far_end))


def test_matrix_gets_a_message_in_the_room(far_end: FarEnd) -> None:
    room = "!abc:example.org"
    add("Anna", MatrixTarget(homeserver=far_end.url, room=room, token="syt_token"))
    cast.running_match(title="Tuesday table")
    first = told(far_end)[0]
    got = far_end.got[0]
    assert got.method == "PUT"
    assert got.path.startswith(
        "/_matrix/client/v3/rooms/%21abc%3Aexample.org/send/m.room.message/msg_"
    )
    assert got.headers["authorization"] == "Bearer syt_token"
    assert first["msgtype"] == "m.text"
    assert str(first["body"]).startswith("Tuesday table: ")


@pytest.mark.parametrize(
    ("target", "content"),
    [
        (
            DiscordTarget(url=f"https://discord.com/api/webhooks/12345678/{'a' * 60}"),
            {"content": "T: B\nhttps://u", "allowed_mentions": {"parse": []}, "flags": 4},
        ),
        (
            TelegramTarget(token=f"123456:{'b' * 35}", chat="-100123"),
            {
                "chat_id": "-100123",
                "text": "T: B\nhttps://u",
                "link_preview_options": {"is_disabled": True},
            },
        ),
    ],
    ids=lambda one: one.kind if isinstance(one, Target) else "",
)
def test_chats_get_their_own_form(target: Target, content: dict[str, object]) -> None:
    message = ChannelMessage("T", "B", "https://u", "t", 1)
    request = request_to_person(ChannelDelivery(public_id="msg_1"), target, message, clock.now())
    assert json.loads(request.body) == content
    assert request.url == target.address


def test_an_entrant_is_told_of_rounds(far_end: FarEnd) -> None:
    program("P01", far_end, "tournament.round_started", "tournament.finished")
    made = running(World(), "knockout", 4)
    (event,) = told(far_end)
    assert event["type"] == "tournament.round_started"
    match = Match.objects.get(players__member__name="P01")
    assert event["data"] == {
        "tournament": {
            "name": made.name,
            "url": f"http://127.0.0.1:8000/tournaments/{made.code}/",
        },
        "round": 1,
        "match": {
            "code": match.code,
            "game": match.game,
            "title": match.title,
            "url": f"http://127.0.0.1:8000/matches/{match.code}/",
        },
    }


# --- Web push ------------------------------------------------------------------------------------


class Browser:
    """A browser that has subscribed: it alone can read what is pushed to it."""

    def __init__(self, push_service: FarEnd) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.target = PushTarget(
            endpoint=f"{push_service.url}/push/abc",
            p256dh=base64.urlsafe_b64encode(point).decode().rstrip("="),
            auth=base64.urlsafe_b64encode(self.auth).decode().rstrip("="),
        )

    def read(self, body: bytes) -> dict[str, object]:
        text = http_ece.decrypt(
            body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"
        )
        content: dict[str, object] = json.loads(text)
        return content


@pytest.fixture
def push_service(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[FarEnd]:
    settings.OUTGOING_HOSTS = ["127.0.0.1"]
    certificate = certificate_of_this_machine(tmp_path)
    context = ssl.create_default_context(cafile=str(certificate))
    monkeypatch.setattr(posting, "tls_context", lambda: context)
    with running_far_end(certificate) as end:
        end.status = 201
        yield end


def test_a_push_is_read_by_the_browser_that_subscribed(push_service: FarEnd) -> None:
    browser = Browser(push_service)
    add("Anna", browser.target, "decision.awaits")
    match = cast.running_match(title="Tuesday table")
    while tell_due():
        pass
    (got,) = push_service.got
    assert got.headers["content-encoding"] == "aes128gcm"
    assert int(got.headers["ttl"]) > 0
    content = browser.read(got.body)
    assert content["title"] == "Tuesday table"
    assert content["waiting"] == 1
    assert content["url"] == f"http://127.0.0.1:8000/matches/{match.code}/"
    assert b"Tuesday" not in got.body


def test_a_push_is_signed_with_the_key_that_browsers_are_given(push_service: FarEnd) -> None:
    add("Anna", Browser(push_service).target, "decision.awaits")
    cast.running_match()
    while tell_due():
        pass
    (got,) = push_service.got
    assert Vapid02.verify(got.headers["authorization"])
    assert got.headers["authorization"].endswith(f"k={public_key()}")
    token = got.headers["authorization"].removeprefix("vapid t=").partition(",")[0]
    claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
    assert claims["aud"] == push_service.url


@pytest.mark.parametrize("game", ["wild-cards", "wizard", "cubirds", "emu-ranchers"])
def test_no_push_holds_a_card_of_the_hand(game: str, push_service: FarEnd) -> None:
    """What is said is made of the match's name and its deadline; buttons are orders of one word."""
    anna = cast.member("Anna")
    browser = Browser(push_service)
    add("Anna", browser.target)
    seats = 2 if game == "emu-ranchers" else 3
    match = create_match(
        member=anna, game=game, options={}, seats=seats, phase_time=timedelta(days=1)
    )
    fill_with_bots(member=anna, match=match)
    for _decision in range(25):
        match.refresh_from_db()
        if match.status != Match.Status.RUNNING:
            break
        while tell_due():
            pass
        cast.order(cast.player(match, "Anna"))
    contents = [browser.read(got.body) for got in push_service.got]
    assert len(contents) > 5
    for content in contents:
        assert set(content) == {"title", "body", "url", "tag", "waiting", "buttons"}
        buttons = content["buttons"]
        assert isinstance(buttons, list)
        assert len(buttons) <= 2
        for button in buttons:
            order = str(button["url"]).rpartition("/")[2]
            assert order.isalpha(), order
            assert order.islower(), order


def test_a_button_opens_a_page_that_shows_the_order_before_it_is_given(
    push_service: FarEnd, client: Client
) -> None:
    anna = cast.member("Anna")
    browser = Browser(push_service)
    add("Anna", browser.target, "decision.awaits")
    buttons: list[dict[str, str]] = []
    match = create_match(
        member=anna, game="cubirds", options={}, seats=3, phase_time=timedelta(days=1)
    )
    fill_with_bots(member=anna, match=match)
    for _decision in range(60):
        while tell_due():
            pass
        content = browser.read(push_service.got[-1].body)
        buttons = content["buttons"]  # type: ignore[assignment]
        if buttons:
            break
        cast.order(cast.player(match, "Anna"))
    assert buttons
    path = buttons[0]["url"].removeprefix("http://127.0.0.1:8000")
    player = cast.player(match, "Anna")
    phase = player.match.phase_number
    given = Order.objects.filter(player=player, phase__number=phase)
    assert client.get(path).status_code == 200
    assert not given.exists()
    assert client.post(path).status_code == 200
    assert given.get().text == path.rpartition("/")[2]


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(status: int, push_service: FarEnd) -> None:
    channel = add("Anna", Browser(push_service).target)
    push_service.status = status
    try_channel(channel)
    while tell_due():
        pass
    assert not Channel.objects.exists()
    assert not cast.member("Anna").has_channels


def test_a_browser_is_the_person_s_who_is_signed_in_there_now(push_service: FarEnd) -> None:
    target = Browser(push_service).target
    add("Anna", target)
    add("Bo", target)
    assert [channel.member.name for channel in Channel.objects.all()] == ["Bo"]
    assert not cast.member("Anna").has_channels


# --- When nothing is told ------------------------------------------------------------------------


def test_a_question_that_was_answered_meanwhile_is_not_told(far_end: FarEnd) -> None:
    ntfy("Anna", far_end)
    match = cast.running_match()
    cast.order(cast.player(match, "Anna"))
    assert not [one for one in told(far_end) if "turn" in str(one["message"])]
    row = ChannelDelivery.objects.get(event="decision.awaits")
    assert row.status == Status.WITHDRAWN


def test_who_has_the_match_open_is_told_some_minutes_later(far_end: FarEnd) -> None:
    match = cast.running_match()
    ntfy("Anna", far_end)
    note_presence(cast.player(match, "Anna"))
    for name in ("Bo", "Carla", "Anna"):
        cast.order(cast.player(match, name))
    for _order in range(20):
        asked = cast.awaited(match)
        if any(player.name == "Anna" for player in asked):
            break
        for player in asked:
            cast.order(player)
    assert told(far_end) == []
    with clock.simulated(clock.now() + timedelta(minutes=6)):
        assert len(told(far_end)) == 1


def test_practice_is_told_to_programs_and_to_no_person(far_end: FarEnd) -> None:
    ntfy("Anna", far_end)
    program("Anna", far_end, "decision.awaits")
    anna = cast.member("Anna")
    match = create_match(
        member=anna,
        game="wizard",
        options={},
        seats=3,
        phase_time=timedelta(days=1),
        is_practice=True,
    )
    fill_with_bots(member=anna, match=match)
    assert [one["type"] for one in told(far_end)] == ["decision.awaits"]


# --- Trouble -------------------------------------------------------------------------------------


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


# --- Limits --------------------------------------------------------------------------------------


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
