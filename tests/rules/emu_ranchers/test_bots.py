"""The virtual players: how they choose and how well they play."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import ClassVar

import pytest

from games.catalogue.emu_ranchers.rules import BOTS
from games.catalogue.emu_ranchers.rules.options import EmuRanchersOptions
from games.catalogue.emu_ranchers.rules.orders import EmuOrder
from games.catalogue.emu_ranchers.rules.steady_bot import EmuSteadyBot, planned_turn
from games.catalogue.emu_ranchers.rules.view import EmuRanchersView
from games.rules.playout import play_match
from games.rules.protocol import Decision, RandomSource
from tests.rules.emu_ranchers.positions import RULES, Play, position
from tests.sizes import sized

TABLES = (
    EmuRanchersOptions(2),
    EmuRanchersOptions(2, "pawns", excuse=True),
    EmuRanchersOptions(2, "courts"),
)


@pytest.mark.parametrize("key", ["random", "steady"])
@pytest.mark.parametrize("options", TABLES)
def test_a_bot_gives_only_legal_orders(key: str, options: EmuRanchersOptions) -> None:
    for number in range(sized(1, 3)):
        record = play_match(RULES, [BOTS[key]] * 2, options, f"bots-{number}")
        assert record.outcome.reason == "years-complete"


@pytest.mark.parametrize("options", TABLES)
def test_steady_wins_nearly_every_match_against_random(options: EmuRanchersOptions) -> None:
    won, matches = 0, sized(6, 10)
    for number in range(matches):
        seat = number % 2
        bots = [BOTS["random"], BOTS["random"]]
        bots[seat] = BOTS["steady"]
        won += play_match(RULES, bots, options, f"skill-{number}").outcome.places[seat] == 1
    assert won >= matches - 1


def test_steady_makes_a_profit_over_the_years() -> None:
    totals = [
        sum(
            play_match(
                RULES, [BOTS["steady"]] * 2, EmuRanchersOptions(4), f"self-{n}"
            ).outcome.scores
        )
        for n in range(sized(2, 4))
    ]
    assert sum(totals) > 0


def test_random_gives_every_legal_order_of_a_turn_the_same_chance() -> None:
    table = position("2MK 5ML X", birds="3MV / 6LK", excuse=True)
    dice = Random(1)
    decision = RULES.decision(table.state, 0)
    given = Counter(BOTS["random"].order({}, decision, (), dice) for _ in range(3000))
    assert set(given) == set(RULES.legal_orders(table.state, 0))
    assert max(given.values()) < 2 * min(given.values())


def test_random_may_place_several_cards_at_the_end_of_a_year() -> None:
    table = position("7ML 9LK 9MS", birds="6MV / 3SK", deck="", phase="growth")
    dice = Random(1)
    decision = RULES.decision(table.state, 0)
    given = {BOTS["random"].order({}, decision, (), dice) for _ in range(500)}
    assert given == set(RULES.legal_orders(table.state, 0))


def steady_order(table: Play) -> str:
    """What a steady player in seat 0 does."""
    decision = RULES.decision(table.state, 0)
    order = BOTS["steady"].order(RULES.view(table.state, 0), decision, (), Random(1))
    return RULES.format_order(order)


def test_steady_takes_the_open_card_that_its_bird_needs() -> None:
    assert steady_order(position("AS", birds="2MK 7ML", discard="9MS", phase="draw")) == (
        "draw discard"
    )
    assert steady_order(position("AS", birds="2MK 7ML", discard="3SK", phase="draw")) == "draw deck"


def test_steady_grows_from_low_to_high() -> None:
    table = position("4MS 9MS 5YK", birds="2MK", deck="AM AS")
    assert steady_order(table) in ("grow 4MS 1", "discard 5YK")


def test_steady_places_what_scores_most_at_the_end() -> None:
    table = position("7ML 9LK 9MS 2SY", birds="6MV / 3SK", deck="", phase="growth")
    assert steady_order(table) == "grow 7ML 1 9MS 1 9LK 2"


class Planning(EmuSteadyBot):
    """The steady bot, which remembers what its last plan would leave for the drawing."""

    key: ClassVar[str] = "steady"

    def __init__(self) -> None:
        self.is_drawing_planned = False
        self.plans = self.draws = 0

    def order(
        self,
        view: EmuRanchersView,
        decision: Decision,
        legal: Sequence[EmuOrder],
        chance: RandomSource,
    ) -> EmuOrder:
        assert self.is_drawing_planned == (decision.kind == "draw")
        plan = planned_turn(view, decision)
        chosen = super().order(view, decision, legal, chance)
        self.plans += bool(plan)
        self.is_drawing_planned = "draw deck" in plan
        self.draws += self.is_drawing_planned
        return chosen


def test_a_plan_leaves_a_drawing_just_where_there_is_one_to_choose() -> None:
    bots = [Planning(), Planning()]
    play_match(RULES, bots, EmuRanchersOptions(2, "pawns", excuse=True), "plans")
    assert all(bot.plans >= bot.draws > 3 for bot in bots)
