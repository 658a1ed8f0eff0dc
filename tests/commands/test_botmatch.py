from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.management.commands.botmatch import Tally, interval
from games.rules.protocol import Outcome


def botmatch(*arguments: str) -> str:
    out = StringIO()
    call_command("botmatch", "wild-cards", *arguments, stdout=out)
    return out.getvalue()


def test_wins_of_all_bots_add_up_to_the_matches_and_seats_are_balanced() -> None:
    said = botmatch("--bots", "random,random,random", "--games", "7", "--seed", "5")
    assert "9 matches" in said, "rounded up so that each bot has each seat equally often"
    rows = [line.replace("│", " ").split() for line in said.splitlines() if "random" in line]
    assert [row[:2] for row in rows] == [[str(number), "random"] for number in (1, 2, 3)]
    assert sum(float(row[2]) for row in rows) == pytest.approx(9, abs=0.2)
    assert said == botmatch("--bots", "random,random,random", "--games", "7", "--seed", "5")


def test_a_shared_win_counts_in_parts() -> None:
    outcome = Outcome("animals-exhausted", (20, 25, 25, 3), (3, 1, 1, 4))
    tallies = [Tally("random") for _ in range(4)]
    for seat, tally in enumerate(tallies):
        tally.add(outcome, seat)
    assert [tally.wins for tally in tallies] == [0, 0.5, 0.5, 0]
    assert [tally.score for tally in tallies] == [20, 25, 25, 3]


@pytest.mark.parametrize(
    ("wins", "matches", "low", "high"),
    [
        (0, 10, 0, 0.2775),
        (10, 10, 0.7225, 1),
        (50, 100, 0.4038, 0.5962),
        (340, 400, 0.8117, 0.8816),
    ],
)
def test_the_interval_is_wilsons(wins: float, matches: int, low: float, high: float) -> None:
    assert interval(wins, matches) == pytest.approx((low, high), abs=0.0002)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--bots", "random,genius"], "no bot 'genius'"),
        (["--bots", "random"], "cannot be played with 1 seats"),
        (["--bots", ""], "no bot ''"),
        (["--bots", "random,random", "--games", "0"], "at least 1"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: list[str], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        botmatch(*arguments)
