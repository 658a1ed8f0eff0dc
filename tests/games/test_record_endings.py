"""Every match that was dealt and is over has its record, and the record says who decided."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.common.errors import NotVisibleError
from games.models import Match
from games.rules.commitment import new_server_seed
from games.rules.record import read_record, verify
from games.rules.registry import rules_for
from games.selectors import record_line
from games.services.adjudications import adjudicate_match
from games.services.matches import cancel_match, resign_player
from games.services.operator_actions import call_off_match
from games.services.orders import submit_order
from games.services.phases import advance_match
from games.services.preseated_matches import PreseatedMatch, create_preseated_matches
from games.services.substitutes import take_seat
from tests.cast import deadlines_at, default_text, member, open_match, order, player, running_match

pytestmark = pytest.mark.django_db
SEED = new_server_seed(bytes(range(32)))


def seated(*names: str) -> Match:
    wanted = PreseatedMatch(
        game="wild-cards",
        options={},
        members=[member(name) for name in names],
        contributions=[f"{name}'s luck" for name in names],
        server_seed=SEED,
        phase_time=timedelta(days=2),
        title="Cup · 1.1",
        terms={"time_bank": timedelta(0)},
    )
    (match,) = create_preseated_matches([wanted])
    return match


def told(match: Match) -> dict[str, Any]:
    """The record of a match, which replays and holds."""
    match.refresh_from_db()
    line = record_line(match)
    verify(rules_for(match.game), read_record(line))
    value: dict[str, Any] = json.loads(line)
    return value


def address(name: str, match: Match, **more: object) -> str:
    return reverse(name, kwargs={"code": match.code, **more})


@pytest.mark.parametrize(
    ("why", "written"),
    [
        (Match.Adjudicated.DEADLINE, "round-time"),
        (Match.Adjudicated.DESERTED, "deserted"),
        (Match.Adjudicated.RULING, "operator"),
    ],
)
def test_an_adjudicated_match_has_a_record_that_says_why(
    why: Match.Adjudicated, written: str
) -> None:
    match = seated("Anna", "Bo", "Carla")
    for name in ("Anna", "Bo", "Carla"):
        order(player(match, name))
    adjudicate_match(match.pk, why)
    value = told(match)
    assert match.outcome is not None
    assert value["outcome"] == {
        "reason": "adjudicated",
        "adjudicated_for": written,
        "scores": match.outcome["scores"],
        "places": match.outcome["places"],
    }
    assert len(value["orders"]) >= 3


def test_where_the_state_could_not_be_read_the_record_has_the_score_of_its_orders() -> None:
    match = seated("Anna", "Bo", "Carla")
    Match.objects.filter(pk=match.pk).update(state="broken")
    adjudicate_match(match.pk, Match.Adjudicated.RULING)
    assert told(match)["outcome"]["places"] == [1, 1, 1]


def test_a_match_that_was_called_off_has_a_record_without_a_winner() -> None:
    match = running_match()
    order(player(match, "Anna"))
    order(player(match, "Bo"))
    call_off_match(match_id=match.pk, reason="A fault in the rules.")
    value = told(match)
    assert value["outcome"]["adjudicated_for"] == "operator"
    assert value["outcome"]["places"] == [1, 1, 1]
    assert value["orders"] == [], "the open phase never closed: what was sealed stays sealed"
    page = Client().get(address("match", match)).content.decode()
    assert "called off, so nobody won" in page
    for name in ("match-record", "match-replay", "match-log"):
        assert address(name, match) in page
        assert Client().get(address(name, match), follow=True).status_code == 200


def test_a_match_that_never_began_has_neither_record_nor_replay() -> None:
    match = open_match("Anna")
    cancel_match(member=member("Anna"), match=match)
    match.refresh_from_db()
    with pytest.raises(NotVisibleError):
        record_line(match)
    for name in ("match-record", "match-replay"):
        assert Client().get(address(name, match)).status_code == 404
    assert (
        address("match-record", match) not in Client().get(address("match", match)).content.decode()
    )


def test_a_record_says_which_orders_came_from_bots_defaults_and_standing_orders() -> None:
    match = seated("Anna", "Bo", "Carla")
    text = default_text(player(match, "Anna"))
    submit_order(player=player(match, "Anna"), text=text, source="web")  # type: ignore[arg-type]
    order(player(match, "Bo"))
    past = match.created_at - timedelta(hours=1)
    deadlines_at(past, [match.pk])
    advance_match(match.pk)
    resign_player(player=player(match, "Carla"))
    advance_match(match.pk)
    adjudicate_match(match.pk, Match.Adjudicated.RULING)
    value = told(match)
    carla = player(match, "Carla").seat
    silent = next(index for index, (seat, _text) in enumerate(value["orders"]) if seat == carla)
    assert value["deciders"][str(silent)] == "default"
    own = [index for index, (seat, _text) in enumerate(value["orders"][:3]) if seat != carla]
    assert not {str(index) for index in own} & set(value["deciders"])
    page = Client().get(address("match-log", match)).content.decode()
    assert "Carla: by default: nothing came" in page
    step = Client().get(address("match-replay-step", match, number=1)).content.decode()
    assert "by default: nothing came" in step


def test_what_a_bot_decided_in_a_seat_that_was_left_is_said_everywhere() -> None:
    match = running_match("Anna", "Bo", game="cubirds", options={})
    resign_player(player=player(match, "Anna"))
    resign_player(player=player(match, "Bo"))
    for _go in range(20):
        match.refresh_from_db()
        if match.status == Match.Status.FINISHED:
            break
        advance_match(match.pk)
    value = told(match)
    assert set(value["deciders"].values()) <= {"bot", "forced"}
    assert len(value["deciders"]) == len(value["orders"])
    assert (
        "by a bot" in Client().get(address("match-replay-step", match, number=1)).content.decode()
    )
    answer = Client().get(f"/api/matches/{match.code}/journal?last=3").json()
    given = [one["decided_by"] for phase in answer for one in phase["orders"]]
    assert given
    assert set(given) <= {"bot", "forced"}
    assert Client().get(f"/api/matches/{match.code}/record").json() == value


def test_while_a_match_runs_nobody_learns_from_the_interface_who_decided() -> None:
    match = running_match()
    for name in ("Anna", "Bo", "Carla"):
        order(player(match, name))
    answer = Client().get(f"/api/matches/{match.code}/journal").json()
    assert answer
    assert all(phase["orders"] == [] for phase in answer)
    refused = Client().get(f"/api/matches/{match.code}/record")
    assert refused.status_code == 404
    assert refused.headers["Content-Type"].startswith("application/problem+json")


def test_who_sat_there_before_a_substitute_is_named_for_their_own_moves() -> None:
    match = seated("Anna", "Bo", "Carla")
    for name in ("Anna", "Bo", "Carla"):
        order(player(match, name))
    match.refresh_from_db()
    take_seat(member=member("Dirk"), player=player(match, "Bo"), is_offered=False)
    adjudicate_match(match.pk, Match.Adjudicated.RULING)
    step = Client().get(address("match-replay-step", match, number=1)).content.decode()
    assert "by Bo, who had this seat then" in step
    assert told(match).get("deciders", {}).get("0") != "bot"
