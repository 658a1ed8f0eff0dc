"""The games under test and the matches to play of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from games.rules.configurations import configurations, covering
from games.rules.playout import AnyLegalBot
from games.rules.protocol import Rules
from games.rules.registry import GAMES, bots_for
from tests.rules.conformance import Case
from tests.rules.toy_game import HighCard
from tests.sizes import IS_LONG

MATCHES = int(os.environ.get("CONFORMANCE_MATCHES", "1"))
"""Matches for each configuration and silence: more than one for a long night."""

SILENCES = (0, 50, 100)

ALL_GAMES: tuple[Rules[Any, Any], ...] = (HighCard(), *(game.rules for game in GAMES.values()))


def random_bot(rules: Rules[Any, Any]) -> Any:
    return bots_for(rules.key)["random"] if rules.key in GAMES else AnyLegalBot()


def cases(rules: Rules[Any, Any]) -> Iterator[Case]:
    """Configurations in which any two values meet, with one silence in turn.

    A long run takes every configuration with every silence.
    """
    bot = random_bot(rules)
    played = configurations(rules) if IS_LONG else covering(rules, together=2)
    for place, configuration in enumerate(played):
        for silence in SILENCES if IS_LONG else SILENCES[place % 3 : place % 3 + 1]:
            for number in range(MATCHES):
                yield Case(rules, bot, configuration, f"conformance-{number}", silence)


def case_name(case: Case) -> str:
    return f"{case.rules.key}-{case.configuration.name}-silence-{case.silence}-{case.seed}"
