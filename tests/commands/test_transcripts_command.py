from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from games.rules.registry import GAMES
from tests.rules import transcripts_command as command


@pytest.fixture(autouse=True)
def one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command writes those of every game; here one shows what it does."""
    monkeypatch.setattr(command, "GAMES", {"wild-cards": GAMES["wild-cards"]})


def transcripts(*arguments: str | Path) -> str:
    out = StringIO()
    call_command("transcripts", *map(str, arguments), stdout=out)
    return out.getvalue()


def check(directory: Path) -> tuple[int, str]:
    out = StringIO()
    with pytest.raises(SystemExit) as stop:
        call_command("transcripts", "--check", "--directory", str(directory), stdout=out)
    return int(stop.value.code or 0), out.getvalue()


def test_what_is_written_holds_and_a_change_is_told_by_its_line(tmp_path: Path) -> None:
    transcripts("--directory", tmp_path)
    assert "transcripts hold" in transcripts("--check", "--directory", tmp_path)
    path = next(tmp_path.glob("wild-cards/*.txt"))
    text = path.read_text("utf-8")
    path.write_text(text.replace("bid", "bet", 1), "utf-8")
    status, said = check(tmp_path)
    assert status == 1
    assert f"{path.relative_to(tmp_path)}: line " in said
    assert path.read_text("utf-8") != text, "a check writes nothing"
    transcripts("--directory", tmp_path)
    assert path.read_text("utf-8") == text


def test_a_missing_and_a_left_over_transcript_are_told_and_put_right(tmp_path: Path) -> None:
    transcripts("--directory", tmp_path)
    path = next(tmp_path.glob("wild-cards/*.txt"))
    path.unlink()
    stale = path.with_name("9p.txt")
    stale.touch()
    status, said = check(tmp_path)
    assert status == 1
    assert "9p.txt: belongs to no game" in said
    assert f"{path.name}: is new" in said
    transcripts("--directory", tmp_path)
    assert path.exists()
    assert not stale.exists()
