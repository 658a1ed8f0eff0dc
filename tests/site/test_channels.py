"""The pages of notifications: adding, trying and removing a channel, and what its owner sees."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterator

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from games.channels.sending import tell_due
from games.letters.channel_targets import NtfyTarget
from games.models import Channel, ChannelDelivery
from games.services.channels import add_channel
from tests import cast
from tests.mail.far_ends import FarEnd, running_far_end
from tests.site.conftest import Browse

PAGE = "/profile/channels/"


@pytest.fixture
def far_end(settings: Settings) -> Iterator[FarEnd]:
    settings.OUTGOING_HOSTS = ["127.0.0.1"]
    with running_far_end() as end:
        yield end


def add(client: Client, kind: str, **fields: object) -> str:
    """What the page says after this form was sent."""
    path = reverse("channel-add", kwargs={"kind": kind})
    events = ["decision.awaits", "match.finished"]
    return client.post(path, {"events": events, **fields}, follow=True).content.decode()


def subscription(endpoint: str = "https://push.example.com/abc") -> dict[str, str]:
    """What a browser hands over when it subscribes."""
    point = (
        ec.generate_private_key(ec.SECP256R1())
        .public_key()
        .public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    )
    return {
        "endpoint": endpoint,
        "p256dh": base64.urlsafe_b64encode(point).decode().rstrip("="),
        "auth": base64.urlsafe_b64encode(os.urandom(16)).decode().rstrip("="),
    }


def test_a_topic_is_added_tried_and_its_log_shown(browse: Browse, far_end: FarEnd) -> None:
    anna = browse("Anna")
    page = add(anna, "ntfy", url=f"{far_end.url}/my-topic", name="Phone")
    assert "A test is on its way." in page
    tell_due()
    (got,) = far_end.got
    assert json.loads(got.body)["message"] == "This is a test. It works: you'll be told here."
    channel = Channel.objects.get()
    page = anna.get(reverse("channel", kwargs={"channel_id": channel.pk})).content.decode()
    assert "<code>test</code>" in page
    assert "<code>200</code>" in page
    assert "my-topic" not in page
    assert channel.events == ["decision.awaits", "match.finished"]


def test_a_program_s_secret_is_shown_once(browse: Browse, far_end: FarEnd) -> None:
    anna = browse("Anna")
    page = add(anna, "program", url=f"{far_end.url}/hook")
    secret = Channel.objects.get().secret_target["secret"]
    assert secret in page
    channel = Channel.objects.get()
    for path in (PAGE, reverse("channel", kwargs={"channel_id": channel.pk})):
        assert secret not in anna.get(path).content.decode()
    renewed = anna.post(reverse("channel-secret", kwargs={"channel_id": channel.pk}))
    channel.refresh_from_db()
    assert channel.secret_target["secret"] != secret
    assert channel.secret_target["secret"] in renewed.content.decode()


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("ntfy", {"url": "http://169.254.169.254/latest"}),
        ("ntfy", {"url": "https://ntfy.sh"}),
        ("discord", {"url": "https://example.com/x"}),
        ("telegram", {"token": "no", "chat": "1"}),
        ("matrix", {"homeserver": "https://m.org", "room": "general", "token": "x"}),
        ("program", {"url": "https://localhost/hook"}),
        ("program", {"url": "https://example.com/hook", "events": ["everything"]}),
        ("program", {"url": "https://example.com/hook", "events": []}),
    ],
)
def test_what_cannot_be_told_is_answered_on_the_form(
    kind: str, fields: dict[str, object], browse: Browse
) -> None:
    path = reverse("channel-add", kwargs={"kind": kind})
    response = browse("Anna").post(path, {"events": ["decision.awaits"], **fields})
    assert response.status_code == 422
    assert not Channel.objects.exists()
    assert '<details class="sheet" open>' in response.content.decode()


def test_a_browser_subscribes_and_is_forgotten_when_its_owner_signs_out(browse: Browse) -> None:
    anna = browse("Anna")
    assert anna.post(reverse("channel-push"), subscription()).status_code == 204
    assert "this device" in anna.get(PAGE).content.decode()
    assert cast.member("Anna").has_channels
    anna.post(reverse("account_logout"))
    assert not Channel.objects.exists()
    assert not cast.member("Anna").has_channels


def test_signing_out_in_one_browser_leaves_the_others(browse: Browse) -> None:
    desk, phone = browse("Anna"), browse("Anna")
    desk.post(reverse("channel-push"), subscription("https://push.example.com/desk"))
    phone.post(reverse("channel-push"), subscription("https://push.example.com/phone"))
    desk.post(reverse("account_logout"))
    assert [one.secret_target["endpoint"] for one in Channel.objects.all()] == [
        "https://push.example.com/phone"
    ]


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"endpoint": "https://127.0.0.1/x"},
        {"endpoint": "http://push.example.com/x"},
        {"p256dh": "AAAA"},
        {"auth": "AAAA"},
        {"auth": "ä" * 22},
    ],
)
def test_no_nonsense_is_a_subscription(fields: dict[str, str], browse: Browse) -> None:
    posted = {**subscription(), **fields} if fields else {}
    response = browse("Anna").post(reverse("channel-push"), posted)
    assert response.status_code == 422
    assert not Channel.objects.exists()


def test_nobody_touches_another_s_channel(browse: Browse) -> None:
    target = NtfyTarget(url="https://ntfy.sh/secret-topic")
    member = cast.member("Anna")
    channel = add_channel(member=member, target=target, name="secret-topic").channel
    mallory = browse("Mallory")
    kwargs = {"channel_id": channel.pk}
    assert mallory.get(reverse("channel", kwargs=kwargs)).status_code == 404
    for name in ("channel-test", "channel-secret", "channel-end", "channel"):
        assert mallory.post(reverse(name, kwargs=kwargs), {}).status_code == 404
    assert Channel.objects.filter(stopped_at=None).exists()
    assert not ChannelDelivery.objects.exists()
    assert "secret-topic" not in mallory.get(PAGE).content.decode()


def test_what_a_channel_is_told_can_be_changed_and_the_channel_removed(browse: Browse) -> None:
    target = NtfyTarget(url="https://ntfy.sh/topic")
    channel = add_channel(member=cast.member("Anna"), target=target).channel
    anna = browse("Anna")
    path = reverse("channel", kwargs={"channel_id": channel.pk})
    anna.post(path, {"events": ["match.finished"]})
    channel.refresh_from_db()
    assert channel.events == ["match.finished"]
    anna.post(reverse("channel-end", kwargs={"channel_id": channel.pk}))
    assert not Channel.objects.exists()


def test_visitors_are_asked_to_sign_in(client: Client) -> None:
    for path in (PAGE, f"{PAGE}1/"):
        assert client.get(path).status_code == 302
    assert client.post(reverse("channel-push"), subscription()).status_code == 302


def test_a_service_without_a_key_offers_no_notifications_in_browsers(
    browse: Browse, settings: Settings
) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    page = browse("Anna").get(PAGE).content.decode()
    assert "Notify me on this device" not in page
    assert "ntfy" in page
