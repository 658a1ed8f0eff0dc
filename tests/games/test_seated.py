"""Matches that are given their seats: how they begin, and how they may end before their time."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from games.common.errors import MatchError
from games.models import Match, OutboundMail, Player
from games.rules.commitment import new_server_seed
from games.selectors.open_seats import open_seats
from games.services.adjudications import adjudicate_match
from games.services.match_verification import verify_match
from games.services.matches import resign_player
from games.services.phases import advance_match
from games.services.preseated_matches import PreseatedMatch, create_preseated_matches
from games.services.substitutes import take_seat
from tests.cast import member, order, player

pytestmark = pytest.mark.django_db
SEED = new_server_seed(bytes(range(32)))


def seated(*names: str, game: str = "wild-cards") -> Match:
    (match,) = create_preseated_matches(
        [
            PreseatedMatch(
                game=game,
                options={},
                members=[member(name) for name in names],
                contributions=[f"{name}'s luck" for name in names],
                server_seed=SEED,
                phase_time=timedelta(days=2),
                title="Cup · 1.1",
                terms={"time_bank": timedelta(days=1)},
            )
        ]
    )
    return match


def problems(match: Match) -> list[str]:
    return [check.problem for check in verify_match(match) if not check.holds]


def test_everybody_sits_where_they_were_put_and_is_asked_without_news_of_the_start() -> None:
    match = seated("Carla", "Anna", "Bo")
    seats = list(match.players.order_by("seat").values_list("member__name", flat=True))
    assert seats == ["Carla", "Anna", "Bo"]
    assert match.status == Match.Status.RUNNING
    assert set(match.players.values_list("time_bank_left", flat=True)) == {timedelta(days=1)}
    kinds = set(OutboundMail.objects.values_list("kind", flat=True))
    assert kinds == {OutboundMail.Kind.DECISION}
    assert problems(match) == []
    assert "the tournament gave the seats" in [check.what for check in verify_match(match)]


def test_it_is_played_like_any_other() -> None:
    match = seated("Anna", "Bo", "Carla")
    for name in ("Anna", "Bo", "Carla"):
        order(player(match, name))
    match.refresh_from_db()
    assert match.phase_number >= 2


def test_when_all_but_one_have_given_up_it_ends_at_once_and_the_last_one_is_first() -> None:
    match = seated("Anna", "Bo", "Carla")
    resign_player(player=player(match, "Anna"))
    advance_match(match.pk)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    resign_player(player=player(match, "Carla"))
    advance_match(match.pk)
    match.refresh_from_db()
    assert (match.status, match.adjudicated_for) == ("finished", "deserted")
    places = dict(match.players.values_list("member__name", "place"))
    assert places == {"Bo": 1, "Anna": 2, "Carla": 2}
    assert problems(match) == []


def test_a_match_of_a_table_that_met_by_itself_is_never_ended_like_this() -> None:
    match = seated("Anna", "Bo", "Carla")
    Match.objects.filter(pk=match.pk).update(seating=Match.Seating.DRAWN)
    assert not adjudicate_match(match.pk, Match.Adjudicated.DEADLINE)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


def test_of_equal_scores_whoever_the_match_waits_for_comes_later() -> None:
    match = seated("Anna", "Bo", "Carla")
    order(player(match, "Bo"))
    assert adjudicate_match(match.pk, Match.Adjudicated.DEADLINE)
    assert not adjudicate_match(match.pk, Match.Adjudicated.DEADLINE)
    rows = {row.name: row for row in Player.objects.filter(match=match).select_related("member")}
    assert {row.score for row in rows.values()} == {rows["Bo"].score}
    assert {name: row.place for name, row in rows.items()} == {"Bo": 1, "Anna": 2, "Carla": 2}


def test_a_state_that_cannot_be_read_does_not_keep_a_match_open() -> None:
    match = seated("Anna", "Bo", "Carla")
    Match.objects.filter(pk=match.pk).update(state="broken", status=Match.Status.PARKED)
    assert adjudicate_match(match.pk, Match.Adjudicated.DEADLINE)
    assert set(match.players.values_list("place", "score")) == {(1, 0)}


def test_its_pages_tell_of_the_given_seats_and_offer_the_record() -> None:
    match = seated("Anna", "Bo", "Carla")
    adjudicate_match(match.pk, Match.Adjudicated.RULING)
    match.refresh_from_db()
    page = Client().get(f"/matches/{match.code}/chance/").content.decode()
    assert "The seats were given by the tournament" in page
    assert SEED in page
    assert "/record/" in page
    assert Client().get(f"/matches/{match.code}/").status_code == 200
    assert Client().get(f"/matches/{match.code}/replay/").status_code in {200, 302}
    assert Client().get(f"/matches/{match.code}/record/").status_code == 200


def test_a_seat_that_a_bot_keeps_is_not_offered_to_passers_by() -> None:
    match = seated("Anna", "Bo", "Carla")
    resign_player(player=player(match, "Anna"))
    assert open_seats(None) == []
    with pytest.raises(MatchError, match="seat-not-open"):
        take_seat(member=member("Dirk"), player=player(match, "Anna"))
    take_seat(member=member("Dirk"), player=player(match, "Anna"), is_offered=False)
    assert player(match, "Dirk").bot == ""
