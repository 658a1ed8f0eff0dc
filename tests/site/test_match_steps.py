"""What has happened since a page was looked at is shown by the tables that lay between."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from games import selectors
from games.common import clock
from games.models import Match, Player
from games.presentation import presentation_for
from games.rules.registry import GAMES
from games.selectors.match_steps import MOST_STEPS
from tests import cast
from tests.site.conftest import Browse

pytestmark = pytest.mark.django_db


class StepShown(msgspec.Struct):
    """One step as the page's script reads it."""

    phase: int
    table: str
    lines: list[str]


class StepsShown(msgspec.Struct):
    """The whole answer."""

    steps: list[StepShown]


def steps(client: Client, match: Match, since: int) -> list[StepShown]:
    answer = client.get(reverse("match-steps", kwargs={"code": match.code}), {"since": since})
    assert answer.headers["Cache-Control"] == "private, no-store"
    return msgspec.json.decode(answer.content, type=StepsShown).steps


def picture_now(match: Match, viewer: Player | None) -> str:
    """The table that this viewer sees now."""
    table = selectors.table(match, viewer)
    assert table.view is not None
    names = dict(enumerate(table.names))
    return presentation_for(match.game).table_picture(table.view, names, table.seat)


def close_phase(match: Match) -> None:
    for who in cast.awaited(match):
        cast.order(who)
    match.refresh_from_db()


@pytest.mark.parametrize("game", GAMES)
def test_every_step_shows_the_table_as_its_viewer_saw_it_then(game: str, browse: Browse) -> None:
    names = ("Anna", "Bo", "Carla")[: GAMES[game].rules.table_sizes[-1]]
    match = cast.running_match(*names, game=game, options={})
    seen: dict[str, dict[int, str]] = {"Anna": {}, "Bo": {}, "Mallory": {}, "": {}}
    for _phase in range(4):
        for name, pictures in seen.items():
            viewer = cast.player(match, name) if name in names else None
            pictures[match.phase_number] = picture_now(match, viewer)
        close_phase(match)
    for name, pictures in seen.items():
        shown = {step.phase: step for step in steps(browse(name), match, 1)}
        met = shown.keys() & pictures.keys()
        assert len(met) >= 2
        assert all(shown[number].table == pictures[number] for number in met)
        assert any(step.lines for step in shown.values())
    assert seen["Anna"] != seen["Bo"]


def test_a_sealed_order_changes_no_step(browse: Browse) -> None:
    match = cast.running_match()
    close_phase(match)
    before = steps(browse("Anna"), match, 1)
    cast.order(cast.awaited(match)[-1])
    assert steps(browse("Anna"), match, 1) == before


def test_only_the_last_few_steps_are_shown_and_none_where_all_was_seen(browse: Browse) -> None:
    match = cast.running_match()
    for _phase in range(MOST_STEPS + 2):
        close_phase(match)
    assert len(steps(browse(""), match, 0)) == MOST_STEPS
    assert len(steps(browse(""), match, match.phase_number - 1)) == 1
    assert steps(browse(""), match, match.phase_number) == []
    assert steps(browse(""), match, 99999) == []


@pytest.mark.parametrize("since", ["-1", "x", "1000000", "²"])
def test_a_phase_that_is_none_is_not_found(since: str, browse: Browse) -> None:
    match = cast.running_match()
    path = reverse("match-steps", kwargs={"code": match.code})
    assert browse("").get(path, {"since": since}).status_code == 404


def test_a_page_knows_from_where_its_player_has_not_looked(browse: Browse) -> None:
    match = cast.running_match()
    address = reverse("match", kwargs={"code": match.code})
    assert "data-unseen" not in browse("Anna").get(address).content.decode()
    close_phase(match)
    close_phase(match)
    day_before = clock.now() - timedelta(days=1)
    Player.objects.filter(match=match).update(looked_at=day_before)
    assert 'data-unseen="1"' in browse("Anna").get(address).content.decode()
    assert "data-unseen" not in browse("").get(address).content.decode()
