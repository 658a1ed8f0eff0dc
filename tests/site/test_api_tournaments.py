"""Tournaments for programs: whoever looks, enters, plays and leaves, and what each may see."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import ApiKey, Match
from tests import cast
from tests.site.programs import Program
from tests.site.tournament_rows import Status, entrants, played, stated
from tests.tournaments.run import world
from tournaments.models import Entry, Tournament
from tournaments.services.rounds import start_tournament

MOST_QUERIES = 9
READS = ("", "/entries", "/standings", "/rounds", "/rounds/1")


@pytest.fixture(autouse=True)
def database(db: None) -> None:
    """Every call asks it."""


def hidden(made: Tournament) -> Tournament:
    """The same tournament, listed nowhere, as are its matches."""
    Tournament.objects.filter(pk=made.pk).update(is_public=False)
    Match.objects.update(is_public=False)
    return made


def limited(name: str, *scopes: str) -> Program:
    """A program whose key has these scopes alone."""
    program = Program("")
    program.headers = {"Authorization": f"Bearer {cast.key(name, *scopes)}"}
    return program


def test_listed_tournaments_are_found_by_status_game_and_format() -> None:
    swiss = stated("swiss")
    cup = played(stated("knockout"), 8, share=0.6)
    groups = stated("heats", table_size=4)
    stated("swiss", status=Status.DRAFT)
    stated("swiss", is_public=False)
    visitor = Program("")

    def codes(query: str = "") -> list[str]:
        return [one["code"] for one in visitor.get(f"tournaments{query}")["tournaments"]]

    assert codes() == [groups.code, cup.code, swiss.code]
    assert codes("?status=running") == [cup.code]
    assert codes("?game=cubirds") == [groups.code]
    assert codes("?format=swiss") == [swiss.code]
    assert codes("?status=draft") == []
    part = visitor.get("tournaments?limit=1&offset=1")
    assert ([one["code"] for one in part["tournaments"]], part["has_more"]) == ([cup.code], True)
    line = part["tournaments"][0]
    assert (line["entered"], line["round"], line["mine"]) == (8, 2, None)


def test_ones_own_tournaments_are_listed_whether_others_see_them_or_not() -> None:
    draft = stated("swiss", status=Status.DRAFT)
    unlisted = hidden(stated("swiss"))
    entrants(unlisted, 1)
    own = Program("Olga").get("tournaments?mine=true")["tournaments"]
    assert [one["code"] for one in own] == [unlisted.code, draft.code]
    entrant = Program("Entrant 1").get("tournaments?mine=true")["tournaments"]
    assert [(one["code"], one["mine"]) for one in entrant] == [(unlisted.code, "entered")]
    assert Program("Mallory").get("tournaments?mine=true")["tournaments"] == []
    assert Program("").get("tournaments?mine=true", 401)["code"] == "no-key"


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "offset=-1", "status=x", "game=%00"])
def test_a_list_has_limits(query: str) -> None:
    assert Program("").get(f"tournaments?{query}", 422)["code"] == "not-readable"


def test_an_entrant_sees_the_terms_the_rounds_and_where_to_play() -> None:
    made = played(stated("swiss", terms={"rounds": 4}), 8, share=0.5)
    entry = made.entries.filter(seats__pairing__decided_at=None).select_related("member")[0]
    program = Program(entry.member.name)
    shown = program.get(f"tournaments/{made.code}")
    assert shown["settings"]["chosen"]["rounds"] == 4
    assert (shown["status"], shown["entered"], shown["can_enter"]) == ("running", 8, False)
    assert shown["my_entry"]["id"] == entry.pk
    assert [one["number"] for one in shown["rounds"]] == [1, 2]
    assert (shown["is_organiser"], shown["invitation_url"]) == (False, None)
    [mine] = shown["my_pairings"]
    assert program.get(f"tournaments/{made.code}/pairings/mine") == [mine]
    assert entry.pk in {seat["entry"] for seat in mine["seats"]}
    assert Match.objects.get(code=mine["match"]).players.filter(member=entry.member).exists()
    every = program.get(f"tournaments/{made.code}/pairings/mine?show=all")
    assert [one["round"] for one in every] == [1, 2]


def test_standings_and_rounds_are_told_in_full() -> None:
    made = played(stated("swiss", terms={"rounds": 4}), 8, share=1.0)
    told = Program("").get(f"tournaments/{made.code}/standings")
    [table] = told["tables"]
    assert [row["place"] for row in table["rows"]] == [one["place"] for one in told["placing"]]
    assert len(table["rows"]) == 8
    assert table["rows"][0]["figures"][0]["key"] == "points"
    best = table["rows"][0]["figures"][0]
    assert best["value"] >= table["rows"][-1]["figures"][0]["value"]
    first = Program("").get(f"tournaments/{made.code}/rounds/1")
    assert len(first["pairings"]) == first["tables"] == 4
    assert {seat["place"] for one in first["pairings"] for seat in one["seats"]} == {1, 2}
    assert first["reasons"]
    assert Program("").get(f"tournaments/{made.code}/rounds/77", 404)["code"] == "not-found"


@pytest.mark.parametrize("who", ["", "Mallory"])
def test_one_that_is_hidden_and_none_are_answered_alike(who: str) -> None:
    made = hidden(played(stated("swiss"), 8, share=0.5))
    program = Program(who)
    for path in READS:
        problem = program.get(f"tournaments/{made.code}{path}", 404)
        assert problem == program.get(f"tournaments/zzzzzzz{path}", 404)
    if who:
        program.get(f"tournaments/{made.code}/pairings/mine", 404)
        program.post(f"tournaments/{made.code}/enter", {}, 404)
        program.post(f"tournaments/{made.code}/leave", {}, 404)
    assert Program("Entrant 1").get(f"tournaments/{made.code}")["my_entry"]
    assert not Entry.objects.filter(member__name="Mallory").exists()


def test_who_may_not_watch_a_match_is_not_told_its_code() -> None:
    made = hidden(played(stated("swiss"), 8, share=0.5))
    codes = {row.code for row in Match.objects.all()}
    own = set(
        Match.objects.filter(players__member__name="Entrant 1").values_list("code", flat=True)
    )
    told = json.dumps(Program("Entrant 1").get(f"tournaments/{made.code}/rounds/1"))
    assert not any(code in told for code in codes - own)
    assert any(code in told for code in own)


def test_only_the_organiser_learns_the_link_and_who_is_invited() -> None:
    made = stated("swiss")
    Entry.objects.create(tournament=made, member=cast.member("Zoe"), status=Entry.Status.INVITED)
    assert (
        made.invitation_token in Program("Olga").get(f"tournaments/{made.code}")["invitation_url"]
    )
    assert Program("Olga").get(f"tournaments/{made.code}/entries")["entries"][0]["name"] == "Zoe"
    for who in ("", "Mallory"):
        shown = json.dumps(Program(who).get(f"tournaments/{made.code}"))
        assert made.invitation_token not in shown
        assert made.server_seed not in shown
        assert Program(who).get(f"tournaments/{made.code}/entries")["entries"] == []


def test_entering_playing_and_leaving_by_program() -> None:
    made = world.tournament("knockout")
    path = f"tournaments/{made.code}"
    anna = Program("Anna")
    assert anna.get(path)["can_enter"] is True
    entry = anna.post(f"{path}/enter", {"contribution": "a"})
    assert (entry["name"], entry["status"]) == ("Anna", "entered")
    assert anna.post(f"{path}/enter", {}, 409)["code"] == "already-entered"
    Program("Bo").post(f"{path}/enter", {})
    assert anna.get(f"{path}/pairings/mine") == []
    start_tournament(tournament=made, by=made.organiser)
    [mine] = anna.get(f"{path}/pairings/mine")
    match = anna.get(f"matches/{mine['match']}")
    assert match["seat"] is not None
    assert Program("Carla").post(f"{path}/enter", {}, 409)["code"] == "too-late"
    left = anna.post(f"{path}/leave", {"open_matches": "leave"})
    assert left["status"] == "withdrawn"
    assert anna.post(f"{path}/leave", {}, 409)["code"] == "not-in"
    assert anna.get(f"matches/{mine['match']}")["players"][match["seat"]]["bot"]


def test_an_invitation_is_taken_or_declined_by_program() -> None:
    made = stated("swiss", by_invitation=True, is_public=False)
    for name in ("Anna", "Bo"):
        Entry.objects.create(tournament=made, member=cast.member(name), status="invited")
    path = f"tournaments/{made.code}"
    assert Program("Anna").post(f"{path}/enter", {})["status"] == "entered"
    bo = Program("Bo")
    assert bo.client.post(f"/api/{path}/decline", headers=bo.headers).status_code == 204
    bo.get(path, 404)
    carla = Program("Carla")
    carla.post(f"{path}/enter", {"token": "wrongwrong"}, 404)
    token = made.invitation_token
    assert carla.get(f"{path}?token={token}")["code"] == made.code
    assert carla.post(f"{path}/enter", {"token": token})["status"] == "entered"


@pytest.mark.parametrize("scopes", [("read",), ("read", "play")])
def test_a_key_that_may_only_read_or_play_enters_nothing(scopes: tuple[str, ...]) -> None:
    made = stated("swiss")
    program = limited("Anna", *scopes)
    program.get(f"tournaments/{made.code}")
    for deed in ("enter", "check-in", "leave", "decline", "entries/1/take"):
        problem = program.post(f"tournaments/{made.code}/{deed}", {}, 403)
        assert problem["code"] == "scope-missing"
    assert not Entry.objects.exists()


def test_a_call_without_a_key_changes_nothing() -> None:
    made = stated("swiss")
    for deed in ("enter", "check-in", "leave", "decline", "entries/1/take"):
        assert Program("").post(f"tournaments/{made.code}/{deed}", {}, 401)["code"] == "no-key"
    Program("").get(f"tournaments/{made.code}/pairings/mine", 401)
    assert not Entry.objects.exists()


def test_calls_about_a_tournament_ask_as_much_for_many_as_for_few() -> None:
    counted: list[dict[str, int]] = []
    for count in (8, 24):
        made = played(stated("swiss", terms={"rounds": 4}), count, share=0.5)
        counted.append({path: _queries(made, path) for path in (*READS, "/pairings/mine")})
        here = made.entries.filter(seats__pairing__decided_at=None).values("pk")
        for name, rows in (
            ("who plays", made.entries.filter(pk__in=here)),
            ("who waits", made.entries.exclude(pk__in=here)),
        ):
            member = rows.earliest("pk").member.name
            counted[-1][name] = _queries(made, "/outlook/mine", member)
    assert counted[0] == counted[1]
    assert max(counted[0].values()) <= MOST_QUERIES


def _queries(made: Tournament, path: str, who: str = "Entrant 1") -> int:
    program: Any = limited(who, ApiKey.Scope.READ)
    program.get(f"tournaments/{made.code}{path}")
    with CaptureQueriesContext(connection) as queries:
        program.get(f"tournaments/{made.code}{path}")
    return len(queries)
