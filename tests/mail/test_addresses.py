"""Signed reply addresses."""

from __future__ import annotations

import pytest
from django.test import override_settings
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from games.checks import mailbox_settings_can_be_read
from games.common.mailbox_account import MOST_USER_CHARACTERS
from games.replies.reply_addresses import (
    digest_address,
    parse_reply_address,
    reply_address,
    reply_token,
)

players = st.integers(min_value=1, max_value=2**63 - 1)
phases = st.integers(min_value=0, max_value=2**31 - 1)


@given(player=players, phase=phases)
def test_an_address_is_read_back_whatever_case_a_server_made_of_it(player: int, phase: int) -> None:
    address = reply_address(player, phase)

    assert address == address.lower()
    assert len(address.partition("@")[0]) <= 64
    for written in (address, address.upper(), f" <{address.title()}> "):
        assert parse_reply_address(written) == (player, phase)


@given(player=players, phase=phases, position=st.integers(0, 200), letter=st.sampled_from("a2z7.-"))
def test_a_mangled_address_stands_for_nobody(
    player: int, phase: int, position: int, letter: str
) -> None:
    address = reply_address(player, phase)
    position %= len(address)
    mangled = address[:position] + letter + address[position + 1 :]

    assert (parse_reply_address(mangled) is None) == (mangled != address)


@given(st.text(max_size=100))
def test_any_other_text_stands_for_nobody(text: str) -> None:
    assert parse_reply_address(text) is None
    assert parse_reply_address(f"{text}@reply.wildcards.localhost") is None


@pytest.mark.parametrize(("player", "phase"), [(2, 1), (1, 2)])
def test_the_tag_of_one_seat_or_phase_does_not_open_another(player: int, phase: int) -> None:
    tag = reply_token(1, 1).rpartition(".")[2]
    mine = reply_token(player, phase).rpartition(".")[0]

    assert parse_reply_address(f"{mine}.{tag}@reply.wildcards.localhost") is None


def test_addresses_of_an_older_key_still_count_until_the_key_is_taken_away(
    settings: Settings,
) -> None:
    settings.MAIL_TOKEN_KEYS = ["old"]
    address = reply_address(7, 3)
    settings.MAIL_TOKEN_KEYS = ["new", "old"]
    assert parse_reply_address(address) == (7, 3)
    assert reply_address(7, 3) != address

    settings.MAIL_TOKEN_KEYS = ["new"]
    assert parse_reply_address(address) is None


def test_another_domain_is_not_ours() -> None:
    assert parse_reply_address(f"{reply_token(7, 3)}@example.org") is None


@given(player=players, phase=phases)
def test_at_a_mailbox_an_address_stands_behind_its_plus_and_fits(player: int, phase: int) -> None:
    with override_settings(REPLY_ADDRESS="our.cards@gmail.example", REPLY_DOMAIN="gmail.example"):
        address = reply_address(player, phase)
        local_part = address.partition("@")[0]
        assert local_part == f"our.cards+{reply_token(player, phase)}"
        assert len(local_part) <= 64
        for written in (address, address.upper(), f" <{address.title()}> "):
            assert parse_reply_address(written) == (player, phase)
        for other in ("our.card@", "our.cards@", "our.cards.x@", "xour.cards@"):
            assert parse_reply_address(address.replace("our.cards+", f"{other[:-1]}-")) is None
        assert parse_reply_address(address.replace("gmail", "mail")) is None


def test_the_longest_mailbox_has_room_for_the_addresses_of_millions(settings: Settings) -> None:
    settings.REPLY_ADDRESS = f"{'c' * MOST_USER_CHARACTERS}@example.org"
    assert mailbox_settings_can_be_read() == []
    for address in (reply_address(60_000_000, 40_000), digest_address(60_000_000, 10**10)):
        assert "+" in address
        assert len(address.partition("@")[0]) <= 64
    # Beyond that the mail that is answered tells.
    assert reply_address(2**62, 2**30) == settings.REPLY_ADDRESS


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("REPLY_ADDRESS", f"{'c' * (MOST_USER_CHARACTERS + 1)}@example.org", "too long"),
        ("REPLY_ADDRESS", "cards+x@example.org", "without a plus"),
        ("REPLY_ADDRESS", "example.org", "looks like cards@example.org"),
        ("IMAP_URL", "imap.example.org", "imaps://user:password@"),
        ("IMAP_URL", "imap://cards:hush@imap.example.org", "in the clear"),
        ("IMAP_URL", "imaps://cards:hush@imap.example.org:port", "looks like"),
    ],
)
def test_settings_of_a_mailbox_that_will_not_do_are_refused_without_the_password(
    settings: Settings, name: str, value: str, said: str
) -> None:
    setattr(settings, name, value)
    (fault,) = mailbox_settings_can_be_read()
    assert (fault.id, said in fault.msg, "hush" in fault.msg) == ("games.E003", True, False)
