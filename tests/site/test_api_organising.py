"""Tournaments organised by programs: what the organiser's page does, its refusals, and for whom."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.common import clock
from games.models import OutboundMail
from games.rules.registry import GAMES, main_game
from tests import cast
from tests.site.programs import Program
from tests.site.test_api_tournaments import hidden, limited
from tests.site.tournament_rows import Status, entrants, played, stated
from tests.tournaments.run import world
from tournaments.formats.registry import FORMATS
from tournaments.forms.tournaments import TournamentForm
from tournaments.models import Entry, LogEntry, Pairing, Tournament
from tournaments.services.rounds import start_tournament
from tournaments.views.organiser_tools import ACTIONS

CUP: dict[str, object] = {"name": "Autumn Cup", "game": "emu-ranchers", "format": "swiss"}
BODY: dict[str, Any] = {"reason": "because", "days": 2, "text": "Hello", "name": "Cup"}
BODY |= {"allowed": False, "notes": "", "whom": "Anna", "role": "arbiter", "one": 1, "other": 2}
BODY |= {"tables": [[1, 2]]}
SAME_AS: dict[str, str] = {
    "open": "POST open",
    "start": "POST start",
    "invite": "POST invitations",
    "seed": "PUT seeding",
    "pause": "POST pause",
    "resume": "POST resume",
    "extend-round": "POST rounds/{number}/extension",
    "extend-match": "POST rounds/{number}/tables/{table}/extension",
    "replace": "POST entries/{entry}/replace",
    "remove": "POST entries/{entry}/remove",
    "forfeit": "POST rounds/{number}/tables/{table}/forfeit",
    "correct": "PUT rounds/{number}/tables/{table}/result",
    "annul": "POST rounds/{number}/tables/{table}/annulment",
    "notice": "POST notice",
    "series": "POST series",
    "wind-up": "POST wind-up",
    "cancel": "POST cancel",
    "talk": "PUT talk",
    "note": "PUT notes",
    "appoint": "POST officials",
    "dismiss": "DELETE officials/{number}",
    "swap": "POST next-round/swap",
    "pair": "PUT next-round",
    "begin": "POST next-round/begin",
}
"""Every tool of the organiser's page, and the call that does the same."""


@pytest.fixture(autouse=True)
def database(db: None) -> None:
    """Every call asks it."""


def send(program: Program, method: str, path: str, body: object, status: int = 200) -> Any:
    """The answer to a call by any method."""
    response = program.client.generic(
        method,
        f"/api/tournaments{path}",
        json.dumps(body),
        "application/json",
        headers=program.headers,
    )
    assert response.status_code == status, response.content
    return response.json()


def calls_of_organisers(**numbers: int) -> list[tuple[str, str]]:
    """Method and path behind the tournament's own, with these numbers in their places."""
    paths = Client().get("/api/openapi.json").json()["paths"]
    prefix = "/api/tournaments/{code}"
    entrants_own = {"/enter", "/check-in", "/leave", "/decline", "/entries/{entry}/take"}
    entrants_own |= {"/byes/{number}", "/office/accept", "/office/leave"}
    return [
        (method.upper(), _filled(path.removeprefix(prefix), numbers))
        for path, methods in paths.items()
        for method in methods
        if path.startswith(prefix) and method != "get"
        if path.removeprefix(prefix) not in entrants_own
    ]


def _filled(path: str, numbers: dict[str, int]) -> str:
    return path.format(**numbers) if numbers else path


def test_every_tool_of_the_page_is_a_call() -> None:
    assert set(SAME_AS) == set(ACTIONS)
    calls = {f"{method} {path.removeprefix('/')}" for method, path in calls_of_organisers()}
    assert calls == {*SAME_AS.values(), "PATCH ", "POST again"}


@pytest.mark.parametrize("who", ["Mallory", "Entrant 1", ""])
def test_who_may_not_rule_changes_nothing_by_any_call(who: str) -> None:
    made = played(stated("swiss", terms={"rounds": 4}), 8, share=0.5)
    entry = made.entries.order_by("pk")[0]
    body = {**BODY, "addresses": ["a@example.org"], "entries": [entry.pk], "entry": entry.pk}
    body |= {"member": "Mallory", "places": [{"entry": entry.pk, "place": 1}]}
    before = [list(model.objects.values()) for model in (Tournament, Entry, Pairing, LogEntry)]
    for method, path in calls_of_organisers(entry=entry.pk, number=1, table=1):
        problem = send(Program(who), method, f"/{made.code}{path}", body, 403 if who else 401)
        assert problem["code"] == ("not-organiser" if who else "no-key"), path
    Tournament.objects.filter(pk=made.pk).update(is_public=False)
    if who == "Mallory":
        for method, path in calls_of_organisers(entry=entry.pk, number=1, table=1):
            send(Program(who), method, f"/{made.code}{path}", body, 404)
    Tournament.objects.filter(pk=made.pk).update(is_public=True)
    now = [list(model.objects.values()) for model in (Tournament, Entry, Pairing, LogEntry)]
    assert now == before


def test_the_organisers_key_must_be_allowed_for_it() -> None:
    made = played(stated("swiss", terms={"rounds": 4}), 8, share=0.5)
    reader = limited("Olga", "read", "play")
    for method, path in calls_of_organisers(entry=1, number=1, table=1):
        problem = send(reader, method, f"/{made.code}{path}", BODY, 403)
        assert problem["code"] == "scope-missing"
    assert send(reader, "POST", "", CUP, 403)["code"] == "scope-missing"
    assert not LogEntry.objects.exclude(action__in=["started", "dealt"]).exists()


@pytest.mark.parametrize("game", GAMES)
def test_formats_are_described_as_the_form_asks_for_them(game: str) -> None:
    told = {one["key"]: one for one in Program("").get(f"formats?game={game}")}
    rules = GAMES[game].rules
    assert set(told) == {
        key for key, one in FORMATS.items() if 2 in rules.table_sizes or not one.is_for_two
    }
    for key, one in told.items():
        form = TournamentForm(rules, key)
        assert [setting["name"] for setting in one["settings"]] == form.setting_names
        assert one["least_entries"] == form.fields["least_entries"].initial
        for setting in one["settings"]:
            field = form.fields[setting["name"]]
            assert setting["usual"] == field.initial
            assert setting["label"] == field.label
            if setting["kind"] == "number":
                assert (setting["least"], setting["most"]) == (field.min_value, field.max_value)  # type: ignore[attr-defined]
            if setting["kind"] == "choice":
                assert set(setting["values"]) == {key for key, _label in field.choices}  # type: ignore[attr-defined]


def test_formats_of_a_game_that_there_is_not_are_refused() -> None:
    assert Program("").get("formats?game=chess", 422)["code"] == "unknown-game"
    assert Program("").get("formats") == Program("").get(f"formats?game={main_game().key}")


@pytest.mark.parametrize("game", GAMES)
def test_every_format_is_stated_with_nothing_but_a_name(game: str) -> None:
    olga = Program("Olga")
    for one in olga.get(f"formats?game={game}"):
        made = send(olga, "POST", "", {"name": "Cup", "game": game, "format": one["key"]}, 201)
        assert made["status"] == "draft"
        usual = {setting["name"]: setting["usual"] for setting in one["settings"]}
        assert made["settings"]["chosen"] | usual == made["settings"]["chosen"]
        Tournament.objects.all().delete()


def test_a_tournament_is_stated_changed_opened_and_started_by_program() -> None:
    olga = Program("Olga")
    body = CUP | {"settings": {"rounds": 2}, "options": {"years": 1}, "phase_hours": 24}
    made = send(olga, "POST", "", body, 201)
    path = f"/{made['code']}"
    assert (made["settings"]["chosen"]["rounds"], made["phase_hours"]) == (2, 24)
    Program("Anna").get(f"tournaments{path}", 404)
    assert made["bot_accounts"] == "rated"
    for last in ("last_round", "seed"):  # what only the service states
        told = send(olga, "POST", "", CUP | {"settings": {last: 1}}, 422)
        assert (told["code"], last in told["detail"]) == ("unknown-field", True)
        send(olga, "PATCH", path, {"settings": {last: 1}}, 422)
    changes = {"settings": {"at_once": 2}, "least_entries": 2, "bot_accounts": "unrated"}
    changed = send(olga, "PATCH", path, changes)
    assert changed["bot_accounts"] == "unrated"
    assert (
        changed["settings"]["chosen"] | {"rounds": 2, "at_once": 2}
        == (changed["settings"]["chosen"])
    )
    assert (changed["least_entries"], changed["name"]) == (2, "Autumn Cup")
    assert send(olga, "POST", f"{path}/start", {}, 409)["code"] == "not-open"
    assert send(olga, "POST", f"{path}/open", {})["status"] == "entries"
    assert send(olga, "POST", f"{path}/open", {}, 409)["code"] == "not-draft"
    assert send(olga, "PATCH", path, {"options": {"years": 2}}, 409)["code"] == "game-is-fixed"
    assert send(olga, "POST", f"{path}/start", {}, 409)["code"] == "too-few"
    ids = [
        Program(name).post(f"tournaments{path}/enter", {})["id"] for name in ("Anna", "Bo", "Carla")
    ]
    seeded = send(olga, "PUT", f"{path}/seeding", {"entries": ids[::-1]})
    assert seeded["settings"]["seeding"] == "hand"
    assert [one["seeding"] for one in olga.get(f"tournaments{path}/entries")["entries"]] == [
        3,
        2,
        1,
    ]
    wrong = {"entries": [ids[0], ids[0]]}
    assert send(olga, "PUT", f"{path}/seeding", wrong, 422)["code"] == "bad-seeding"
    started = send(olga, "POST", f"{path}/start", {})
    assert (started["status"], len(started["rounds"])) == ("running", 2)
    assert send(olga, "PATCH", path, {"name": "Other"}, 409)["code"] == "started"
    deeds = [one["action"] for one in Program("").get(f"tournaments{path}/log")]
    assert {"changed", "opened", "seeded", "started", "dealt"} <= {*deeds}


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"name": "  "}, "no-name"),
        ({"name": "see example.org now"}, "link-in-title"),
        ({"game": "chess"}, "unknown-game"),
        ({"format": "beauty-contest"}, "bad-setup"),
        ({"settings": {"seasons": 2}}, "unknown-field"),
        ({"settings": {"rounds": 61}}, "bad-limits"),
        ({"settings": {"rounds": True}}, "bad-limits"),
        ({"settings": {"strict": 1}}, "bad-setup"),
        ({"settings": {"rounds": "4"}}, "bad-limits"),
        ({"format": "double_knockout", "settings": {"grand_final": "huge"}}, "bad-setup"),
        ({"tie_breaks": ["beauty"]}, "bad-setup"),
        ({"options": {"years": 99}}, "bad-options"),
        ({"phase_hours": 0.01}, "bad-clock"),
        ({"check_in_hours": 24}, "check-in-without-start"),
        ({"least_entries": 9, "most_entries": 8}, "bad-limits"),
        ({"least_rating": 9, "most_rating": 8}, "bad-limits"),
        ({"starts_at": "2001-01-01T00:00:00Z"}, "bad-moment"),
        ({"starts_at": "9999-12-31T23:59:59Z"}, "bad-moment"),
        ({"starts_at": "2027-01-01T00:00:00"}, "not-readable"),
        ({"least_entries": 1}, "not-readable"),
        ({"is_public": "yes"}, "not-readable"),
        ({"name": None}, "not-readable"),
        ({"description": "a\x00b"}, "not-readable"),
        ({"settings": {"rounds": 10**400}}, "bad-limits"),
    ],
)
def test_terms_that_make_no_tournament_are_refused(terms: dict[str, object], code: str) -> None:
    problem = send(Program("Olga"), "POST", "", CUP | terms, 422)
    assert (problem["code"], bool(problem["message"])) == (code, True)
    assert not Tournament.objects.exists()


def test_a_draft_is_refused_when_it_is_changed_into_nonsense() -> None:
    made = stated("swiss", status=Status.DRAFT)
    before = Tournament.objects.values().get()
    for terms in ({"settings": {"rounds": 61}}, {"name": ""}, {"starts_at": "2001-01-01T00:00Z"}):
        send(Program("Olga"), "PATCH", f"/{made.code}", terms, 422)
    assert Tournament.objects.values().get() == before


def test_people_are_invited_and_told_by_program() -> None:
    olga, made = Program("Olga"), stated("swiss")
    path = f"/{made.code}"
    cast.member("Anna")
    asked = {"addresses": ["anna@example.org", "zoe@example.net"]}
    told = send(olga, "POST", f"{path}/invitations", asked)
    assert told == [{"address": one, "mailed": True} for one in asked["addresses"]]
    again = send(olga, "POST", f"{path}/invitations", asked)
    assert [one["mailed"] for one in again] == [False, False]
    wrong = {"addresses": ["nobody"]}
    assert send(olga, "POST", f"{path}/invitations", wrong, 422)["code"] == "bad-address"
    assert Program("Anna").post(f"tournaments{path}/enter", {})["status"] == "entered"
    send(olga, "POST", f"{path}/notice", {"text": "We start on Monday."})
    assert OutboundMail.objects.filter(dedupe_key__contains=":ruling:").count() == 1
    log = Program("").get(f"tournaments{path}/log")
    assert (log[0]["action"], log[0]["reason"]) == ("notice", "We start on Monday.")
    assert send(olga, "PUT", f"{path}/talk", {"allowed": False})["has_talk"] is False
    for number in range(4):
        send(olga, "POST", f"{path}/notice", {"text": f"Notice {number}"})
    problem = send(olga, "POST", f"{path}/notice", {"text": "One more"}, 429)
    assert problem["code"] == "quota-notice"


def test_a_running_tournament_is_paused_extended_and_called_off_by_program() -> None:
    olga = Program("Olga")
    made = played(stated("swiss", terms={"rounds": 4}), 8, share=0.5)
    path = f"/{made.code}"
    assert send(olga, "POST", f"{path}/pause", {}, 422)["code"] == "no-reason"
    assert send(olga, "POST", f"{path}/pause", {"reason": "Holidays"})["is_paused"] is True
    assert send(olga, "POST", f"{path}/pause", {"reason": "Again"}, 409)["code"] == "paused"
    assert send(olga, "POST", f"{path}/resume", {})["is_paused"] is False
    assert send(olga, "POST", f"{path}/resume", {}, 409)["code"] == "not-paused"
    more = {"days": 2, "reason": "Flu"}
    old = made.rounds.get(number=2).deadline_at
    told = send(olga, "POST", f"{path}/rounds/2/extension", more)
    assert told["rounds"][1]["deadline_at"] > old.isoformat()  # type: ignore[union-attr]
    assert send(olga, "POST", f"{path}/rounds/1/extension", more, 409)["code"] == "round-closed"
    assert send(olga, "POST", f"{path}/rounds/9/extension", more, 404)["code"] == "not-found"
    send(olga, "POST", f"{path}/rounds/2/extension", {"days": 61, "reason": "x"}, 422)
    table = Pairing.objects.get(round__number=2, number=2, round__tournament=made)
    extended = send(olga, "POST", f"{path}/rounds/2/tables/2/extension", more)
    assert (extended["table"], extended["is_open"]) == (2, True)
    table.refresh_from_db()
    assert table.deadline_at is not None
    assert abs(table.deadline_at - old - timedelta(days=4)) < timedelta(hours=1)  # type: ignore[operator]
    assert send(olga, "POST", f"{path}/rounds/2/tables/99/extension", more, 404)
    assert send(olga, "POST", f"{path}/wind-up", {"reason": "x"})["status"] == "running"
    assert send(olga, "POST", f"{path}/wind-up", {"reason": "x"}, 409)["code"] == "wound-up"
    assert send(olga, "POST", f"{path}/series", {"name": "Cups"})["series"] == "Cups"
    assert send(olga, "POST", f"{path}/series", {"name": "Cups"}, 409)["code"] == "in-a-series"
    assert send(olga, "POST", f"{path}/cancel", {"reason": "Moved"})["status"] == "cancelled"
    assert send(olga, "POST", f"{path}/cancel", {"reason": "Moved"}, 409)["code"] == "over"


def test_results_are_corrected_and_forfeits_ruled_by_program() -> None:
    olga = Program("Olga")
    made = played(stated("swiss", terms={"rounds": 4}), 8, share=0.5)
    path = f"/{made.code}/rounds/1/tables/1"
    table = olga.get(f"tournaments/{made.code}/rounds/1")["pairings"][0]
    first, second = (seat["entry"] for seat in table["seats"])
    turned = [{"entry": first, "place": 2}, {"entry": second, "place": 1}]
    wrong = {"reason": "Misread", "places": turned[:1]}
    assert send(olga, "PUT", f"{path}/result", wrong, 422)["code"] == "bad-places"
    twice = {"reason": "Misread", "places": [*turned, turned[0]]}
    assert send(olga, "PUT", f"{path}/result", twice, 422)["code"] == "bad-places"
    told = send(olga, "PUT", f"{path}/result", {"reason": "Misread", "places": turned})
    assert [(one["entry"], one["place"]) for one in told["seats"]] == [(second, 1), (first, 2)]
    assert told["decided"] == "corrected"
    told = send(olga, "POST", f"{path}/forfeit", {"reason": "Two accounts", "entry": second})
    assert {one["entry"]: one["forfeit"] for one in told["seats"]} == {first: False, second: True}
    stranger = {"reason": "Who", "entry": 10**6}
    assert send(olga, "POST", f"{path}/forfeit", stranger, 409)["code"] == "not-at-the-table"


def test_somebody_is_removed_and_somebody_replaced_by_program() -> None:
    olga, made = Program("Olga"), world.tournament("knockout")
    rows = world.entered(made, "Anna", "Bo", "Carla", "Dirk")
    start_tournament(tournament=made, by=made.organiser)
    path = f"/{made.code}/entries"
    wanted = {"member": "emma", "reason": "Ill"}
    answer = send(olga, "POST", f"{path}/{rows[0].pk}/replace", wanted, 422)
    assert answer["code"] == "no-such-member"
    cast.member("Emma")
    assert send(olga, "POST", f"{path}/{rows[0].pk}/replace", wanted)["name"] == "Emma"
    removed = send(olga, "POST", f"{path}/{rows[1].pk}/remove", {"reason": "Insults"})
    assert (removed["status"], removed["vacant"]) == ("removed", True)
    send(olga, "POST", f"{path}/999999/remove", {"reason": "Who"}, 404)
    assert Program("Bo").post(f"tournaments/{made.code}/enter", {}, 409)["code"] == "already-left"


def test_a_place_on_the_waiting_list_becomes_a_place_that_was_left() -> None:
    made = world.tournament("swiss", most_entries=2, terms={"rounds": 2})
    world.entered(made, "Anna", "Bo")
    path = f"tournaments/{made.code}"
    assert Program("Carla").post(f"{path}/enter", {})["status"] == "waiting"
    start_tournament(tournament=made, by=made.organiser)
    left = Program("Anna").post(f"{path}/leave", {})
    carla = Program("Carla")
    [vacant] = [one for one in carla.get(f"{path}/entries")["entries"] if one["vacant"]]
    assert vacant["id"] == left["id"]
    taken = carla.post(f"{path}/entries/{vacant['id']}/take", None)
    assert (taken["name"], taken["status"]) == ("Carla", "entered")
    assert len(carla.get(f"{path}/pairings/mine")) == 1
    carla.post(f"{path}/entries/999999/take", None, 404)


def test_a_program_checks_in_when_it_is_time() -> None:
    now = clock.now()
    soon: dict[str, Any] = {"starts_at": now + timedelta(hours=2), "check_in": timedelta(days=1)}
    made = stated("swiss", **soon)
    [entry] = entrants(made, 1)
    path = f"tournaments/{made.code}/check-in"
    assert Program("Entrant 1").post(path, None)["checked_in"] is True
    Program("Mallory").post(path, None, 404)
    Tournament.objects.filter(pk=made.pk).update(check_in=timedelta(0))
    assert Program("Entrant 1").post(path, None, 409)["code"] == "no-check-in"
    assert entry.pk == Entry.objects.get().pk


def test_the_log_names_no_match_that_may_not_be_watched() -> None:
    made = played(stated("swiss", terms={"rounds": 4}), 8, share=0.5)
    path = f"/{made.code}/rounds/1/tables/1"
    table = Pairing.objects.get(round__number=1, number=1)
    assert table.match is not None
    body = {"reason": "Late", "entry": table.seats.all()[0].entry_id}
    send(Program("Olga"), "POST", f"{path}/forfeit", body)
    hidden(made)
    own = {seat.entry.member.name for seat in table.seats.select_related("entry__member")}
    for name in ("Entrant 1", "Entrant 2", "Entrant 3", "Olga"):
        log = Program(name).get(f"tournaments/{made.code}/log")
        told = [one["match"] for one in log if one["action"] == "forfeited"]
        assert told == [table.match.code if name in {*own, "Olga"} else None], name
