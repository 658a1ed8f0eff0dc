"""Quiet mail servers, whose library logs every line; a mailbox with its account; a far end."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from pytest_django import Settings

from games.mail import fetching
from tests.mail.far_ends import FarEnd, running_far_end
from tests.mail.imap_server import USER, ImapServer, running_imap_server
from tests.mail.servers import SMTP_BACKEND, Server, running_server

logging.getLogger("mail.log").setLevel(logging.WARNING)


@pytest.fixture
def far_end(settings: Settings) -> Iterator[FarEnd]:
    settings.OUTGOING_HOSTS = ["127.0.0.1"]
    with running_far_end() as end:
        yield end


@pytest.fixture(scope="session")
def dovecot() -> Iterator[ImapServer]:
    with running_imap_server() as server:
        yield server


@pytest.fixture
def mailbox(dovecot: ImapServer, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> ImapServer:
    """An empty mailbox that the service has just been told of."""
    # A test's transaction lasts as long as its connection.
    monkeypatch.setattr(fetching, "close_old_connections", lambda: None)
    monkeypatch.setattr(fetching, "drop_connections", lambda: None)
    dovecot.empty()
    settings.IMAP_URL = dovecot.url
    settings.REPLY_ADDRESS = USER
    settings.REPLY_DOMAIN = USER.rpartition("@")[2]
    settings.DEFAULT_FROM_EMAIL = f"Wild Cards by mail <{USER}>"
    return dovecot


@pytest.fixture
def server(settings: Settings) -> Iterator[Server]:
    """The SMTP server by which the service sends."""
    with running_server() as running:
        settings.EMAIL_BACKEND = SMTP_BACKEND
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", running.port
        settings.EMAIL_TIMEOUT = 5
        yield running


@pytest.fixture
def post(server: Server, settings: Settings) -> Server:
    """The account's SMTP server: keeps what the service sends to players."""
    settings.LOCAL_MAILBOX = False
    return server
