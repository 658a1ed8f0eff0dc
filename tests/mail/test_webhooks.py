"""The doors of mail providers: one at a time, with its secret, for documented posts."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from anymail.signals import AnymailTrackingEvent, tracking
from django.db import DatabaseError
from django.test import Client
from pytest_django import Settings

from games.mail import inbound
from games.mail.inbound import process_pending
from games.models import InboundMail, Member, Player
from tests.cast import player, running_match
from tests.mail.post import address_of, letter, order_text
from tests.mail.providers import INBOUND, TRACKING, Post, settings_of
from wildcards_site.providers import PROVIDERS

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.filterwarnings("ignore::Warning"),  # which providers anymail itself supports
]

ADDRESS = "anna@example.org"
SECRET = {"Authorization": "Basic bmFtZTpzZWNyZXQ="}


@pytest.fixture
def anna() -> Player:
    return player(running_match(), "Anna")


@pytest.fixture
def configured(settings: Settings) -> Callable[..., None]:
    def configure(provider: str, **more: str) -> None:
        settings.EMAIL_PROVIDER = provider
        settings.ANYMAIL = {"WEBHOOK_SECRET": ["name:secret"], **settings_of(provider), **more}

    return configure


def posted(client: Client, path: str, post: Post, **headers: str) -> int:
    given = dict(post)
    given["headers"] = {**given.get("headers", {}), **headers}
    return client.post(path, **given).status_code


@contextmanager
def provider_api(raw: bytes) -> Iterator[str]:
    """A provider's API that is asked for the mail itself: its address, while it answers."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            address = f"http://{self.headers['Host']}"
            body = raw
            if "receiving" in self.path:
                body = json.dumps({"raw": {"download_url": f"{address}/raw"}, "to": []}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_words: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def test_every_provider_is_tried() -> None:
    assert set(PROVIDERS) == set(INBOUND) == set(TRACKING)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_mail_from_the_provider_is_an_order(
    provider: str, client: Client, configured: Callable[..., None], anna: Player
) -> None:
    raw, path = letter(anna, "bid R").as_string(), f"/anymail/{provider}/inbound/"
    with provider_api(raw.encode()) as url:
        configured(provider, **{"RESEND_API_URL": url} if provider == "resend" else {})
        post = INBOUND[provider](raw, address_of(anna))
        assert posted(client, path, post) == 401
        assert posted(client, path, post, Authorization="Basic bmFtZTp3cm9uZw==") == 401
        assert not InboundMail.objects.exists()
        assert posted(client, path, post, **SECRET) == 200
    process_pending()
    assert order_text(anna) == "bid R"


@pytest.mark.parametrize("provider", PROVIDERS)
def test_what_the_provider_tells_of_a_mail_is_heard(
    provider: str, client: Client, configured: Callable[..., None], anna: Player
) -> None:
    configured(provider)
    heard: list[AnymailTrackingEvent] = []

    def listen(event: AnymailTrackingEvent, **_more: object) -> None:
        heard.append(event)

    tracking.connect(listen)
    kind, post = TRACKING[provider](ADDRESS)
    path = f"/anymail/{provider}/tracking/"
    assert posted(client, path, post) == 401
    assert heard == []
    assert posted(client, path, post, **SECRET) == 200
    told = [(event.event_type, event.recipient) for event in heard]
    assert told == [(kind, ADDRESS)]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_only_the_configured_provider_has_a_door(
    provider: str, client: Client, configured: Callable[..., None], settings: Settings
) -> None:
    _kind, post = TRACKING[provider](ADDRESS)
    path = f"/anymail/{provider}/tracking/"
    for other in ("", "mailgun" if provider != "mailgun" else "postmark"):
        if other:
            configured(other)
        settings.EMAIL_PROVIDER = other
        assert posted(client, path, post, **SECRET) == 404
        assert client.head(path).status_code == 404


def test_without_a_secret_there_is_no_door(
    client: Client, configured: Callable[..., None], settings: Settings, anna: Player
) -> None:
    configured("postmark")
    settings.ANYMAIL = settings_of("postmark")
    _kind, post = TRACKING["postmark"](ADDRESS)
    assert posted(client, "/anymail/postmark/tracking/", post) == 404
    assert Member.objects.get(name="Anna").mail_level == Member.MailLevel.EVERY_DECISION


@pytest.mark.parametrize("kind", ["inbound", "tracking"])
@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_body_that_cannot_be_read_is_said_to_be_so(
    provider: str, kind: str, client: Client, configured: Callable[..., None]
) -> None:
    configured(provider)
    for body in (b"", b"no json", b"\xff\xfe", b"null", b"[[]]", b"[" * 5000):
        post: Post = {"data": body, "content_type": "application/json"}
        assert posted(client, f"/anymail/{provider}/{kind}/", post, **SECRET) in {400, 403}
    assert not InboundMail.objects.exists()


@pytest.mark.parametrize("provider", ["mailersend", "mailgun", "postal", "resend"])
def test_a_wrong_signature_is_refused_even_with_the_secret(
    provider: str, client: Client, configured: Callable[..., None]
) -> None:
    configured(provider)
    _kind, post = TRACKING[provider](ADDRESS)
    post["data"] = post["data"].replace(ADDRESS, "other@example.org")
    if provider == "mailgun":  # It signs its token alone.
        post["data"] = post["data"].replace("1461261330", "1461261331")
    assert posted(client, f"/anymail/{provider}/tracking/", post, **SECRET) == 403


def test_a_provider_that_does_not_give_the_mail_is_asked_to_send_it_again(
    client: Client, configured: Callable[..., None]
) -> None:
    configured("resend", RESEND_API_URL="http://127.0.0.1:1/")
    post = INBOUND["resend"]("", "")
    assert posted(client, "/anymail/resend/inbound/", post, **SECRET) == 503


def test_a_database_that_is_away_lets_the_provider_send_it_again(
    client: Client,
    configured: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
    anna: Player,
) -> None:
    def fail(**_mail: object) -> None:
        raise DatabaseError

    configured("postmark")
    client.raise_request_exception = False
    monkeypatch.setattr(inbound, "accept_raw", fail)
    post = INBOUND["postmark"](letter(anna, "bid R").as_string(), address_of(anna))
    assert posted(client, "/anymail/postmark/inbound/", post, **SECRET) >= 500
