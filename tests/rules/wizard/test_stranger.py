"""Records are enough for anybody: a reader that shares nothing with the project agrees with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.catalogue.wizard.rules import BOTS
from games.rules.configurations import Configuration, configurations
from games.rules.playout import match_seed, play_match
from games.rules.record import write_record
from tests.rules.cases import MATCHES
from tests.rules.wizard.positions import RULES
from tests.rules.wizard.stranger import Stranger
from tests.sizes import few, sized

RECORDS = Path(__file__).parent.parent / "records" / "wizard" / "rounds-complete.jsonl"


@pytest.mark.parametrize("made", few(configurations(RULES), 40), ids=lambda made: made.name)
def test_a_strangers_reader_comes_to_the_same_outcome(made: Configuration) -> None:
    bots = list(BOTS.values())
    for number in range(sized(1, 2 * MATCHES)):
        seated = [bots[(seat + number) % 2] for seat in range(made.seats)]
        seed = match_seed("stranger", number)
        record = json.loads(
            write_record(play_match(RULES, seated, made.options, seed, silence=30 * number))
        )
        assert Stranger(record).play() == record["outcome"], f"{made.name}, match {number}"


def test_a_strangers_reader_accepts_every_recorded_match() -> None:
    for line in RECORDS.read_text().splitlines():
        record = json.loads(line)
        assert Stranger(record).play() == record["outcome"]


def test_a_strangers_reader_refuses_a_card_that_is_not_held() -> None:
    record = json.loads(RECORDS.read_text().splitlines()[40])
    plays = [place for place, (_, text) in enumerate(record["orders"]) if text.startswith("play")]
    for place in plays[-40:]:
        seat, _text = record["orders"][place]
        changed = [*record["orders"]]
        changed[place] = [seat, "play R14"]
        with pytest.raises((AssertionError, ValueError)):
            Stranger({**record, "orders": changed}).play()
