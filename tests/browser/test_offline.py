"""Without a network: the tables last looked at can be read, and by nobody after signing out."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from games.models import Match
from tests import cast
from tests.browser.conftest import Visit

pytestmark = pytest.mark.django_db(transaction=True)

READY = "navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)"
KEPT = """async () => {
    const cache = await caches.open("tables");
    return (await cache.keys()).map((each) => new URL(each.url).pathname);
}"""


def with_worker(page: Page, path: str) -> None:
    """Open the page twice: the service worker takes the second in hand."""
    page.goto(path)
    assert page.evaluate(READY) is not None
    page.goto(path)


def wait_until(page: Page, script: str) -> None:
    """Playwright's own waiting takes a promise for an answer."""
    for _look in range(200):
        if page.evaluate(script):
            return
        page.wait_for_timeout(100)
    raise AssertionError(script)


def kept_tables(page: Page) -> list[str]:
    return [path for path in page.evaluate(KEPT) if path.startswith("/matches/")]


def table(match: Match) -> str:
    return f"/matches/{match.code}/"


def test_the_last_table_can_be_read_without_a_network(visit: Visit) -> None:
    match = cast.running_match(title="Tuesday table")
    page = visit("Anna", viewport={"width": 390, "height": 844})
    with_worker(page, table(match))
    wait_until(page, f"async () => (await ({KEPT})()).includes('{table(match)}')")
    page.context.set_offline(True)
    page.goto(table(match))
    expect(page.get_by_role("heading", name="Tuesday table")).to_be_visible()
    expect(page.get_by_text("You’re offline.")).to_be_visible()
    page.goto("/lobby/")
    expect(page.get_by_role("heading", name="No network")).to_be_visible()
    page.get_by_role("link", name="Tuesday table").click()
    expect(page).to_have_url(re.compile(table(match)))
    expect(page.get_by_text("You’re offline.")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("You’re offline.")).to_be_hidden()


def test_the_page_without_a_network_stays_until_the_service_answers(visit: Visit) -> None:
    page = visit("Anna")
    with_worker(page, "/profile/")
    page.context.set_offline(True)
    page.goto("/profile/")
    expect(page.get_by_role("heading", name="No network")).to_be_visible()
    # What a phone tells that has found a network, but no way out of it yet.
    page.evaluate("""() => {
        window.isSame = true;
        Object.defineProperty(navigator, "onLine", { get: () => true });
        window.dispatchEvent(new Event("online"));
    }""")
    page.wait_for_timeout(1000)
    assert page.evaluate("window.isSame")
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Profile")).to_be_visible()


def test_nothing_of_a_member_is_left_for_who_comes_next(visit: Visit) -> None:
    match = cast.running_match()
    page = visit("Anna")
    with_worker(page, table(match))
    wait_until(page, f"async () => (await ({KEPT})()).includes('{table(match)}')")
    page.goto("/profile/")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    wait_until(page, f"async () => (await ({KEPT})()).length === 0")
    page.goto("/lobby/")
    assert kept_tables(page) == []


def test_a_visitor_s_tables_are_not_kept(visit: Visit) -> None:
    match = cast.running_match()
    page = visit("")
    with_worker(page, table(match))
    page.goto(table(match))
    assert kept_tables(page) == []


def test_a_push_becomes_a_notification_with_its_buttons(
    visit: Visit, whole_chromium: Browser
) -> None:
    page = visit("Anna", browser=whole_chromium)
    with_worker(page, "/profile/channels/")
    page.context.grant_permissions(["notifications"])
    devtools = page.context.new_cdp_session(page)
    registrations: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registrations.extend(one["registrationId"] for one in told["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    origin = page.evaluate("location.origin")
    url = f"{origin}/matches/abcdefg/"
    message = {
        "title": "Tuesday table",
        "body": "It's your turn.",
        "url": url,
        "tag": "match-abcdefg",
        "waiting": 2,
        "buttons": [{"title": "pass", "url": f"{origin}/o/x/pass"}],
    }
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": registrations[0], "data": json.dumps(message)},
    )
    shown = """async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(
        (one) => [one.title, one.body, one.tag, one.actions.map((each) => each.title), one.data])"""
    wait_until(page, f"async () => (await ({shown})()).length === 1")
    assert page.evaluate(shown) == [
        [
            "Tuesday table",
            "It's your turn.",
            "match-abcdefg",
            ["pass"],
            {"url": url, "buttons": [f"{origin}/o/x/pass"]},
        ]
    ]
