"""The virtual players: what they see, how they choose, how well they play."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from games.catalogue.wild_cards.rules.bots import spellings
from games.catalogue.wild_cards.rules.options import WildCardsOptions
from games.rules.chance import Chance
from games.rules.protocol import Bot, Choice, Outcome, Part, Setup
from games.rules.registry import UnknownGameError, bots_for, rules_for
from tests.rules.wild_cards.positions import RULES, Play, position

BOTS = bots_for("wild-cards")
TABLES = (
    (2, WildCardsOptions(leo=True)),
    (3, WildCardsOptions("2020")),
    (4, WildCardsOptions()),
    (5, WildCardsOptions()),
)


def play(bots: Sequence[Bot], options: WildCardsOptions, seed: int) -> Outcome:
    """A match in which every order is looked up among the legal ones by the adjudication."""
    dice = Random(seed)
    state = RULES.start(Setup(len(bots), options, Chance(str(seed)))).state
    while state.awaited:
        orders = {
            seat: bots[seat].order(RULES.view(state, seat), RULES.decision(state, seat), (), dice)
            for seat in state.awaited
        }
        state = RULES.adjudicate(state, orders).state
    outcome = RULES.outcome(state)
    assert outcome is not None
    return outcome


def test_the_registry_knows_both_and_refuses_unknown_games() -> None:
    assert list(BOTS) == ["random", "steady"]
    assert rules_for("wild-cards").key == "wild-cards"
    for ask in (rules_for, bots_for):
        with pytest.raises(UnknownGameError):
            ask("chess")


@pytest.mark.parametrize("key", ["random", "steady"])
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_bot_gives_only_legal_orders(key: str, seats: int, options: WildCardsOptions) -> None:
    for seed in range(5):
        assert play([BOTS[key]] * seats, options, seed).reason == "animals-exhausted"


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_one_steady_wins_most_matches_against_random_players(
    seats: int, options: WildCardsOptions
) -> None:
    matches, won = 40, 0.0
    for seed in range(matches):
        hero = seed % seats
        bots = [BOTS["random"]] * seats
        bots[hero] = BOTS["steady"]
        places = play(bots, options, seed).places
        won += (places[hero] == 1) / places.count(1)
    assert won / matches >= 0.9


def test_random_gives_every_legal_order_a_chance() -> None:
    table = position("F2 S1 S2 W1", "", "", market="lion ibex")
    table.give("bid F2", "bid R", "bid R").give("refill", "refill")
    decision = RULES.decision(table.state, 0)
    dice = Random(1)
    given = Counter(BOTS["random"].order({}, decision, (), dice) for _ in range(2000))
    assert set(given) == set(RULES.legal_orders(table.state, 0))
    assert max(given.values()) < 2 * min(given.values())


def test_the_number_of_spellings_is_that_of_the_ways_to_fill_the_parts() -> None:
    cards = Part("cards", 0, 3, ("F1", "F2", "F3"))
    animal = Part("animal", 1, 1, ("lion", "ibex"))
    assert spellings(Choice("refill", (cards,))) == 8
    assert spellings(Choice("take", (animal, Part("payment", 2, 2, ("F1", "F2", "F3"))))) == 6
    assert spellings(Choice("pass")) == 1


def steady_order(table: Play) -> str:
    """What a steady player in seat 0 does."""
    decision = RULES.decision(table.state, 0)
    order = BOTS["steady"].order(RULES.view(table.state, 0), decision, (), Random(1))
    return RULES.format_order(order)


def test_steady_takes_the_animal_that_earns_the_bonus() -> None:
    table = position("S1 M3 F3", "", "", market="peacock lion", collections=[{}, {"peacock": 2}])
    table.give("bid S1", "bid R", "bid R").give("refill", "refill")
    assert steady_order(table) == "take lion"


def test_steady_refills_an_empty_hand() -> None:
    table = position("", "F1", "F1")
    assert steady_order(table) == "bid R"
