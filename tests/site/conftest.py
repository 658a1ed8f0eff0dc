"""Who looks at the site in these tests: the cast, each with a browser of their own."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core import mail
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.test import Client

from games.mail.outbox import send_due
from games.models import Match
from tests import cast

Browse = Callable[[str], Client]


def mails_sent() -> list[EmailMessage]:
    """What has been sent, with what waits in the outbox sent now."""
    while send_due():
        pass
    return mail.outbox


def made_private(match: Match) -> Match:
    """The same match, closed to all but its players."""
    Match.objects.filter(pk=match.pk).update(is_public=False)
    match.refresh_from_db()
    return match


@pytest.fixture(autouse=True)
def database(db: None) -> None:
    """Every page asks the database."""
    cache.clear()  # Rate limits count in it, across tests.


@pytest.fixture
def browse() -> Browse:
    """The browser of this person, signed in; of a visitor for an empty name."""

    def browser(name: str) -> Client:
        client = Client()
        if name:
            client.force_login(cast.member(name))
        return client

    return browser
