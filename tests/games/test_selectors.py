"""What may be seen, and by whom."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.common.errors import NotVisibleError
from games.models import Match
from games.rules.record import read_record, verify
from games.rules.registry import rules_for
from games.selectors import (
    chance_proof,
    journal,
    lobby,
    match_summary,
    my_matches,
    record_line,
    replay,
    since_last_order,
    table,
)
from games.services.access import find_match, find_player
from games.services.matches import fill_with_bots, invite_to_match, resign_player
from games.services.orders import submit_order
from tests.cast import awaited, member, open_match, order, player, running_match
from tests.rules.events import facts

pytestmark = pytest.mark.django_db


def finished_match() -> Match:
    """A match that bots have played to its end, because its host resigned."""
    match = open_match("Anna", seats=3)
    fill_with_bots(member=member("Anna"), match=match)
    resign_player(player=player(match, "Anna"))
    while match.status != Match.Status.FINISHED:
        from games.services.phases import advance_match

        assert advance_match(match.pk)
        match.refresh_from_db()
    return match


def test_a_spectator_sees_no_hand_and_no_decision() -> None:
    seen = table(running_match(), None)
    assert seen.view is not None
    assert (seen.view.hand, seen.decision, seen.own_order) == (None, None, None)


def test_a_sealed_order_shows_to_its_player_alone() -> None:
    match = running_match()
    order(player(match, "Anna"), "bid R")
    mine = table(match, player(match, "Anna"))
    assert mine.own_order is not None
    assert mine.own_order.text == "bid R"
    theirs = table(match, player(match, "Bo"))
    assert theirs.own_order is None
    assert "bid R" not in str(theirs.view)


def test_only_the_owner_is_told_the_dealt_cards() -> None:
    match = running_match()
    kinds = [event.kind for event in journal(match, None)[0].events]
    assert "dealt" not in kinds
    anna = player(match, "Anna")
    dealt = [event for event in journal(match, anna)[0].events if event.kind == "dealt"]
    assert [facts(event)["seat"] for event in dealt] == [anna.seat]


def test_orders_of_a_running_match_are_in_no_journal() -> None:
    match = running_match()
    for who in awaited(match):
        order(who, "bid R")
    assert all(not phase.orders for phase in journal(match, player(match, "Anna")))


def test_what_happened_since_my_last_order_starts_with_the_phase_that_i_answered() -> None:
    match = running_match()
    anna = player(match, "Anna")
    assert [phase.number for phase in since_last_order(anna, match)] == [0]
    for who in awaited(match):
        order(who, "bid R")
    match.refresh_from_db()
    assert [phase.number for phase in since_last_order(player(match, "Anna"), match)] == [1]
    told = match_summary(player(match, "Anna"))
    assert (told.phase_number, told.table.decision is not None) == (2, True)


def test_my_matches_lists_those_that_wait_for_me_first() -> None:
    done = running_match("Anna", "Bo", "Carla")
    order(player(done, "Anna"), "bid R")
    waiting = running_match("Anna", "Bo", "Dirk")
    lines = my_matches(member("Anna"))
    assert [line.match for line in lines] == [waiting, done]
    assert [(line.awaited, line.ordered) for line in lines] == [(True, False), (True, True)]


def test_the_lobby_offers_public_matches_with_a_free_place() -> None:
    public = open_match("Anna", "Bo")
    open_match("Anna", is_public=False)
    running_match()
    assert [(line.match, line.free) for line in lobby(None)] == [(public, 1)]


def test_a_private_match_does_not_exist_for_strangers() -> None:
    match = open_match("Anna", is_public=False)
    invite_to_match(member=member("Anna"), match=match, addresses=["dirk@example.org"])
    for stranger in (None, member("Mallory")):
        with pytest.raises(NotVisibleError):
            find_match(code=match.code, member=stranger)
    for friend in (member("Anna"), member("Dirk")):
        assert find_match(code=match.code.upper(), member=friend) == match
    assert find_match(code=match.code, member=None, token=match.invitation_token) == match


def test_only_a_player_gets_a_seat() -> None:
    match = running_match()
    assert find_player(code=match.code, member=member("Bo")) == player(match, "Bo")
    for stranger in (None, member("Mallory")):
        with pytest.raises(NotVisibleError):
            find_player(code=match.code, member=stranger)


def test_no_replay_record_or_seed_while_the_match_runs() -> None:
    match = running_match()
    for read in (replay, record_line):
        with pytest.raises(NotVisibleError):
            read(match)
    proof = chance_proof(match)
    assert proof.commitment == match.commitment
    assert (proof.server_seed, proof.seed, proof.contributions) == ("", "", ())


def test_a_finished_match_replays_with_all_hands_and_downloads_as_a_record() -> None:
    match = finished_match()
    steps = replay(match)
    assert all(len(step.hands) == 3 for step in steps)
    assert steps[-1].events[-1].kind == "match-ended"
    record = read_record(record_line(match))
    verify(rules_for("wild-cards"), record)
    assert record.seed == match.seed
    assert chance_proof(match).server_seed == match.server_seed


def test_the_table_takes_the_same_queries_however_many_sit_there() -> None:
    counts = []
    for names in (("Anna", "Bo", "Carla"), ("Anna", "Bo", "Carla", "Dirk", "Ed")):
        match = running_match(*names)
        viewer = player(match, "Anna")
        with CaptureQueriesContext(connection) as queries:
            table(match, viewer)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 4


def test_lists_take_the_same_queries_however_long_they_are() -> None:
    counts = []
    for _round in range(2):
        running_match()
        with CaptureQueriesContext(connection) as queries:
            my_matches(member("Anna"))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_order_submit_takes_a_bounded_number_of_queries() -> None:
    match = running_match("Anna", "Bo", "Carla", "Dirk", "Ed")
    with CaptureQueriesContext(connection) as queries:
        submit_order(player=player(match, "Anna"), text="bid R", source="web")  # type: ignore[arg-type]
    assert len(queries) <= 16
