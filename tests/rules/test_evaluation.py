"""What orders were worth: reckoned from what the seat could know, the same each time, bounded."""

from __future__ import annotations

import pytest

from games.rules.chance import Chance
from games.rules.evaluation import Evaluator
from games.rules.playout import match_seed
from games.rules.protocol import Rules, Setup
from games.rules.registry import GAMES, bots_for, rules_for


def opening(game: str) -> tuple[Rules, object, int, list[str]]:  # type: ignore[type-arg]
    rules = rules_for(game)
    seats = min(3, rules.table_sizes[-1])
    chance = Chance(match_seed("evaluation"))
    state = rules.start(Setup(seats, rules.options.from_mapping({}), chance)).state
    phase = rules.phase(state)
    assert phase is not None
    seat = phase.awaited[0]
    legal = [rules.format_order(order) for order in rules.legal_orders(state, seat)]
    return rules, state, seat, legal


def evaluator(game: str, seat: int, *, has_time: bool = True) -> Evaluator:
    return Evaluator(rules_for(game), seat, list(bots_for(game).values())[-1], lambda: has_time)


@pytest.mark.parametrize("game", GAMES)
def test_each_order_has_a_worth_and_it_is_the_same_in_worlds_that_look_alike(game: str) -> None:
    rules, state, seat, legal = opening(game)
    texts = [legal[0], legal[-1]]
    worth = evaluator(game, seat).worth(state, texts, "one")
    assert worth is not None
    assert len(worth) == 2
    other = rules.resample(state, seat, Chance("another deal"))
    assert evaluator(game, seat).worth(other, texts, "one") == worth


def test_two_times_the_same_order_are_worth_the_same() -> None:
    _rules, state, seat, legal = opening("wizard")
    worth = evaluator("wizard", seat).worth(state, [legal[0], legal[0]], "one")
    assert worth is not None
    assert worth[0] == worth[1]


def test_different_bids_are_told_apart() -> None:
    _rules, state, seat, legal = opening("wizard")
    assert legal[:2] == ["bid 0", "bid 1"]
    worth = evaluator("wizard", seat).worth(state, legal[:2], "one")
    assert worth is not None
    assert worth[0] != worth[1]


def test_without_time_nothing_is_reckoned() -> None:
    _rules, state, seat, legal = opening("cubirds")
    assert evaluator("cubirds", seat, has_time=False).worth(state, legal[:2], "one") is None
