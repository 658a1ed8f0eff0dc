"""How a person plays on the match page: by what is on it, and nothing else."""

from __future__ import annotations

import json

from playwright.sync_api import Locator, Page

from games.models import Match
from tests import cast

SCENE = "form[data-scene]"


def told(page: Page, text: str) -> Locator:
    """What a deed is answered by on the page; a live region says the same a moment later."""
    return page.locator("[data-told]", has_text=text)


def match_is_over(page: Page) -> bool:
    """Whether the page shows the end of the match."""
    return page.locator("#outcome-heading").is_visible()


def is_asked(page: Page) -> bool:
    """Whether the page asks for an order that was not given yet."""
    return page.get_by_role("heading", name="Your turn").is_visible()


def play_on(match: Match) -> None:
    """Play to the end what a run at its full size plays in the browser."""
    match.refresh_from_db()
    while match.status == Match.Status.RUNNING:
        for who in cast.awaited(match):
            cast.order(who)
        match.refresh_from_db()


def answer(page: Page, number: int) -> None:
    """Tap one of the answers, it and its values chosen by a number, and send it."""
    form = page.locator(SCENE)
    ways = json.loads(form.get_attribute("data-ways") or "[]")
    buttons = form.locator("button[name=answer]")
    place = number % (len(ways) + buttons.count())
    if place >= len(ways):
        with page.expect_navigation():
            buttons.nth(place - len(ways)).click()
        return
    runs = json.loads(form.get_attribute("data-runs") or "{}")
    for field in list(runs)[:1]:
        _tap(form, field, min(runs[field], key=len)[0])
    for field, (least, _most, values) in ways[place].items():
        for one in range(least):
            _tap(form, field, values[(number + one) % len(values)])
    with page.expect_navigation():
        form.locator("[data-send]").click()


def _tap(form: Locator, field: str, value: str) -> None:
    """One of the targets of this value, unless it was chosen by itself."""
    targets = form.locator(f'input[name="pick-{field}"][value="{value}"]')
    if targets.first.is_checked() and targets.first.get_attribute("type") == "radio":
        return
    for target in targets.all():
        if not target.is_checked():
            target.check()
            return
