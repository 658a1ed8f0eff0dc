"""The demo: what a newcomer looks around in."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.management.commands.demo import spoken_in
from games.models import Match, Player
from games.selectors import my_matches, replay, table
from games.selectors.bot_personas import NAMES_BY_STYLE
from games.services.demo_data import Demo, ensure_demo, ensure_demo_member

pytestmark = pytest.mark.django_db
TITLE = "Anna against two bots"


@pytest.fixture(scope="module")
def demo(module_database: None) -> Demo:
    return ensure_demo()


def test_the_demo_has_matches_in_every_state_and_is_made_once(demo: Demo) -> None:
    assert ensure_demo() == demo
    own = Match.objects.filter(seating=Match.Seating.DRAWN)
    states = list(own.values_list("status", flat=True))
    assert states.count(Match.Status.RUNNING) >= 4
    assert states.count(Match.Status.OPEN) == 1
    (finished,) = own.filter(status=Match.Status.FINISHED)
    assert len(replay(finished)) > 20


def test_the_first_demo_member_finds_decisions_to_take(demo: Demo) -> None:
    lines = my_matches(demo.first)
    assert sum(line.awaited and not line.ordered for line in lines) >= 3


@pytest.mark.parametrize(
    ("place", "language"),
    [("it_IT", "it"), ("nl_BE", "nl"), ("es", "es"), ("fr_FR", "en"), ("C", "en"), (None, "en")],
)
def test_the_demo_speaks_the_language_that_the_machine_is_set_to(
    place: str | None, language: str
) -> None:
    assert spoken_in(place) == language


def test_demo_members_speak_the_language_that_they_are_made_in() -> None:
    with translation.override("it"):
        assert ensure_demo_member("Zelda").language == "it"


def test_bots_have_names_of_their_own_in_every_language(demo: Demo) -> None:
    line = next(line for line in my_matches(demo.first) if line.match.title == TITLE)
    for language in ("en", "nl"):
        with translation.override(language):
            names = table(line.match, None).names
            assert set(names) == {demo.first.name, *NAMES_BY_STYLE["steady"][:2]}


def test_moves_of_finished_demo_matches_are_told_as_their_players_own(demo: Demo) -> None:
    players = Player.objects.filter(match__status=Match.Status.FINISHED, bot="")
    assert players.exists()
    assert not players.filter(ordered_phase=0).exists()
