"""Which match a sentence asks for: how many play, and how many of them are bots."""

from __future__ import annotations

import pytest

from games.mail.member_commands.new_match import match_wanted


@pytest.mark.parametrize(
    ("argument", "seats", "bots"),
    [
        ("CuBirds against a bot, 3 days a turn", 2, 1),
        ("una partita di CuBirds contro un bot", 2, 1),
        ("Wizard tegen 3 bots", 4, 3),
        ("una de Wizard contra bots", 3, 2),
        ("Wizard for 4 with 2 bots", 4, 2),
        ("Wizard for 4", 4, 0),
        ("CuBirds with robots like Bea, for 3", 3, 0),
    ],
)
def test_against_bots_is_a_table_of_them_and_the_writer(
    argument: str, seats: int, bots: int
) -> None:
    wanted = match_wanted(argument)
    assert (wanted.seats, wanted.bots) == (seats, bots)
