"""What the camera is pointed at is there."""

from __future__ import annotations

from collections.abc import Iterable

from django.test import Client

from tests.screenshots.scenes import Scene, looker, member_pages, phases, visitor_pages


def answers(scenes: Iterable[Scene]) -> dict[str, int]:
    """What each page answers with, to whom it is shown."""
    visitor, member = Client(), Client()
    member.force_login(looker())
    return {
        scene.name: (member if scene.is_member else visitor)
        .get(scene.path, follow=True)
        .status_code
        for scene in scenes
    }


def test_every_page_that_is_photographed_answers() -> None:
    seen = answers([*visitor_pages(), *member_pages()])
    assert seen.pop("visitor-missing") == 404
    assert {name: status for name, status in seen.items() if status != 200} == {}


def test_a_game_is_photographed_in_each_of_its_phases() -> None:
    assert answers(phases("wizard")) == {
        "wizard-trump": 200,
        "wizard-bid": 200,
        "wizard-play": 200,
    }
