"""A passkey is made and signs in, in a real browser with a virtual authenticator."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect

from games.mail import outbox
from games.models import LocalMail
from tests import cast
from tests.browser.conftest import Visit
from tests.browser.table import told

pytestmark = pytest.mark.django_db(transaction=True)


def with_authenticator(page: Page) -> None:
    """Give the browser a device that keeps passkeys and knows its owner."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def mailed_code() -> str:
    outbox.send_due()
    words = LocalMail.objects.latest("pk").raw
    found = re.search(r"^([A-Z0-9]{3,4}-?[A-Z0-9]{2,4})\s*$", bytes(words).decode(), re.MULTILINE)
    assert found
    return found.group(1)


def test_a_member_makes_a_passkey_and_signs_in_with_it(visit: Visit) -> None:
    cache.clear()
    cast.member("Anna")
    page = visit("Anna", viewport={"width": 390, "height": 844})
    with_authenticator(page)
    page.goto("/profile/")
    page.get_by_role("link", name="Passkeys").click()
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_role("button", name="Mail me a code").click()
    expect(page.get_by_label("Code")).to_be_visible()
    page.get_by_label("Code").fill(mailed_code())
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Create passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    page.locator("#site-menu > summary").click()
    page.get_by_role("button", name="Sign out").click()
    expect(told(page, "You have signed out.")).to_be_visible()
    page.goto("/accounts/login/?next=/profile/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("heading", name="Profile")).to_be_visible()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
