"""The virtual players: what they see, how they choose, how well they play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from games.catalogue.cubirds.rules import BOTS
from games.catalogue.cubirds.rules.options import CuBirdsOptions
from games.catalogue.cubirds.rules.orders import CuBirdsOrder
from games.catalogue.cubirds.rules.state import CuBirdsState
from games.rules.playout import Dice, match_seed, play_match
from games.rules.protocol import Bot, Rules
from tests.rules.cubirds.positions import RULES, Play, position

TABLES = ((2, 0), (3, 0), (4, 0), (5, 0), (1, 1))


def places(bots: Sequence[Bot], robin_birds: int, number: int) -> tuple[int, ...]:
    options = CuBirdsOptions(robin_birds)
    rules: Rules[CuBirdsState, CuBirdsOrder] = RULES
    return play_match(rules, bots, options, match_seed("bots", number)).outcome.places


def test_there_are_two_the_stronger_one_last() -> None:
    assert list(BOTS) == ["random", "steady"]


@pytest.mark.parametrize("key", ["random", "steady"])
@pytest.mark.parametrize(("seats", "robin_birds"), TABLES)
def test_a_bot_gives_only_legal_orders(key: str, seats: int, robin_birds: int) -> None:
    for number in range(3):
        assert places([BOTS[key]] * seats, robin_birds, number)


@pytest.mark.parametrize(("seats", "robin_birds"), TABLES[:-1])
def test_one_steady_wins_nearly_every_match_against_random_players(
    seats: int, robin_birds: int
) -> None:
    matches, won = 20, 0
    for number in range(matches):
        hero = number % seats
        bots = [BOTS["random"]] * seats
        bots[hero] = BOTS["steady"]
        won += places(bots, robin_birds, number)[hero] == 1
    assert won / matches >= 0.9


def test_alone_steady_beats_robinbird_where_random_never_does() -> None:
    won = {
        key: sum(places([bot], 1, number) == (1,) for number in range(40))
        for key, bot in BOTS.items()
    }
    assert won["steady"] >= 8
    assert won["random"] <= 2


@pytest.mark.parametrize(
    "play",
    [
        position("owl duck", "robin"),
        position("duck owl", "robin").give("lay duck 1 left"),
        position("duck owl owl owl flamingo flamingo", "robin").give("lay duck 1 left", "stay"),
    ],
)
def test_random_gives_every_legal_order_a_chance(play: Play) -> None:
    decision = RULES.decision(play.state, 0)
    dice = Dice("bots", "random")
    given = Counter(BOTS["random"].order({}, decision, (), dice) for _ in range(3000))
    assert set(given) == set(RULES.legal_orders(play.state, 0))
    assert max(given.values()) < 2 * min(given.values())


def steady_order(play: Play) -> str:
    """What a steady player in seat 0 does."""
    view, decision = RULES.view(play.state, 0), RULES.decision(play.state, 0)
    return RULES.format_order(BOTS["steady"].order(view, decision, (), Dice("bots", "steady")))


def test_steady_takes_the_bird_that_completes_a_family() -> None:
    rows = ("toucan duck robin", "magpie flamingo robin", "duck warbler", "warbler magpie")
    assert steady_order(position("flamingo robin", "duck", rows=rows)) == "lay robin 2 left"


def test_steady_forms_the_family_that_wins() -> None:
    collections = [{"toucan": 3, "flamingo": 2, "duck": 1}]
    play = position("robin duck duck duck duck flamingo flamingo", "owl", collections=collections)
    assert steady_order(play.give("lay robin 1 left", "stay")) == "family flamingo"
