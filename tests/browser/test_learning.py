"""A newcomer's way: the first click leads to a decision, the lesson to a match, with no account."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from games.models import Member
from games.rules.lesson_play import asked
from games.rules.registry import GAMES
from games.views.order_form import ways_of
from tests.browser.conftest import Visit
from tests.sizes import few

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(400)]
SMALL = {"width": 320, "height": 640}


def choose(page: Page, key: str, number: int) -> None:
    """The lesson's own order, by what the page has for it."""
    at = asked(key, number)
    for way in ways_of(key, at.decision, at.view):
        if not way.slots and way.spelled == at.step.order:
            page.locator(f'button[name=answer][value="{at.step.order}"]').click()
            return
        if (picks := way.picks_of(at.step.order)) is None:
            continue
        for field, values in picks.items():
            for value in values:
                page.locator(f'input[name="pick-{field}"][value="{value}"]').first.check()
        page.locator("[data-send]").click()
        return
    raise AssertionError(at.step.order)


@pytest.mark.parametrize(("key", "scripted"), few(product(GAMES, [True, False]), 3))
def test_a_newcomer_learns_and_plays_without_an_account(
    key: str, scripted: bool, visit: Visit
) -> None:
    page = visit("", viewport=SMALL, java_script_enabled=scripted)
    page.goto("/")
    page.get_by_role("link", name=f"Learn in 3 minutes · {GAMES[key].name}").click()
    lesson = GAMES[key].load_lesson()
    assert lesson is not None
    for number in range(len(lesson.steps)):
        page.wait_for_load_state("load")
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
        choose(page, key, number)
        expect(page.get_by_text("Well played.")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
        if number == 0:
            page.get_by_role("link", name="Undo").click()
            expect(page.get_by_text("Well played.")).to_be_hidden()
            choose(page, key, number)
        after = "Finish" if number + 1 == len(lesson.steps) else "Next"
        page.get_by_role("link", name=after, exact=True).click()
    page.get_by_role("button", name="Play the bots").click()
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    expect(page.get_by_text("playing without an account")).to_be_visible()
    assert Member.objects.get().is_guest


def test_a_lesson_is_answered_with_the_keyboard_alone(visit: Visit) -> None:
    page = visit("")
    page.goto("/learn/wizard/")
    page.locator("form[data-scene] input:not([type=hidden])").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Well played.")).to_be_visible()
    page.get_by_role("link", name="Next").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("step 2 of 4")).to_be_visible()
