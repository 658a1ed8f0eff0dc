"""A live site, and people with browsers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.conf import settings as site_settings
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from tests import cast
from tests.conftest import CHROMIUM_FLAGS, WHOLE_CHROMIUM, chromium_among

Visit = Callable[..., Page]

# The first page of a run compiles every template, which takes a busy machine long.
PATIENCE_MS = 60_000
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture
def site(live_server: LiveServer, settings: Settings) -> str:
    """The address of the running site, its mails kept in the local mailbox."""
    settings.LOCAL_MAILBOX = True
    settings.EMAIL_BACKEND = "games.mail.local_mailbox.LocalMailboxBackend"
    cache.clear()
    return str(live_server.url)


@pytest.fixture
def whole_chromium(chromium: Browser) -> Iterator[Browser]:
    """A browser with all that the shell leaves out, such as notifications."""
    program = chromium_among(WHOLE_CHROMIUM)
    browser = chromium.browser_type.launch(executable_path=program, args=CHROMIUM_FLAGS)
    yield browser
    browser.close()


@pytest.fixture
def visit(chromium: Browser, site: str) -> Iterator[Visit]:
    """Open a browser for a member (nobody for an empty name) with Playwright's own options.

    A page with an error in its console, the content security policy's included, fails the test.
    """
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_browser(name: str = "", *, browser: Browser | None = None, **options: object) -> Page:
        context = (browser or chromium).new_context(
            base_url=site,
            locale="en-GB",
            **{"viewport": {"width": 1280, "height": 900}, **options},  # type: ignore[arg-type]
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        if name:
            client = Client()
            client.force_login(cast.member(name))
            value = client.cookies[site_settings.SESSION_COOKIE_NAME].value
            cookie = {"name": site_settings.SESSION_COOKIE_NAME, "value": value, "url": site}
            context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        page.on(
            "console", lambda message: errors.append(message.text) if _is_fault(message) else None
        )
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield open_browser
    for context in contexts:
        context.close()
    assert errors == []


def _is_fault(message: object) -> bool:
    """Refused orders are answered with 422, which Chromium logs as an error; that is meant. So is
    a network that a test has taken away."""
    text = str(getattr(message, "text", ""))
    is_meant = "422" in text or "ERR_INTERNET_DISCONNECTED" in text
    return getattr(message, "type", "") == "error" and not is_meant
