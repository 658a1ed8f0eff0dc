"""The golden transcripts and the recorded endings: fixed matches that must go on as they went."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.rules.configurations import Configuration, configurations, covering
from games.rules.playout import AnyLegalBot, match_seed, play_match
from games.rules.protocol import Rules
from games.rules.record import check_seed, read_record, verify
from games.rules.record_form import RecordError
from games.rules.registry import GAMES, rules_for
from tests.rules.golden import difference, golden
from tests.rules.toy_game import HighCard, ToyOptions
from tests.rules.transcript import transcript
from tests.sizes import few

HERE = Path(__file__).parent
# What a game has none of, `tests/test_adding_a_game.py` names.
KEPT = [game.rules for key, game in GAMES.items() if (HERE / "transcripts" / key).is_dir()]
GOLDEN = [(rules, one) for rules in KEPT for one in covering(rules)]
REASONS = [(rules, reason) for rules in KEPT for reason in rules.reasons]
MEANT = (
    "If the rules changed on purpose, raise their version and keep those before among the "
    "declaration's `earlier`; once no match runs under them, record these endings anew."
)
RECORDS = sorted((HERE / "records").glob("*/*.jsonl"))


def toy_transcript() -> str:
    record = play_match(HighCard(), [AnyLegalBot()] * 3, ToyOptions(), match_seed("transcript"))
    return transcript(HighCard(), record, "high-card")


@pytest.mark.parametrize(
    ("rules", "configuration"),
    few(GOLDEN, 10),
    ids=[f"{rules.key}-{one.name}" for rules, one in GOLDEN],
)
def test_a_golden_match_goes_on_as_it_went(
    rules: Rules[Any, Any], configuration: Configuration
) -> None:
    path = HERE / "transcripts" / rules.key / f"{configuration.name}.txt"
    assert path.exists(), "no golden transcript: manage.py transcripts writes it"
    old, new = path.read_text("utf-8"), golden(rules, configuration)
    assert old == new, difference(old, new) + "; manage.py transcripts rewrites it"


def test_no_golden_transcript_is_left_over() -> None:
    there = {path.relative_to(HERE / "transcripts") for path in HERE.glob("transcripts/*/*")}
    assert there == {Path(rules.key, f"{one.name}.txt") for rules, one in GOLDEN}


@pytest.mark.parametrize(
    ("rules", "reason"), REASONS, ids=[f"{rules.key}-{reason}" for rules, reason in REASONS]
)
def test_every_reason_of_an_ending_has_a_recorded_match(
    rules: Rules[Any, Any], reason: str
) -> None:
    path = HERE / "records" / rules.key / f"{reason}.jsonl"
    lines = path.read_bytes().splitlines()
    assert lines
    assert {read_record(line).outcome.reason for line in lines} == {reason}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_recorded_matches_still_replay(path: Path) -> None:
    played = set()
    for line in path.read_bytes().splitlines():
        record = read_record(line)
        rules = rules_for(path.parent.name, record.rules_version)
        try:
            verify(rules, record)
        except RecordError as error:
            pytest.fail(f"{error}. {MEANT}")
        check_seed(rules, record)
        played.add((record.seats, record.edition, json.dumps(dict(record.options))))
    if len(rules.reasons) == 1:
        assert len(played) == len(list(configurations(rules))), "a configuration has no record"


def test_a_transcript_says_what_each_seat_knows_orders_and_is_told() -> None:
    text = toy_transcript()
    assert text.startswith("# high-card\n# seed ")
    assert "\n  shuffle cards: " in text
    assert "\n  * dealt (only 1): seat 1, cards " in text
    assert "\nphase 1: lay, round 1, awaits 0 1 2\n" in text
    assert "\n    2 ? lay card(1 of " in text
    assert "\n    2 > lay " in text
    assert "\n  * laid: cards " in text
    assert "\n  all round 2; " in text
    assert "\noutcome rounds-complete\n  scores " in text
    assert text == toy_transcript()


def test_a_transcript_gives_a_hand_to_its_own_seat_only() -> None:
    shown = [line.split() for line in toy_transcript().splitlines() if " hands: " in line]
    assert {(words[0], words[2]) for words in shown} == {("0", "0"), ("1", "1"), ("2", "2")}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (None, "a\n", "is new"),
        ("a\nb\n", "a\nc\n", "line 2 was 'b' and is 'c'"),
        ("a\n", "a\nb\n", "had 1 lines and has 2"),
    ],
)
def test_a_difference_is_told_by_its_first_line(old: str | None, new: str, words: str) -> None:
    assert difference(old, new) == words


def test_few_configurations_cover_every_table_size_and_option_value() -> None:
    rules = HighCard()
    chosen = covering(rules)
    assert {one.seats for one in chosen} == {2, 3}
    assert {one.options.rounds for one in chosen} == {5, 9}
    assert {one.options.open_hands for one in chosen} == {False, True}
    assert len(chosen) < len(list(configurations(rules))) == 6
    assert chosen[0].name == "2p-rounds-5-open-hands-false"
