"""Browsers, chats and programs are told what happens, by real requests to servers of this test."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.channels.formats import request_to_person
from games.common import clock
from games.composing.channel_words import ChannelMessage
from games.letters.channel_targets import DiscordTarget, MatrixTarget, Target, TelegramTarget
from games.models import ChannelDelivery, Match, Member
from games.services.channels import renew_secret, try_channel
from games.services.matches import create_match, fill_with_bots
from games.services.presence import note_presence
from tests import cast
from tests.mail.channels import add, ntfy, program, secret_of, told
from tests.mail.far_ends import FarEnd
from tests.tournaments.run.test_sweeping import running
from tests.tournaments.run.world import World

pytestmark = pytest.mark.django_db
Status = ChannelDelivery.Status


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


def test_an_entrant_is_told_once_that_the_tournament_is_over(far_end: FarEnd) -> None:
    program("P01", far_end, "tournament.finished")
    world = World()
    made = running(world, "knockout", 2)
    assert told(far_end) == []
    world.until_over(made)
    (event,) = told(far_end)
    url = f"http://127.0.0.1:8000/tournaments/{made.code}/"
    assert (event["type"], event["data"]) == (
        "tournament.finished",
        {"tournament": {"name": made.name, "url": url}},
    )


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
