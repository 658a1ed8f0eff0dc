"""The demo: what a newcomer looks around in."""

from __future__ import annotations

import pytest

from games.models import Match
from games.selectors import my_matches, replay
from games.services.demo import demo_ensure

pytestmark = pytest.mark.django_db


def test_the_demo_has_matches_in_every_state_and_is_made_once() -> None:
    demo = demo_ensure()
    assert demo_ensure() == demo
    states = list(Match.objects.values_list("status", flat=True))
    assert states.count(Match.Status.RUNNING) >= 4
    assert states.count(Match.Status.OPEN) == 1
    (finished,) = Match.objects.filter(status=Match.Status.FINISHED)
    assert len(replay(finished)) > 20


def test_the_first_demo_member_finds_decisions_to_take() -> None:
    lines = my_matches(demo_ensure().first)
    assert sum(line.awaited and not line.ordered for line in lines) >= 3
