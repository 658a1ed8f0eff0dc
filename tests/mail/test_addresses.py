"""Signed reply addresses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from games.replies.reply_addresses import parse_reply_address, reply_address, reply_token

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
