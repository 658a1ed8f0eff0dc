"""No member can send this service to a place where they could not go themselves (SSRF)."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from pytest_django import Settings

from games.channels import posting
from games.channels.posting import OutgoingRequest, send_request
from games.channels.sending import tell_due
from games.common.errors import MatchError
from games.common.public_hosts import ForbiddenHostError, check_address, endpoints
from games.letters.channel_targets import (
    BadTargetError,
    DiscordTarget,
    MatrixTarget,
    NtfyTarget,
    ProgramTarget,
    PushTarget,
    TelegramTarget,
)
from games.models import Channel, ChannelDelivery
from games.services.channels import add_channel, try_channel
from tests import cast
from tests.mail.far_ends import FarEnd, running_far_end

INNER = [
    "127.0.0.1",
    "127.8.9.10",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.5.4",
    "192.168.1.1",
    "169.254.169.254",
    "168.63.129.16",
    "100.64.0.1",
    "100.100.100.200",
    "198.18.0.1",
    "192.0.0.192",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "fc00::1",
    "fd00:ec2::254",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
]
PUBLIC = ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"]


def resolves_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Have every name mean these addresses."""

    def found(_host: str, port: int, **_more: object) -> list[tuple[object, ...]]:
        return [
            (
                socket.AF_INET6 if ":" in one else socket.AF_INET,
                socket.SOCK_STREAM,
                6,
                "",
                (one, port),
            )
            for one in addresses
        ]

    monkeypatch.setattr(socket, "getaddrinfo", found)


@pytest.mark.parametrize("address", INNER)
def test_a_name_that_leads_inside_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    resolves_to(monkeypatch, address)
    with pytest.raises(ForbiddenHostError):
        endpoints("https://evil.example.com/hook")


@pytest.mark.parametrize("address", INNER)
def test_one_inner_address_among_public_ones_is_enough(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolves_to(monkeypatch, *PUBLIC, address)
    with pytest.raises(ForbiddenHostError):
        endpoints("https://evil.example.com/hook")


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_is_connected_to_as_it_was_looked_at(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolves_to(monkeypatch, address)
    (one,) = endpoints("https://good.example.com/hook")
    assert (one.host, one.port, one.address, one.is_tls) == (
        "good.example.com",
        443,
        address,
        True,
    )


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/",
        "https://localhost/",
        "https://printer/",
        "https://db.internal/",
        "https://router.lan/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://8.8.8.8/",
        "https://example.com:22/",
        "https://example.com:25/",
        "ftp://example.com/",
        "file:///etc/passwd",
        "gopher://example.com/",
        "https://",
        "https://example.com:port/",
    ],
)
def test_what_is_plainly_wrong_is_refused_before_any_name_is_asked_for(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(*_given: object, **_more: object) -> None:
        raise AssertionError("a name was asked for")

    monkeypatch.setattr(socket, "getaddrinfo", asked)
    with pytest.raises(ForbiddenHostError):
        check_address(url)


@pytest.mark.parametrize("text", ["https://0x7f.1/", "https://2130706433/", "https://127.1/"])
def test_an_address_in_another_spelling_is_what_it_means(text: str) -> None:
    with pytest.raises((ForbiddenHostError, OSError)):
        endpoints(text)


def test_a_name_that_changes_its_meaning_is_connected_to_where_it_was_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = iter([[PUBLIC[0]], ["127.0.0.1"]])

    def found(_host: str, port: int, **_more: object) -> list[tuple[object, ...]]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in next(answers)]

    connected = []

    def connect(where: tuple[str, int], *_more: object) -> socket.socket:
        connected.append(where)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", found)
    monkeypatch.setattr(socket, "create_connection", connect)
    send_request(OutgoingRequest("https://rebinding.example.com/", b"", {}))
    assert connected == [(PUBLIC[0], 443)]


@pytest.fixture
def inner() -> Iterator[FarEnd]:
    with running_far_end() as end:
        yield end


@pytest.mark.django_db
def test_nothing_comes_to_an_inner_server_even_if_the_row_says_so(inner: FarEnd) -> None:
    """Neither when it is added nor, where it slipped in, when it is sent."""
    anna = cast.member("Anna")
    target = NtfyTarget(url=f"{inner.url}/cards")
    with pytest.raises(MatchError, match="bad-channel-host"):
        add_channel(member=anna, target=target)
    public = NtfyTarget(url="https://ntfy.sh/cards")
    channel = add_channel(member=anna, target=public).channel
    Channel.objects.update(secret_target={"url": f"{inner.url}/cards", "token": ""})
    try_channel(channel)
    while tell_due():
        pass
    assert inner.got == []
    row = ChannelDelivery.objects.get()
    assert (row.status, row.note) == ("failed", posting.FORBIDDEN)


def test_a_host_of_the_operator_s_own_may_be_allowed_by_name_or_network(
    settings: Settings, inner: FarEnd
) -> None:
    request = OutgoingRequest(f"{inner.url}/cards", b"{}", {})
    for allowed, is_taken in (
        ([], False),
        (["10.0.0.0/8", "ntfy"], False),
        (["127.0.0.1"], True),
        (["127.0.0.0/8"], True),
    ):
        settings.OUTGOING_HOSTS = allowed
        assert send_request(request).is_taken is is_taken
    assert len(inner.got) == 2


@pytest.mark.parametrize(
    "url",
    [
        "https://user:word@example.com/hook",
        "https://example.com/ho ok",
        "https://example.com/hook#part",
        "https://exämple.com/hook",
        "https://example.com\\@127.0.0.1/",
        "https://example.com/\r\nHost: inner",
        "javascript:alert(1)",
        "https://" + "a" * 2000,
        "",
    ],
)
def test_addresses_that_could_be_read_in_two_ways_are_refused(url: str) -> None:
    with pytest.raises(BadTargetError):
        ProgramTarget.with_new_secret(url)


@pytest.mark.parametrize(
    "make",
    [
        lambda: DiscordTarget(url="https://example.com/api/webhooks/123456/" + "a" * 30),
        lambda: DiscordTarget(url="https://discord.com/api/users/@me"),
        lambda: DiscordTarget(url="https://discord.com.evil.example/api/webhooks/1/" + "a" * 30),
        lambda: TelegramTarget(token="../../getUpdates", chat="1"),
        lambda: TelegramTarget(token="123456:" + "a" * 35, chat="1&text=x"),
        lambda: MatrixTarget(homeserver="https://m.org/x?y", room="!a:b", token="t"),
        lambda: MatrixTarget(homeserver="https://m.org", room="!a/../b", token="t"),
        lambda: MatrixTarget(homeserver="https://m.org", room="!a:b", token="t\r\nX: y"),
        lambda: NtfyTarget(url="https://ntfy.sh/"),
        lambda: NtfyTarget(url="https://ntfy.sh/topic?x=y"),
        lambda: NtfyTarget(url="https://ntfy.sh/topic", token="a\nb"),
        lambda: PushTarget(endpoint="http://push.example/x", p256dh="A", auth="B"),
        lambda: PushTarget(endpoint="https://push.example/x", p256dh="A" * 86, auth="B" * 22),
        lambda: ProgramTarget(url="https://example.com/", secret="guessable"),
    ],
)
def test_what_is_no_place_of_its_kind_is_refused(make: object) -> None:
    assert callable(make)
    with pytest.raises(BadTargetError):
        make()


def test_no_secret_is_in_what_the_owner_or_the_log_is_shown() -> None:
    token = "s3cret-token-abcdef"
    shown = [
        NtfyTarget(url="https://ntfy.sh/s3cret-token-abcdef", token=token).shown,
        MatrixTarget(homeserver="https://m.org", room="!a:b", token=token).shown,
        TelegramTarget(token=f"123456:{token}{'a' * 20}", chat="1").shown,
        DiscordTarget(url=f"https://discord.com/api/webhooks/123456/{token}{'a' * 20}").shown,
        ProgramTarget.with_new_secret(f"https://example.com/hook?key={token}").shown,
    ]
    assert not [one for one in shown if token in one]
