"""CuBirds and Emu Ranchers are played by tapping on the table, on a phone and without a script."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.models import Match, Order
from tests import cast
from tests.browser.conftest import Visit

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(400)]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def dealt(game: str) -> Match:
    return cast.running_match("Anna", "Bo", game=game, options={})


def opened(visit: Visit, match: Match, **options: object) -> Page:
    page = visit(cast.awaited(match)[0].name, **options)
    page.goto(f"/matches/{match.code}/")
    return page


def on_first_screen(page: Page) -> None:
    """Every target lies above the bar, and the bar on the screen; nothing scrolls sideways."""
    bar = page.locator(".scene-bar").bounding_box()
    assert bar is not None
    assert bar["y"] + bar["height"] <= 845
    for target in page.locator(".target").all():
        box = target.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= bar["y"] + 1
    page.set_viewport_size({"width": 320, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def ordered(match: Match) -> str:
    return Order.objects.get(phase__match=match, phase__number=1).text


def test_birds_are_laid_by_a_tap_on_them_and_one_on_an_end(visit: Visit) -> None:
    match = dealt("cubirds")
    page = opened(visit, match, **PHONE)
    on_first_screen(page)
    page.set_viewport_size({"width": 390, "height": 844})
    species = page.locator("input[name=pick-species]").first.get_attribute("value")
    page.locator("input[name=pick-species]").first.check(force=True)
    page.locator('input[name=pick-end][value="2 left"]').check(force=True)
    expect(page.locator("[data-words]")).to_contain_text("on the left of row 2")
    expect(page.locator("[data-words]")).to_contain_text("akes ")
    page.locator("[data-send]").click()
    expect(page.locator("#receipt .flash-success")).to_be_visible()
    assert ordered(match) == f"lay {species} 2 left"


def test_a_card_is_tapped_and_then_where_it_goes(visit: Visit) -> None:
    match = dealt("emu-ranchers")
    page = opened(visit, match, **PHONE)
    on_first_screen(page)
    page.set_viewport_size({"width": 390, "height": 844})
    card = page.locator("input[name=pick-card]").first.get_attribute("value")
    page.locator("input[name=pick-card]").first.check(force=True)
    page.locator("input[name=pick-place][value=new]").check(force=True)
    expect(page.locator("[data-words]")).to_contain_text("Bird 1 begins at −")
    page.locator("[data-send]").click()
    expect(page.locator("#receipt .flash-success")).to_be_visible()
    assert ordered(match) == f"hatch {card}"


@pytest.mark.parametrize(
    ("game", "picks", "order"),
    [
        ("cubirds", {"end": "3 right"}, "lay {} 3 right"),
        ("emu-ranchers", {"place": "discard"}, "discard {}"),
    ],
)
def test_without_a_script_the_same_form_is_sent(
    game: str, picks: dict[str, str], order: str, visit: Visit
) -> None:
    match = dealt(game)
    page = opened(visit, match, java_script_enabled=False, **PHONE)
    first = page.locator("input[name=pick-species], input[name=pick-card]").first
    value = first.get_attribute("value")
    first.check(force=True)
    for field, chosen in picks.items():
        page.locator(f'input[name=pick-{field}][value="{chosen}"]').check(force=True)
    with page.expect_navigation():
        page.locator("[data-send]").click()
    assert ordered(match) == order.format(value)
