"""The interface for programs: the member's own view, orders, errors with their codes."""

from __future__ import annotations

import json

import pytest
from django.conf import settings as site_settings
from django.test import Client
from django.urls import reverse

from games.models import Match, Member, Order
from tests import cast
from tests.site.conftest import Browse, made_private
from tests.site.programs import Program

RFC_9457 = {"type", "title", "status", "detail"}


def test_a_call_without_a_key_is_refused() -> None:
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic eDp5"}):
        response = Client().get("/api/matches", headers=headers)
        assert response.status_code == 401
        assert response.json()["code"] == "no-key"


def test_a_wrong_key_is_not_taken_for_no_key() -> None:
    match = cast.running_match()
    response = Client().get(f"/api/matches/{match.code}", headers={"Authorization": "Bearer x"})
    assert response.status_code == 401


def test_the_site_session_opens_nothing_here(browse: Browse) -> None:
    assert browse("Anna").get("/api/me").status_code == 401


def test_a_match_is_shown_as_its_player_may_see_it() -> None:
    match = cast.running_match()
    anna = cast.player(match, "Anna")
    shown = Program("Anna").get(f"matches/{match.code}")
    assert shown["seat"] == anna.seat
    assert shown["view"]["hand"]
    assert shown["phase"]["number"] == match.phase_number
    legal = cast.legal_texts(anna)
    assert shown["decision"]["examples"]
    assert set(shown["decision"]["examples"]) <= set(legal)
    values = shown["decision"]["choices"][0]["parts"][0]["values"]
    assert {f"bid {value}" for value in values} == set(legal)


@pytest.mark.parametrize("who", ["Mallory", ""])
def test_others_watch_a_public_match_without_hands(who: str) -> None:
    match = cast.running_match()
    shown = Program(who).get(f"matches/{match.code}")
    assert (shown["seat"], shown["decision"], shown["own_order"]) == (None, None, None)
    assert shown["view"]["hand"] is None
    journal = json.dumps(Program(who).get(f"matches/{match.code}/journal"))
    assert '"dealt"' not in journal


@pytest.mark.parametrize("who", ["Mallory", ""])
def test_a_private_match_and_no_match_are_answered_alike(who: str) -> None:
    match = made_private(cast.running_match())
    program = Program(who)
    for path in ("", "/journal"):
        hidden = program.get(f"matches/{match.code}{path}", 404)
        assert hidden == program.get(f"matches/zzzzzzz{path}", 404)
    if who:
        program.post(f"matches/{match.code}/orders", {"text": "bid R"}, 404)
        program.post(f"matches/{match.code}/join", {}, 404)


def test_an_order_is_sealed_and_answered_with_a_receipt() -> None:
    match = cast.running_match(waiting_policy="quiet")
    program = Program("Anna")
    path = f"matches/{match.code}/orders"
    receipt = program.post(path, {"text": "bid R; pass", "phase": match.phase_number})
    assert receipt["text"] == "bid R"
    assert (receipt["version"], receipt["replaced"], receipt["waiting"]) == (1, None, None)
    assert receipt["standing"] == ["pass"]
    assert receipt["branches"] == []
    either = program.post(path, {"text": "bid F1 F1 or bid R"})
    assert [why[-21:] for why in either["branches"]] == ["” isn’t possible now."]
    again = program.post(path, {"text": cast.legal_texts(cast.player(match, "Anna"))[0]})
    assert (again["version"], again["replaced"]) == (3, "bid R")
    assert Order.objects.get(player__member__name="Anna").source == Order.Source.API
    assert program.get(f"matches/{match.code}")["own_order"]["version"] == 3


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "empty-order"), ("dance", "not-understood"), ("x" * 3000, "order-too-long")],
)
def test_an_order_that_is_none_comes_back_with_code_and_example(text: str, code: str) -> None:
    match = cast.running_match()
    problem = Program("Anna").post(f"matches/{match.code}/orders", {"text": text}, 422)
    assert problem["code"] == code
    assert problem["message"]
    assert set(problem) == {*RFC_9457, "code", "message", "text", "example", "candidates"}
    assert problem["status"] == 422
    assert problem["detail"] == problem["message"]
    assert not Order.objects.exists()


def test_what_cannot_be_done_as_it_stands_is_a_conflict() -> None:
    match = cast.running_match()
    program = Program("Anna")
    path = f"matches/{match.code}/orders"
    assert program.post(path, {"text": "bid R", "phase": 77}, 409)["code"] == "phase-closed"
    Match.objects.filter(pk=match.pk).update(status=Match.Status.PARKED)
    assert program.post(path, {"text": "bid R"}, 409)["code"] == "match-parked"
    assert program.post(f"matches/{match.code}/join", {}, 409)["code"] == "not-open"


@pytest.mark.parametrize(
    "body",
    [{"text": 5}, {}, {"text": "x" * 5000}, {"text": "bid R", "phase": "soon"}],
)
def test_a_body_of_another_shape_changes_nothing(body: object) -> None:
    match = cast.running_match()
    problem = Program("Anna").post(f"matches/{match.code}/orders", body, 422)
    assert problem["code"] == "not-readable"
    assert not Order.objects.exists()


@pytest.mark.parametrize("body", [[], "text", False, 0, None])
def test_a_body_that_is_no_object_opens_no_match_with_defaults(body: object) -> None:
    problem = Program("Anna").post("matches", body, 400)
    assert problem["code"] == "not-json"
    assert not Match.objects.exists()


def test_an_order_is_taken_back_by_a_program() -> None:
    match = cast.running_match()
    anna = Program("Anna")
    path = f"matches/{match.code}/orders"
    anna.post(path, {"text": "bid R; take lion or pass"})
    assert anna.delete(f"{path}?phase=99", 409)["code"] == "phase-closed"
    taken = anna.delete(f"{path}?phase={match.phase_number}")
    assert (taken["text"], taken["steps"]) == ("bid R", ["take lion or pass"])
    assert taken["phase"] == match.phase_number
    assert anna.delete(path, 409)["code"] == "no-order"
    assert Program("Mallory").delete(path, 404)["code"] == "not-found"
    assert Program("").delete(path, 401)["code"] == "no-key"
    assert not Order.objects.exists()


@pytest.mark.parametrize(
    ("asked", "words"),
    [({}, "niet als zet lezen"), ({"Accept-Language": "en"}, "We couldn’t read that")],
)
def test_a_refusal_is_in_the_members_language_unless_the_call_names_one(
    asked: dict[str, str], words: str
) -> None:
    match = cast.running_match()
    Member.objects.filter(name="Anna").update(language="nl")
    program = Program("Anna")
    program.headers |= asked
    problem = program.post(f"matches/{match.code}/orders", {"text": "bid R; take the dragon"}, 422)
    assert words in problem["message"]
    assert Program("Bo").get("matches/nothere", 404)["message"].startswith("There’s no such")


@pytest.mark.parametrize("raw", [b"", b"{", b"\xff\xfe", b"[" * 5000])
def test_a_body_that_is_no_json_is_a_clear_answer(raw: bytes) -> None:
    match = cast.running_match()
    headers = {"Authorization": f"Bearer {cast.key('Anna')}"}
    response = Client().post(
        f"/api/matches/{match.code}/orders", raw, "application/json", headers=headers
    )
    assert response.status_code in {400, 422}
    assert response.json()["message"]


def test_opening_and_joining_a_match_until_it_starts() -> None:
    made = Program("Anna").post("matches", {"seats": 3, "bots": 1, "title": "By program"}, 201)
    assert made["players"][0]["name"] == "Anna"
    assert Program("").get("lobby")[0]["code"] == made["code"]
    joined = Program("Bo").post(f"matches/{made['code']}/join", {"contribution": "b"})
    assert joined["status"] == "running"
    assert Program("Anna").get("matches")[0]["awaited"] is True


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"seats": 2}, "bad-setup"),
        ({"game": "chess"}, "unknown-game"),
        ({"seats": 3, "bots": 3}, "too-many-bots"),
        ({"options": {"edition": "1999"}}, "bad-setup"),
        ({"phase_hours": 0.01}, "bad-clock"),
        ({"seats": 0}, "not-readable"),
    ],
)
def test_a_setup_that_makes_no_match_is_refused(body: dict[str, object], code: str) -> None:
    assert Program("Anna").post("matches", body, 422)["code"] == code
    assert not Match.objects.exists()


def test_answers_are_kept_by_nobody() -> None:
    match = cast.running_match()
    response = Client().get(f"/api/matches/{match.code}")
    assert response.headers["Cache-Control"] == "private, no-store"
    assert "Authorization" in response.headers["Vary"]


def test_too_many_calls_are_put_off_and_say_for_how_long() -> None:
    client = Client()
    answers = [client.get("/api/lobby").status_code for _call in range(61)]
    assert answers[:60] == [200] * 60
    refused = client.get("/api/lobby")
    assert (answers[60], refused.status_code) == (429, 429)
    assert refused.json()["code"] == "too-often"
    assert int(refused.headers["Retry-After"]) > 0


def test_the_description_documents_every_refusal(browse: Browse) -> None:
    description = Client().get("/api/openapi.json").json()
    orders = description["paths"]["/api/matches/{code}/orders"]["post"]
    assert set(orders["responses"]) == {"200", "400", "401", "403", "404", "409", "422", "429"}
    page = browse("").get(reverse("api-docs")).content.decode()
    for path in description["paths"]:
        assert path in page


@pytest.mark.parametrize("path", ["nothing", "matches/abcdefg/nothing", "", "matches/%00"])
def test_a_path_that_no_call_has_is_answered_with_a_problem(path: str) -> None:
    answer = Client().get(f"/api/{path}")
    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] in {"no-such-call", "not-found"}


def test_a_method_that_no_call_has_is_answered_with_a_problem() -> None:
    answer = Client().put("/api/me", headers=Program("Anna").headers)
    assert answer.status_code == 405
    assert answer["Content-Type"] == "application/problem+json"
    assert answer["Allow"] == "GET"
    assert answer.json()["code"] == "wrong-method"


def test_the_pages_about_the_interface_stay_pages(browse: Browse) -> None:
    answer = browse("").post("/api/docs/")
    assert answer.status_code == 405
    assert "problem" not in answer.headers.get("Content-Type", "")


def test_calls_have_plain_names_and_the_description_says_where_they_are() -> None:
    description = Client().get("/api/openapi.json").json()
    names = [
        call["operationId"] for path in description["paths"].values() for call in path.values()
    ]
    assert len(names) == len(set(names))
    assert {"give_order", "match_get", "resign_seat", "say"} <= {*names}
    assert description["servers"] == [{"url": site_settings.SITE_URL}]
