"""Records are enough for anybody: a reader that shares nothing with the project agrees with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.catalogue.wild_cards.rules import WildCards
from games.rules.playout import match_seed, play_match
from games.rules.record import write_record
from games.rules.registry import bots_for
from tests.rules.cases import MATCHES, case_name, cases
from tests.rules.conformance import Case
from tests.rules.stranger import Stranger

WILD_CARDS = WildCards()
SERIES = 6 * MATCHES


@pytest.mark.parametrize(
    "case", [case for case in cases(WILD_CARDS) if case.seed.endswith("-0")], ids=case_name
)
def test_a_strangers_reader_comes_to_the_same_outcome(case: Case) -> None:
    bots = list(bots_for(WILD_CARDS.key).values())
    options = case.configuration.options
    for number in range(SERIES):
        seated = [bots[(seat + number) % len(bots)] for seat in range(case.configuration.seats)]
        seed = match_seed("stranger", number)
        record = json.loads(
            write_record(play_match(WILD_CARDS, seated, options, seed, silence=case.silence))
        )
        assert Stranger(record).play() == record["outcome"], f"{case_name(case)}, match {number}"


def test_a_strangers_reader_accepts_every_recorded_match() -> None:
    for path in (Path(__file__).parent / "records" / WILD_CARDS.key).glob("*.jsonl"):
        for line in path.read_text().splitlines():
            record = json.loads(line)
            assert Stranger(record).play() == record["outcome"]
