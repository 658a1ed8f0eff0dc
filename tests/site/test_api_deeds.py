"""What hosts and players do by program: seats, bots, notes, talk, previews and webhooks."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from games.models import Order, Player
from tests import cast
from tests.site.programs import Program


def test_a_host_invites_fills_up_and_calls_off_by_program() -> None:
    host, code = Program("Anna"), cast.open_match("Anna", seats=4).code
    asked = host.post(f"matches/{code}/invitations", {"addresses": ["zoe@example.net"]})
    assert asked == [{"address": "zoe@example.net", "mailed": True}]
    assert len(host.post(f"matches/{code}/bots", None)["players"]) == 2
    assert Program("Bo").post(f"matches/{code}/start", None, 409)["code"] == "not-host"
    assert host.post(f"matches/{code}/start", None)["status"] == "running"
    assert host.post(f"matches/{code}/cancel", None, 409)["code"] == "not-open"
    other = cast.open_match("Anna").code
    assert host.post(f"matches/{other}/cancel", None)["status"] == "cancelled"


def test_a_player_leaves_resigns_and_comes_back_by_program() -> None:
    opened = cast.open_match("Anna", "Bo")
    answer = Client().post(f"/api/matches/{opened.code}/leave", headers=Program("Bo").headers)
    assert answer.status_code == 204
    assert not opened.players.filter(member__name="Bo").exists()
    match = cast.running_match()
    Player.objects.filter(member__name="Bo").update(bot="steady")
    Program("Bo").post(f"matches/{match.code}/return", None)
    assert cast.player(match, "Bo").bot == ""
    Program("Bo").post(f"matches/{match.code}/resign", None)
    assert cast.player(match, "Bo").resigned_at is not None
    assert Program("Bo").post(f"matches/{match.code}/return", None, 409)["code"]


def test_standing_orders_are_deleted_by_program() -> None:
    match = cast.running_match()
    cast.order(cast.player(match, "Anna"), "bid R; pass; pass")
    assert Program("Anna").delete(f"matches/{match.code}/standing")["deleted"] > 0
    assert Program("Anna").get(f"matches/{match.code}")["standing"] == []


def test_notes_and_talk_are_for_those_whom_they_concern() -> None:
    match = cast.running_match()
    anna, path = Program("Anna"), f"matches/{match.code}"
    assert anna.put(f"{path}/note", {"text": "Bo bluffs"}) == {"text": "Bo bluffs"}
    assert anna.get(f"{path}/note") == {"text": "Bo bluffs"}
    assert Program("Bo").get(f"{path}/note") == {"text": ""}
    said = anna.post(f"{path}/talk", {"text": "Good luck, everyone!"})
    assert said["by"] == "Anna"
    assert [one["text"] for one in Program("Bo").get(f"{path}/talk")] == ["Good luck, everyone!"]
    Program("Mallory").get(f"{path}/talk", 404)
    Program("").get(f"{path}/talk", 401)


def test_notes_on_members_are_their_writers_alone() -> None:
    bo, anna = cast.member("Bo"), Program("Anna")
    path = f"members/{bo.pk}/note"
    assert anna.put(path, {"text": "bluffs"}) == {"text": "bluffs"}
    assert anna.get(path) == {"text": "bluffs"}
    assert Program("Carla").get(path) == {"text": ""}
    assert Program("Bo").put(path, {"text": "I"}, 409)["code"] == "note-about-yourself"
    for number in (0, 10**6, 10**30):
        anna.get(f"members/{number}/note", 404)


def test_what_an_order_would_do_is_asked_without_giving_it() -> None:
    match = cast.running_match()
    anna, path = Program("Anna"), f"matches/{match.code}/orders/preview"
    text = cast.legal_texts(cast.player(match, "Anna"))[0]
    seen = anna.post(path, {"text": text.upper(), "phase": match.phase_number})
    assert seen["text"] == text
    assert seen["words"]
    assert anna.post(path, {"text": "dance"}, 422)["example"]
    assert anna.post(path, {"text": text, "phase": 99}, 409)["code"] == "phase-closed"
    Program("Mallory").post(path, {"text": text}, 404)
    assert not Order.objects.exists()


def test_previews_have_a_limit_of_their_own() -> None:
    match = cast.running_match()
    anna, path = Program("Anna"), f"matches/{match.code}/orders/preview"
    for _call in range(120):
        anna.post(path, {"text": "pass"}, 422)
    assert anna.post(path, {"text": "pass"}, 429)["code"] == "too-often"
    anna.get(f"matches/{match.code}")


def test_a_program_looks_after_its_webhooks(settings: Settings) -> None:
    settings.OUTGOING_HOSTS = ["127.0.0.1"]
    anna = Program("Anna")
    made = anna.post("webhooks", {"url": "http://127.0.0.1:9/hook", "name": "mine"}, 201)
    assert made["secret"].startswith("whsec_")
    path = f"webhooks/{made['webhook']['id']}"
    assert anna.put(f"{path}/events", {"events": ["match.finished"]})["events"] == [
        "match.finished"
    ]
    assert anna.post(f"{path}/secret", None)["secret"] != made["secret"]
    tried = anna.post(f"{path}/test", None)
    assert [one["id"] for one in anna.get(f"{path}/deliveries")] == [tried["id"]]
    assert "secret" not in json.dumps(anna.get("webhooks"))
    for call in (anna.put, Program("Bo").put):
        status = 422 if call == anna.put else 404
        call(f"{path}/events", {"events": ["hands.dealt"]}, status)
    Program("Bo").get(f"{path}/deliveries", 404)
    answer = Client().delete(f"/api/{path}", headers=anna.headers)
    assert (answer.status_code, anna.get("webhooks")) == (204, [])


@pytest.mark.parametrize("url", ["http://10.0.0.1/", "https://localhost/", "ftp://x.example", "x"])
def test_a_webhook_goes_to_public_addresses_alone(url: str) -> None:
    assert Program("Anna").post("webhooks", {"url": url}, 422)["code"] == "bad-channel-host"


def test_what_awaits_a_member_is_a_list_or_becomes_a_stream() -> None:
    match = cast.running_match()
    anna = Program("Anna")
    (awaited,) = anna.get("events")
    assert awaited["match"] == match.code
    cast.order(cast.player(match, "Anna"))
    assert anna.get("events") == []
    headers = {**anna.headers, "Accept": "text/event-stream"}
    environment: Any = {"wildcards.holds_streams": True}
    stream = anna.client.get("/api/events", headers=headers, **environment)
    owner, *topics = stream["X-Stream"].split()
    assert owner.startswith("key:")
    assert topics == [f"u{cast.member('Anna').pk}"]
    assert (stream["Content-Type"], stream.content) == ("text/event-stream", b"")
    Program("").get("events", 401)
