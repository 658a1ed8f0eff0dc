"""An open page follows its match: parts of it change, and it is never loaded again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.models import Match
from tests import cast
from tests.browser.conftest import Visit

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(400)]

WATCHED = """() => {
  window.isSame = true;
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}"""
MOST_SHIFT = 0.02
STAGE = "() => !!document.querySelector('.stage figure')"
TOLD = "() => !!document.querySelector('.happening')?.textContent"
"""What is shown for a few seconds: asked for in every frame, or a busy machine misses it.

Functions, as the site's policy lets no text be evaluated in a frame."""

A_KEY_ENDS = """() => {
  if (!(SHOWN)()) return null;
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift", bubbles: true }));
  const caption = document.querySelector(".happening").textContent;
  return [document.querySelectorAll(".stage").length, caption, document.getAnimations().length];
}"""
LOOK = "document.dispatchEvent(new Event('look'))"


def opened(visit: Visit, who: str, match: Match, **options: object) -> Page:
    """The page of this match, watched for reloads and shifts."""
    page = visit(who, **options)
    page.goto(f"/matches/{match.code}/")
    page.evaluate(WATCHED)
    return page


def close_phase(match: Match) -> None:
    for who in cast.awaited(match):
        cast.order(who)


def choose_first(page: Page) -> str:
    """Choose the first card that may be chosen; its value."""
    box = page.locator("form[data-scene] input[name^=pick-]").first
    box.check(force=True)
    return str(box.get_attribute("value"))


def left_by_a_key(page: Page, shown: str) -> object:
    """What a key leaves, pressed as soon as this is shown: stages, the caption, animations."""
    return page.wait_for_function(A_KEY_ENDS.replace("SHOWN", shown)).json_value()


@pytest.mark.parametrize("width", [390, 1280])
def test_what_is_new_is_shown_without_loading_the_page_again(width: int, visit: Visit) -> None:
    match = cast.running_match()
    page = opened(visit, "Anna", match, viewport={"width": width, "height": 844})
    close_phase(match)
    page.evaluate(LOOK)
    expect(page.locator("[data-seen]")).not_to_have_attribute("data-seen", "1")
    expect(page.get_by_text("new for you").first).to_be_attached()
    page.wait_for_timeout(1000)
    assert page.evaluate("window.isSame")
    assert page.evaluate("window.shifted") < MOST_SHIFT


def test_on_a_page_that_is_opened_again_the_tables_between_are_shown(visit: Visit) -> None:
    match = cast.running_match()
    page = opened(visit, "Anna", match)
    close_phase(match)
    close_phase(match)
    page.goto(f"/matches/{match.code}/", wait_until="commit")
    page.wait_for_function(STAGE)
    page.wait_for_function(TOLD)
    page.evaluate(WATCHED)
    expect(page.locator(".stage")).to_have_count(0)
    page.wait_for_timeout(800)
    assert page.evaluate("window.shifted") < MOST_SHIFT
    close_phase(match)
    close_phase(match)
    page.evaluate(LOOK)
    assert left_by_a_key(page, STAGE) == [0, "", 0]


def test_on_a_page_opened_again_nothing_moves_for_who_wants_less_motion(visit: Visit) -> None:
    match = cast.running_match()
    page = opened(visit, "Anna", match, reduced_motion="reduce")
    close_phase(match)
    close_phase(match)
    page.goto(f"/matches/{match.code}/", wait_until="commit")
    page.wait_for_function(TOLD)
    assert page.locator(".stage").count() == 0
    assert page.evaluate("document.getAnimations().length") == 0


def test_a_half_chosen_order_stays_while_it_is_legal(visit: Visit) -> None:
    match = cast.running_match()
    page = opened(visit, "Anna", match)
    value = choose_first(page)
    cast.order(cast.player(match, "Bo"))
    page.evaluate(LOOK)
    expect(page.get_by_text("1 of 3 have moved")).to_be_visible()
    box = page.locator(f"form[data-scene] input[value='{value}']").first
    expect(box).to_be_checked()
    assert page.evaluate("window.isSame")


def test_news_wait_for_who_is_choosing_and_come_with_a_button(visit: Visit) -> None:
    match = cast.running_match()
    page = opened(visit, "Anna", match)
    choose_first(page)
    close_phase(match)
    page.evaluate(LOOK)
    # The bar of the scene says it too: what it would order is out of date.
    notice = page.locator("#moved-notice")
    expect(notice).to_be_visible()
    expect(notice).to_contain_text("There’s news in this match.")
    expect(page.locator("[data-seen]")).to_have_attribute("data-seen", "1")
    page.get_by_role("button", name="Refresh").click()
    expect(page.locator("[data-seen]")).not_to_have_attribute("data-seen", "1")
    expect(notice).to_be_hidden()
    assert page.evaluate("window.isSame")


def test_what_has_happened_is_told_and_a_key_ends_it(visit: Visit) -> None:
    match = cast.running_match()
    page = opened(visit, "Anna", match)
    close_phase(match)
    page.evaluate(LOOK)
    assert left_by_a_key(page, TOLD) == [0, "", 0]


def test_nothing_moves_for_who_wants_less_motion(visit: Visit) -> None:
    match = cast.running_match()
    page = opened(visit, "Anna", match, reduced_motion="reduce")
    page.evaluate(
        """() => {
          window.moved = 0;
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (...given) {
            window.moved += 1;
            return animate.apply(this, given);
          };
        }"""
    )
    close_phase(match)
    page.evaluate(LOOK)
    page.wait_for_function(TOLD)
    assert page.evaluate("window.moved") == 0


def test_the_focus_stays_where_it_is(visit: Visit) -> None:
    match = cast.running_match()
    page = opened(visit, "Carla", match)
    page.locator(".site-header .brand").focus()
    close_phase(match)
    page.evaluate(LOOK)
    expect(page.locator("[data-seen]")).not_to_have_attribute("data-seen", "1")
    expect(page.locator(".site-header .brand")).to_be_focused()


def test_the_head_of_a_page_is_one_low_row_on_a_phone(visit: Visit) -> None:
    cast.running_match()
    for width in (320, 390):
        page = visit("Anna", viewport={"width": width, "height": 844})
        page.goto("/")
        assert page.evaluate("document.querySelector('.site-header').offsetHeight") <= 56
        page.get_by_text("Menu", exact=True).click()
        expect(page.get_by_role("link", name="Tournaments")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_menu_needs_no_script(visit: Visit) -> None:
    page = visit("Anna", viewport={"width": 390, "height": 844}, java_script_enabled=False)
    page.goto("/")
    page.get_by_text("Menu", exact=True).click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def test_keys_walk_through_lists_and_lead_to_the_next_decision(visit: Visit) -> None:
    for title in ("One", "Two"):
        cast.running_match(title=title)
    page = visit("Anna")
    page.goto("/")
    rows = page.locator("main a[data-row]")
    page.keyboard.press("j")
    expect(rows.nth(0)).to_be_focused()
    page.keyboard.press("j")
    expect(rows.nth(1)).to_be_focused()
    page.keyboard.press("k")
    expect(rows.nth(0)).to_be_focused()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    page.wait_for_url("**/matches/*/#order")
