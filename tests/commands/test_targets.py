"""`manage.py tournament targets`: what was wanted, and what came out."""

import pytest
from django.core.management import CommandError, call_command

from tests.research.targets import Target


def test_the_command_shows_what_was_wanted_and_what_came_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("tournament", "targets", "--only", "eliminations", "--largest", "9")
    said = capsys.readouterr().out
    assert "elimination of every size ends, all placed" in said
    assert "│ 0 broken │" in said


def test_the_command_fails_where_a_target_is_missed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tests.research import command

    missed = {"days": lambda _amounts, _say: iter([Target("days", "≤ 1", "2", is_met=False)])}
    monkeypatch.setattr(command, "MEASURES", missed)
    with pytest.raises(CommandError, match="1 of the targets"):
        call_command("tournament", "targets")
    assert "│ no " in capsys.readouterr().out
    with pytest.raises(CommandError, match="--seeds must be at least 1"):
        call_command("tournament", "targets", "--seeds", "0")
