"""How a person plays on the match page: by what is on it, and nothing else."""

from __future__ import annotations

from playwright.sync_api import Locator, Page


def match_is_over(page: Page) -> bool:
    """Whether the page shows the end of the match."""
    return page.get_by_role("heading", name="The match is over").is_visible()


def is_asked(page: Page) -> bool:
    """Whether the page asks for an order that was not given yet."""
    return page.get_by_role("heading", name="Your decision").is_visible()


def answer(page: Page, number: int) -> None:
    """Fill in one of the forms, chosen by a number as its values are, and send it."""
    forms = page.locator("form[data-choice]")
    form = forms.nth(number % forms.count())
    fieldsets = form.locator("fieldset")
    for index in range(fieldsets.count()):
        _choose(fieldsets.nth(index), number)
    with page.expect_navigation():
        form.get_by_role("button").click()


def _choose(fieldset: Locator, number: int) -> None:
    boxes = fieldset.locator("input")
    for one in range(int(fieldset.get_attribute("data-least") or 0)):
        boxes.nth((number + one) % boxes.count()).check()
