"""What the camera is pointed at is there."""

from __future__ import annotations

from django.test import Client

from games.rules.registry import GAMES
from tests.screenshots.scenes import looker, scenes


def test_every_page_that_is_photographed_answers_and_every_game_is_seen_at_play() -> None:
    visitor, member = Client(), Client()
    member.force_login(looker())
    seen = {}
    for scene in scenes():
        answer = (member if scene.is_member else visitor).get(scene.path, follow=True)
        seen[scene.name] = answer.status_code
    assert seen.pop("visitor-missing") == 404
    assert {name: status for name, status in seen.items() if status != 200} == {}
    for game in GAMES:
        parts = {name for name in seen if name.startswith(f"{game}-")}
        assert len(parts - {f"{game}-{one}" for one in ("rules", "lesson", "over", "replay")}) >= 2
