"""`manage.py pace`, and years that no list of configurations has."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.rules.record import read_record, verify
from games.rules.registry import GAMES


def test_the_command_prints_both_ways_of_playing() -> None:
    out = StringIO()
    call_command("pace", "wild-cards", "--games", "2", "--seats", "3", stdout=out)
    assert "each decision asked" in out.getvalue()
    assert "with standing orders" in out.getvalue()
    with pytest.raises(CommandError):
        call_command("pace", "wild-cards", "--games", "1")


def test_e24_bots_play_as_many_years_as_the_command_line_says(tmp_path: Path) -> None:
    path = tmp_path / "seven.jsonl"
    call_command(
        "playout", "emu-ranchers", "--games", "2", "--option", "years=7",
        "--option", "deck=courts", "--out", str(path), stdout=StringIO(),
    )  # fmt: skip
    for line in path.read_bytes().splitlines():
        record = read_record(line)
        verify(GAMES["emu-ranchers"].rules, record)
        assert record.options == {"years": 7, "deck": "courts", "excuse": False}
        assert len(record.shuffles) == 7


def test_e24_a_number_of_years_that_cannot_be_played_is_refused_with_those_that_can() -> None:
    with pytest.raises(CommandError, match=r"It takes years=4, 1, 2, 3, .* 23 or 24"):
        call_command("playout", "emu-ranchers", "--option", "years=25", stdout=StringIO())
