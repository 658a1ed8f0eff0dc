"""An organiser turns talk off and on, at tables that are there and at those to come."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.common.errors import MatchError
from games.models import Match
from games.services.talk import say_at_table
from tests import cast
from tests.tournaments.run import world
from tournaments.models import Tournament
from tournaments.services.errors import TournamentError
from tournaments.services.rounds import start_tournament
from tournaments.services.table_talk import allow_talk
from tournaments.services.terms import match_terms_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> Tournament:
    made = world.tournament()
    world.entered(made, "Anna", "Bo", "Carla", "Dirk")
    start_tournament(tournament=made, by=cast.member("Olga"))
    return made


def tables(made: Tournament) -> list[Match]:
    page = reverse("tournament", kwargs={"code": made.code})
    return list(Match.objects.filter(event_path=page))


def test_the_organiser_turns_talk_off_for_all_tables_and_the_log_says_so(
    made: Tournament,
) -> None:
    browser = Client()
    browser.force_login(cast.member("Olga"))
    act = reverse("tournament-act", kwargs={"code": made.code, "action": "talk"})
    browser.post(act, {"allowed": "off"})

    found = tables(made)
    assert found
    assert not any(match.has_talk for match in found)
    player = found[0].players.exclude(member=None).select_related("match").first()
    assert player is not None
    with pytest.raises(MatchError, match="talk-off"):
        say_at_table(player=player, text="Hello")
    made.refresh_from_db()
    assert match_terms_of(made)["has_talk"] is False
    log = browser.get(reverse("tournament-log", kwargs={"code": made.code})).content.decode()
    assert "Players may talk at the table" in log
    browser.post(act, {"allowed": ["off", "on"]})
    assert all(match.has_talk for match in tables(made))


def test_nobody_else_may(made: Tournament) -> None:
    with pytest.raises(TournamentError, match="not-organiser"):
        allow_talk(tournament=made, by=cast.member("Anna"), is_allowed=False)
    assert all(match.has_talk for match in tables(made))


def test_the_tournaments_address_can_be_shared(made: Tournament) -> None:
    browser = Client()
    browser.force_login(cast.member("Olga"))
    open_one = world.tournament(name="Open one")
    html = browser.get(reverse("tournament-manage", kwargs={"code": open_one.code})).content
    assert b'class="qr"' in html
    assert reverse("tournament", kwargs={"code": open_one.code}).encode() in html
