"""`manage.py tournament targets`: what was wanted, and what came out."""

from collections.abc import Iterator

import pytest
from django.core.management import CommandError, call_command

from tests.research import command
from tests.research.targets import Amounts, Say, Target


def test_the_command_shows_what_was_wanted_and_what_came_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("tournament", "targets", "--only", "eliminations", "--largest", "9")
    said = capsys.readouterr().out
    assert "elimination of every size ends, all placed   yes  0 broken  " in said


def test_each_target_is_told_as_soon_as_it_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measured(_amounts: Amounts, _say: Say) -> Iterator[Target]:
        yield Target("quick", "0", "0", is_met=True)
        assert "  quick " in capsys.readouterr().out
        yield Target("slow", "0", "0", is_met=True)

    monkeypatch.setattr(command, "MEASURES", {"pods": measured})
    call_command("tournament", "targets")
    assert "  slow " in capsys.readouterr().out


def test_the_command_fails_where_a_target_is_missed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    missed = {"days": lambda _amounts, _say: iter([Target("days", "≤ 1", "2", is_met=False)])}
    monkeypatch.setattr(command, "MEASURES", missed)
    with pytest.raises(CommandError, match="1 of the targets"):
        call_command("tournament", "targets")
    assert " no   ≤ 1 " in capsys.readouterr().out
    with pytest.raises(CommandError, match="--seeds must be at least 1"):
        call_command("tournament", "targets", "--seeds", "0")
