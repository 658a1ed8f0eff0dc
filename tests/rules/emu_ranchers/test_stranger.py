"""Records are enough for anybody: a reader that shares nothing with the project agrees with it."""

import json
from pathlib import Path

import pytest

from games.catalogue.emu_ranchers.rules import BOTS
from games.catalogue.emu_ranchers.rules.options import EmuRanchersOptions
from games.rules.configurations import configurations
from games.rules.playout import play_match
from games.rules.record import write_record
from tests.rules.emu_ranchers.positions import RULES
from tests.rules.emu_ranchers.stranger import Stranger
from tests.sizes import sized

TABLES = [one.options for one in configurations(RULES)]
RECORDS = Path(__file__).parent.parent / "records" / RULES.key


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_a_strangers_reader_comes_to_the_same_outcome(options: EmuRanchersOptions) -> None:
    bots = list(BOTS.values())
    for number in range(sized(1, 0), sized(3, 4)):
        seated = [bots[number // 2], bots[number % 2]]
        played = play_match(RULES, seated, options, f"stranger-{number}", silence=20 * number)
        record = json.loads(write_record(played))
        assert Stranger(record).play() == record["outcome"], number


def test_a_strangers_reader_accepts_every_recorded_match() -> None:
    for path in RECORDS.glob("*.jsonl"):
        for line in path.read_text().splitlines():
            record = json.loads(line)
            assert Stranger(record).play() == record["outcome"]
