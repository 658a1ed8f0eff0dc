"""The end of a match, its review, notes, the what-if board: axe, a small phone, saving in place."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import ViewportSize, expect

from games.models import PrivateNote
from tests import cast
from tests.browser.conftest import Visit
from tests.browser.looks import MOST_UNFOLDED, UNFOLD, problems
from tests.browser.test_looks import finished_match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(400)]
NARROW: ViewportSize = {"width": 320, "height": 700}


def test_axe_finds_nothing_and_nothing_is_wider_than_a_small_phone(visit: Visit) -> None:
    over, running = finished_match(), cast.running_match()
    page = visit("Anna")
    found: dict[str, list[str]] = {}
    looks = ((over, "match"), (over, "match-review"), (running, "match-what-if"))
    for number, (match, name) in enumerate(looks):
        path = reverse(name, kwargs={"code": match.code})
        if wrong := problems(page, path, phone=NARROW, number=number):
            found[name] = wrong
    assert found == {}


def test_every_sum_is_in_sight_on_a_small_phone(visit: Visit) -> None:
    match = finished_match()
    page = visit("Anna", viewport=NARROW)
    page.goto(reverse("match", kwargs={"code": match.code}))
    page.evaluate(UNFOLD, MOST_UNFOLDED)
    for sums in (".podium-score", ".figures-fold .sum"):
        boxes = [one.bounding_box() for one in page.locator(sums).all()]
        assert len(boxes) == match.seats
        assert all(box and box["x"] + box["width"] <= NARROW["width"] for box in boxes)


def test_a_note_is_saved_without_leaving_the_page(visit: Visit) -> None:
    match = cast.running_match()
    page = visit("Anna")
    page.goto(reverse("match", kwargs={"code": match.code}))
    page.locator("#notes > summary").click()
    page.fill("#note-text", "Bo bids high")
    address = page.url
    page.get_by_role("button", name="Save the note").click()
    expect(page.locator("#notes")).to_contain_text("Saved. Only you can read it.")
    assert page.url == address
    assert page.locator("#notes").get_attribute("open") is not None
    assert PrivateNote.objects.get().text == "Bo bids high"
