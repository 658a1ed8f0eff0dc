"""What is pushed to a browser: readable there alone, and without a card of the hand."""

from __future__ import annotations

import base64
import json
import os
import ssl
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import Client
from py_vapid import Vapid02
from pytest_django import Settings

from games.channels import posting
from games.channels.sending import tell_due
from games.channels.web_push import public_key
from games.letters.channel_targets import PushTarget
from games.models import Channel, Match, Order
from games.services.channels import try_channel
from games.services.matches import create_match, fill_with_bots
from tests import cast
from tests.mail.channels import add
from tests.mail.far_ends import FarEnd, certificate_of_this_machine, running_far_end
from tests.sizes import sized

pytestmark = pytest.mark.django_db


class Browser:
    """A browser that has subscribed: it alone can read what is pushed to it."""

    def __init__(self, push_service: FarEnd) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.target = PushTarget(
            endpoint=f"{push_service.url}/push/abc",
            p256dh=base64.urlsafe_b64encode(point).decode().rstrip("="),
            auth=base64.urlsafe_b64encode(self.auth).decode().rstrip("="),
        )

    def read(self, body: bytes) -> dict[str, object]:
        text = http_ece.decrypt(
            body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"
        )
        content: dict[str, object] = json.loads(text)
        return content


@pytest.fixture
def push_service(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[FarEnd]:
    settings.OUTGOING_HOSTS = ["127.0.0.1"]
    certificate = certificate_of_this_machine(tmp_path)
    context = ssl.create_default_context(cafile=str(certificate))
    monkeypatch.setattr(posting, "tls_context", lambda: context)
    with running_far_end(certificate) as end:
        end.status = 201
        yield end


def test_a_push_is_read_by_the_browser_that_subscribed(push_service: FarEnd) -> None:
    browser = Browser(push_service)
    add("Anna", browser.target, "decision.awaits")
    match = cast.running_match(title="Tuesday table")
    while tell_due():
        pass
    (got,) = push_service.got
    assert got.headers["content-encoding"] == "aes128gcm"
    assert int(got.headers["ttl"]) > 0
    content = browser.read(got.body)
    assert content["title"] == "Tuesday table"
    assert content["waiting"] == 1
    assert content["url"] == f"http://127.0.0.1:8000/matches/{match.code}/"
    assert b"Tuesday" not in got.body


def test_a_push_is_signed_with_the_key_that_browsers_are_given(push_service: FarEnd) -> None:
    add("Anna", Browser(push_service).target, "decision.awaits")
    cast.running_match()
    while tell_due():
        pass
    (got,) = push_service.got
    assert Vapid02.verify(got.headers["authorization"])
    assert got.headers["authorization"].endswith(f"k={public_key()}")
    token = got.headers["authorization"].removeprefix("vapid t=").partition(",")[0]
    claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
    assert claims["aud"] == push_service.url


@pytest.mark.parametrize("game", ["wild-cards", "wizard", "cubirds", "emu-ranchers"])
def test_no_push_holds_a_card_of_the_hand(game: str, push_service: FarEnd) -> None:
    """What is said is made of the match's name and its deadline; buttons are orders of one word."""
    anna = cast.member("Anna")
    browser = Browser(push_service)
    add("Anna", browser.target)
    seats = 2 if game == "emu-ranchers" else 3
    match = create_match(
        member=anna, game=game, options={}, seats=seats, phase_time=timedelta(days=1)
    )
    fill_with_bots(member=anna, match=match)
    for _decision in range(sized(8, 25)):
        match.refresh_from_db()
        if match.status != Match.Status.RUNNING:
            break
        while tell_due():
            pass
        cast.order(cast.player(match, "Anna"))
    contents = [browser.read(got.body) for got in push_service.got]
    assert len(contents) > 5
    for content in contents:
        assert set(content) == {"title", "body", "url", "tag", "waiting", "buttons"}
        buttons = content["buttons"]
        assert isinstance(buttons, list)
        assert len(buttons) <= 2
        for button in buttons:
            order = str(button["url"]).rpartition("/")[2]
            assert order.isalpha(), order
            assert order.islower(), order


def test_a_button_opens_a_page_that_shows_the_order_before_it_is_given(
    push_service: FarEnd, client: Client
) -> None:
    anna = cast.member("Anna")
    browser = Browser(push_service)
    add("Anna", browser.target, "decision.awaits")
    buttons: list[dict[str, str]] = []
    match = create_match(
        member=anna, game="cubirds", options={}, seats=3, phase_time=timedelta(days=1)
    )
    fill_with_bots(member=anna, match=match)
    for _decision in range(60):
        while tell_due():
            pass
        content = browser.read(push_service.got[-1].body)
        buttons = content["buttons"]  # type: ignore[assignment]
        if buttons:
            break
        cast.order(cast.player(match, "Anna"))
    assert buttons
    path = buttons[0]["url"].removeprefix("http://127.0.0.1:8000")
    player = cast.player(match, "Anna")
    phase = player.match.phase_number
    given = Order.objects.filter(player=player, phase__number=phase)
    assert client.get(path).status_code == 200
    assert not given.exists()
    assert client.post(path).status_code == 200
    assert given.get().text == path.rpartition("/")[2]


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(status: int, push_service: FarEnd) -> None:
    channel = add("Anna", Browser(push_service).target)
    push_service.status = status
    try_channel(channel)
    while tell_due():
        pass
    assert not Channel.objects.exists()
    assert not cast.member("Anna").has_channels


def test_a_browser_is_the_person_s_who_is_signed_in_there_now(push_service: FarEnd) -> None:
    target = Browser(push_service).target
    add("Anna", target)
    add("Bo", target)
    assert [channel.member.name for channel in Channel.objects.all()] == ["Bo"]
    assert not cast.member("Anna").has_channels
