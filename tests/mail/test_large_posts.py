"""How much may be posted: mails of 10 MB by their provider, little by everybody else."""

from __future__ import annotations

import threading
from collections.abc import Callable
from email.message import EmailMessage as Letter
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from games.mail.inbound import MOST_TAKEN, process_pending
from games.models import InboundMail, Player
from tests.cast import player, running_match
from tests.mail.post import address_of, letter, order_text
from tests.mail.providers import INBOUND, settings_of
from tests.mail.test_webhooks import SECRET, posted
from wildcards_site import webhooks
from wildcards_site.body_sizes import MOST_POSTED

pytestmark = [pytest.mark.django_db, pytest.mark.filterwarnings("ignore::Warning")]

KINDS_OF_BODY = {"amazon_ses": "JSON in JSON", "mailgun": "a form", "postmark": "JSON"}


class Untouched(BytesIO):
    """A body that nobody may read."""

    def read(self, *_size: Any) -> bytes:
        raise AssertionError("read")

    readline = read


def unread(size: int) -> dict[str, Any]:
    """What tells a view of a body of so many bytes, and fails where it is read."""
    return {"wsgi.input": Untouched(), "CONTENT_LENGTH": str(size)}


@pytest.fixture
def anna() -> Player:
    return player(running_match(), "Anna")


@pytest.fixture
def configured(settings: Settings) -> Callable[[str], str]:
    def configure(provider: str) -> str:
        settings.EMAIL_PROVIDER = provider
        settings.ANYMAIL = {"WEBHOOK_SECRET": ["name:secret"], **settings_of(provider)}
        return f"/anymail/{provider}/inbound/"

    return configure


def pictured(anna: Player, size: int = 7_600_000) -> Letter:
    """An order above a signature with a picture of so many bytes; at most 10 MB by default."""
    mail = letter(anna, "bid R")
    mail.add_attachment(bytes(size), "image", "png", filename="logo.png", disposition="inline")
    return mail


@pytest.mark.parametrize("provider", KINDS_OF_BODY)
def test_a_provider_may_post_a_mail_as_large_as_the_other_doors_take(
    provider: str, client: Client, configured: Callable[[str], str], anna: Player
) -> None:
    path, raw = configured(provider), pictured(anna).as_string()
    assert MOST_TAKEN * 0.97 < len(raw) < MOST_TAKEN
    post = INBOUND[provider](raw, address_of(anna))
    assert posted(client, path, post, **SECRET) == 200
    process_pending()
    assert order_text(anna) == "bid R"
    assert len(bytes(InboundMail.objects.get().raw)) < 2000


@pytest.mark.parametrize("secret", [{}, {"Authorization": "Basic bmFtZTp3cm9uZw=="}])
def test_a_large_post_without_the_secret_is_refused_unread(
    client: Client, configured: Callable[[str], str], secret: dict[str, str]
) -> None:
    answer = client.post(
        configured("postmark"),
        data=b"{}",
        content_type="application/json",
        headers=secret,
        **unread(20_000_000),
    )
    assert answer.status_code == 401


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/anymail/postmark/inbound/", 32 * 1024 * 1024),
        ("/accounts/login/", MOST_POSTED),
        ("/api/tournaments", MOST_POSTED),
        ("/tournaments/new/", MOST_POSTED),
    ],
)
@pytest.mark.parametrize("kind", ["application/json", "multipart/form-data; boundary=x"])
def test_what_is_larger_than_its_view_takes_is_refused_unread(
    client: Client, configured: Callable[[str], str], path: str, most: int, kind: str
) -> None:
    configured("postmark")
    body = unread(most + 1)
    answer = client.post(path, data=b"", content_type=kind, headers=SECRET, **body)
    assert answer.status_code == 400


def test_large_posts_are_read_one_at_a_time_and_small_ones_at_once(
    client: Client,
    configured: Callable[[str], str],
    anna: Player,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path, one = configured("postmark"), threading.BoundedSemaphore()
    monkeypatch.setattr(webhooks, "_LARGE", one)
    monkeypatch.setattr(webhooks, "_PATIENCE_SECONDS", 0.01)
    large = INBOUND["postmark"](pictured(anna, 3_000_000).as_string(), address_of(anna))
    small = INBOUND["postmark"](letter(anna, "bid R").as_string(), address_of(anna))
    with one:
        assert posted(client, path, large, **SECRET) == 503
        assert posted(client, path, small, **SECRET) == 200
    assert posted(client, path, large, **SECRET) == 200
    assert one.acquire(blocking=False)
