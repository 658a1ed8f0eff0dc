"""Years beyond those that tests walk through: on the command line, in records and in replays."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.rules.configurations import configurations
from games.rules.record import read_record, verify
from tests.rules.emu_ranchers.positions import RULES


def test_e24_a_number_that_is_not_listed_makes_configurations_as_good_as_the_others() -> None:
    fixed = list(configurations(RULES, {"years": 7}))
    assert len(fixed) == 6
    assert {one.options.years for one in fixed} == {7}
    assert fixed[0].name == "2p-years-7-deck-basic-excuse-false"
    assert not list(configurations(RULES, {"years": 25}))


def test_e24_bots_play_as_many_years_as_the_command_line_says(tmp_path: Path) -> None:
    path = tmp_path / "seven.jsonl"
    call_command(
        "playout", "emu-ranchers", "--games", "2", "--option", "years=7",
        "--option", "deck=courts", "--out", str(path), stdout=StringIO(),
    )  # fmt: skip
    for line in path.read_bytes().splitlines():
        record = read_record(line)
        verify(RULES, record)
        assert record.options == {"years": 7, "deck": "courts", "excuse": False}
        assert len(record.shuffles) == 7


def test_e24_a_number_of_years_that_cannot_be_played_is_refused_with_those_that_can() -> None:
    with pytest.raises(CommandError, match=r"It takes years=4, 1, 2, 3, .* 23 or 24"):
        call_command("playout", "emu-ranchers", "--option", "years=25", stdout=StringIO())
