"""Another reader comes to the same outcome from a record's shuffles and orders."""

from __future__ import annotations

import json

import pytest

from games.catalogue.cubirds.rules import BOTS
from games.catalogue.cubirds.rules.orders import CuBirdsOrder
from games.catalogue.cubirds.rules.state import CuBirdsState
from games.rules.configurations import Configuration, configurations
from games.rules.playout import match_seed, play_match
from games.rules.protocol import Rules
from games.rules.record import write_record
from tests.rules.cubirds.positions import RULES
from tests.rules.cubirds.stranger import Stranger

CUBIRDS: Rules[CuBirdsState, CuBirdsOrder] = RULES


@pytest.mark.parametrize("configuration", list(configurations(CUBIRDS)), ids=lambda one: one.name)
@pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS)
def test_a_stranger_reads_the_same_outcome(configuration: Configuration, bot: object) -> None:
    for number in range(3):
        bots = [bot] * configuration.seats
        record = play_match(
            CUBIRDS,
            bots,  # type: ignore[arg-type]
            configuration.options,
            match_seed("stranger", number),
            silence=20 * number,
        )
        written = json.loads(write_record(record))
        assert Stranger(written).play() == written["outcome"]
