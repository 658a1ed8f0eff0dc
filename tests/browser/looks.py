"""What a look at a page finds: axe in light and dark, on a phone and on a desk, and its width."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from tests.sizes import IS_LONG, sized

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 900}
MOST_UNFOLDED = sized(8, 1000)
"""The page about the API has hundreds of parts alike, and axe takes half a minute for them all."""

SHARE = sized(2, 1)
"""Every second page is looked at, and all with `make long`."""

UNFOLD = """most => document.querySelectorAll('details').forEach(
  (one, number) => number < most ? one.open = true : one.remove())"""
WIDTH = "document.documentElement.scrollWidth"
COLOURS = ["color-contrast"]


def faults(page: Page, rules: list[str] | None = None) -> list[str]:
    """What axe finds on an open page, by all of its rules or by these alone."""
    options: dict[str, object] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = rules
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(Axe().axe_script)
    result = page.evaluate("options => axe.run(options)", options)
    return [
        f"{one['id']}: {node['html'][:160]}"
        for one in result["violations"]
        for node in one["nodes"]
    ]


def problems(page: Page, path: str, *, phone: ViewportSize = PHONE, number: int = 0) -> list[str]:
    """What is wrong with the page at this address, with MOST_UNFOLDED of its parts unfolded.

    In light on a phone by all rules; every third `number` in dark on a desk too: the first by all
    rules, the others by those of colours, which alone a scheme can change. With `make long` each
    page is looked at both times by all rules, and in every part.
    """
    page.set_viewport_size(phone)
    page.emulate_media(color_scheme="light")
    page.goto(path)
    page.evaluate(UNFOLD, MOST_UNFOLDED)
    found = [] if page.evaluate(WIDTH) <= phone["width"] else [f"wider than {phone['width']} px"]
    found += faults(page)
    if number % sized(3, 1):
        return found
    page.set_viewport_size(DESK)
    page.emulate_media(color_scheme="dark")
    return found + [
        f"dark, {one}" for one in faults(page, None if IS_LONG or not number else COLOURS)
    ]
