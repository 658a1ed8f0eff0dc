"""`manage.py understand`: what it prints, and how it refuses."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.rules.playout import play_match
from games.rules.record import write_record
from games.rules.registry import bots_for, rules_for


def said(*arguments: str) -> list[str]:
    out = StringIO()
    call_command("understand", *arguments, stdout=out)
    return out.getvalue().splitlines()


@pytest.fixture
def record(tmp_path: Path) -> str:
    rules = rules_for("wizard")
    bots = [bots_for("wizard")["steady"]] * 4
    path = tmp_path / "match.jsonl"
    played = play_match(rules, bots, rules.options.from_mapping({}), "words")
    path.write_text(write_record(played) + "\n", encoding="utf-8")
    return str(path)


def test_it_prints_the_order_in_the_notation_and_in_words() -> None:
    heading, order, words = said("wild-cards", "--language", "it", "offro foresta 3")
    assert heading.startswith("seat 0, asked: bid, hand: F1 F3 ")
    assert order == "bid F3"
    assert words.startswith("(")


def test_it_prints_the_question_that_would_be_asked_back() -> None:
    _heading, question, first, second = said("wild-cards", "I bid a forest")
    assert question == "which of these?"
    assert (first[:2], second[:2]) == ("1.", "2.")
    assert {first[3:9], second[3:9]} == {"bid F1", "bid F3"}


def test_it_says_what_was_corrected() -> None:
    assert said("wild-cards", "bid foerst 3")[-1] == "“foerst” read as “forest”"


def test_it_refuses_with_what_would_work_and_an_exit_status() -> None:
    out = StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("understand", "wild-cards", "bid nothing at all", stdout=out)
    assert caught.value.returncode == 1
    assert "would work: bid F1" in out.getvalue()
    assert "not read: bid nothing all" in out.getvalue()


def test_a_file_of_lines_is_answered_line_by_line(tmp_path: Path) -> None:
    asked = [
        {"game": "wizard", "language": "nl", "text": "ik bied drie slagen", "extra": 1},
        {"game": "wild-cards", "language": "en", "text": "could you undo that please"},
        {"game": "wild-cards", "language": "en", "text": "#2", "choices": ["bid F1", "bid R"]},
        {"game": "cubirds", "language": "en", "text": "hello, nice weather here"},
        {"game": "chess", "text": "e4"},
    ]
    path = tmp_path / "lines.jsonl"
    path.write_text("\n".join(map(json.dumps, asked)) + "\nno JSON\n", encoding="utf-8")
    answers = [json.loads(line) for line in said("--lines", str(path))]
    assert answers[:3] == [{"order": "bid 3"}, {"command": "withdraw"}, {"order": "bid R"}]
    assert [list(answer) for answer in answers[3:]] == [["none"]] * 3


def test_a_position_may_be_taken_from_a_record(record: str) -> None:
    heading, order, *_ = said("wizard", "--record", record, "--at", "3", "nessuna presa")
    assert heading.startswith("seat 0, asked: bid")
    assert order == "bid 0"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("chess", "e4"), "There is no game 'chess'"),
        (("wizard", "two", "--record", "/nowhere/at/all"), "cannot be read"),
        (("wizard", "two", "--seat", "7"), "Seat 7 is not asked at this place; asked: 1."),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(arguments: tuple[str, ...], problem: str) -> None:
    with pytest.raises(CommandError, match=problem):
        said(*arguments)


def test_a_record_of_another_game_or_at_its_end_is_refused(record: str) -> None:
    with pytest.raises(CommandError, match="is a record of wizard, not of cubirds"):
        said("cubirds", "done", "--record", record)
    with pytest.raises(CommandError, match="The match is over"):
        said("wizard", "two", "--record", record, "--at", "100000")
