"""The pages of the service in a Chromium of a phone's size, without a server between them."""

from __future__ import annotations

import mimetypes
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, Route, sync_playwright

from games.models import Member
from tests.bench.requests import Browser, UnexpectedAnswerError

WIDTH, HEIGHT = 390, 844
NARROW = 320
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run")

NOT_ASKED = ("/events/", "/steps/")
"""A sampled match has neither news nor a past that leads to it."""

SAID = """() => {
  const words = document.querySelector('[data-words]');
  if (words?.hasAttribute('aria-busy')) return null;
  return words?.textContent.trim() || '–';
}"""


@contextmanager
def chromium_started() -> Iterator[Chromium]:
    """The system's Chromium (or the one that CHROMIUM names)."""
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), "")
    if not program:
        raise UnexpectedAnswerError("Chromium is not installed; CHROMIUM may name its program")
    # Playwright keeps an event loop in this thread, which Django takes for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
            yield browser
            browser.close()
    finally:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


class Phone:
    """A phone that shows the pages of a member at a time."""

    def __init__(self, chromium: Chromium) -> None:
        context = chromium.new_context(
            viewport={"width": WIDTH, "height": HEIGHT}, locale="en-GB", has_touch=True
        )
        context.set_default_timeout(15_000)
        self.page: Page = context.new_page()
        self.page.route("**/*", self._answer)
        self._browsers: dict[int, Browser] = {}
        self._browser: Browser | None = None

    def close(self) -> None:
        """Put it away, with all that it keeps."""
        self.page.context.close()

    def show(self, member: Member, path: str) -> None:
        """Open the page as this member.

        What the last page still asks would be asked as this one: see `settle`.
        """
        if member.pk not in self._browsers:
            self._browsers[member.pk] = Browser(member)
        self._browser = self._browsers[member.pk]
        self.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
        self.page.goto(f"{settings.SITE_URL.rstrip('/')}{path}", wait_until="load")

    def settle(self) -> str:
        """Wait until the bar has said what would be ordered; returns its words."""
        words = self.page.wait_for_function(SAID)
        return str(words.json_value())

    def _answer(self, route: Route) -> None:
        request = route.request
        path = urlsplit(request.url).path
        if path.startswith(f"/{settings.STATIC_URL.strip('/')}/"):
            _fulfil_from_file(route, path)
            return
        if path.endswith(NOT_ASKED):
            route.fulfill(status=404, body="")
            return
        assert self._browser is not None
        try:
            if request.method == "POST":
                body = self._browser.ask(path, request.post_data or "")
            else:
                body = self._browser.get(path)
        except UnexpectedAnswerError:
            route.fulfill(status=404, body="")
            return
        kind = "application/json" if request.method == "POST" else "text/html; charset=utf-8"
        route.fulfill(status=200, content_type=kind, body=body)


def _fulfil_from_file(route: Route, path: str) -> None:
    name = path.split("/", 2)[2]
    found = finders.find(name)
    if not isinstance(found, str):
        route.fulfill(status=404, body="")
        return
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    route.fulfill(status=200, content_type=kind, body=Path(found).read_bytes())
