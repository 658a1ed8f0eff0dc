"""Orders for later on a phone: picked, dragged, moved by keys, and all of it without a script."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from games.models import Match, StandingOrder
from tests import cast
from tests.browser.conftest import Visit

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def opened(visit: Visit, match: Match, **options: object) -> Page:
    page = visit("Bo", **options)
    page.goto(f"/matches/{match.code}/")
    page.get_by_text("Standing orders").click()
    return page


def add(page: Page, order: str, otherwise: str = "") -> None:
    plan = page.locator("#later")
    plan.get_by_label("Play", exact=True).select_option(order)
    plan.get_by_label("If that is not possible").select_option(otherwise)
    plan.get_by_role("button", name="Add").click()


def cards(page: Page) -> Locator:
    return page.locator(".later-card .later-words")


def kept() -> list[str]:
    return list(StandingOrder.objects.order_by("position").values_list("text", flat=True))


def test_orders_are_picked_dragged_and_moved_by_keys_without_a_reload(visit: Visit) -> None:
    match = cast.running_match()
    page = opened(visit, match, **PHONE)
    page.evaluate("window.stays = true")
    for number, order in enumerate(("pass", "bid R", "swap none"), 1):
        add(page, order, "pay cheapest" if number == 1 else "")
        expect(cards(page)).to_have_count(number)
    expect(cards(page).first).to_contain_text("if that is not possible: pay the cheapest cards")

    page.locator(".later-cards").scroll_into_view_if_needed()
    grip = page.locator("[data-grip]").last.bounding_box()
    top = page.locator(".later-card").first.bounding_box()
    assert grip
    assert top
    page.mouse.move(grip["x"] + 5, grip["y"] + 5)
    page.mouse.down()
    page.mouse.move(top["x"] + 5, top["y"] + 4, steps=5)
    page.mouse.up()
    expect(cards(page).first).to_contain_text("swap no animal")
    expect(page.locator("#announcer")).to_have_text("Moved.")
    assert kept() == ["swap none", "pass or pay cheapest", "bid R"]

    page.get_by_role("button", name="Move down: swap no animal").focus()
    page.keyboard.press("Enter")
    expect(cards(page).nth(1)).to_contain_text("swap no animal")
    expect(page.get_by_role("button", name="Move down: swap no animal")).to_be_focused()
    expect(page.locator("#announcer")).to_have_text("Moved down.")
    page.get_by_role("button", name="Remove: bid the Refill card").click()
    expect(cards(page)).to_have_count(2)
    assert kept() == ["pass or pay cheapest", "swap none"]
    assert page.evaluate("window.stays")


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_of_them_is_wider_than_the_screen(width: int, visit: Visit) -> None:
    match = cast.running_match()
    page = opened(visit, match, viewport={"width": width, "height": 844})
    add(page, "take any cheapest", "take lion cheapest")
    expect(cards(page)).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_without_a_script_the_same_forms_do_it(visit: Visit) -> None:
    match = cast.running_match()
    page = opened(visit, match, java_script_enabled=False, **PHONE)
    for order in ("pass", "bid R"):
        with page.expect_navigation():
            add(page, order)
    with page.expect_navigation():
        page.get_by_role("button", name="Move up: bid the Refill card").click()
    assert kept() == ["bid R", "pass"]
    with page.expect_navigation():
        page.get_by_role("button", name="Remove: pass").click()
    assert kept() == ["bid R"]
    expect(page.get_by_text("Removed.")).to_be_visible()
