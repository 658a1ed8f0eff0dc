"""The pages of ratings: axe in light and dark, narrow on a phone, and no script needed."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from tests.browser.conftest import Visit
from tests.browser.looks import PHONE, SHARE, problems
from tests.sizes import sized
from tests.tournaments.ratings.cast import NAMES, answered, finished, named
from tournaments.services.rating_finished_matches import settle_due

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(400)]


MATCHES = sized(24, 36)


def addresses() -> list[str]:
    """Every page about ratings, with something on it."""
    dice, now = Random(1), timezone.now()
    for number in range(MATCHES):
        names = dice.sample(NAMES, 4)
        match = finished(names, at=now - timedelta(days=2 * (MATCHES - number)))
        answered(match, names[0], [30 * (1 + number % 5)])
    finished(["Anna", "Bo"], at=now, left=["Bo"])
    settle_due()
    anna, bo = named("Anna").pk, named("Bo").pk
    return [
        "/ratings/wizard/",
        "/ratings/wizard/?period=90-days&met=Nobody",
        "/ratings/cubirds/",
        "/ratings/wizard/figures/",
        "/ratings/how/",
        f"/ratings/members/{anna}/",
        f"/ratings/members/{anna}/wizard/",
        f"/ratings/members/{anna}/against/{bo}/",
    ]


def test_axe_finds_nothing_on_any_page_of_ratings(visit: Visit) -> None:
    page = visit("Anna")
    found = {
        path: wrong
        for number, path in enumerate(addresses()[::SHARE])
        if (wrong := problems(page, path, number=number))
    }
    assert found == {}


def test_no_page_of_ratings_scrolls_sideways_on_a_phone_nor_needs_a_script(visit: Visit) -> None:
    page = visit("Anna", viewport=PHONE, java_script_enabled=False)
    wide = []
    for path in addresses():
        page.goto(path)
        for summary in page.locator("main summary").all():
            summary.click()
        box = page.locator("body").bounding_box()
        assert box is not None
        if box["width"] > PHONE["width"] or page.locator("main h1").count() != 1:
            wide.append(path)
    assert wide == []


def test_a_board_is_chosen_by_keyboard_alone(visit: Visit) -> None:
    addresses()
    page = visit("Anna")
    page.goto("/ratings/wizard/")
    page.locator("main summary").first.focus()
    page.keyboard.press("Enter")
    page.get_by_label("Period").focus()
    page.keyboard.press("ArrowDown")
    page.get_by_role("button", name="Show").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**period=year**")
    assert page.get_by_role("columnheader", name="Gained").is_visible()
