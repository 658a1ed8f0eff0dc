"""What holds in every position of every match, tried on random ones."""

import pytest

from games.catalogue.wild_cards.rules.options import WildCardsOptions
from games.catalogue.wild_cards.rules.orders import WildOrder
from games.rules.chance import Chance
from games.rules.configurations import Configuration
from games.rules.protocol import OrderError, Setup
from tests.rules.random_positions import few, matches, positions
from tests.rules.wild_cards.positions import RULES


@few
@matches(RULES)
def test_no_card_is_lost_or_doubled(table: Configuration, seed: int, stop: int) -> None:
    states = list(positions(RULES, table, seed + stop))
    assert {RULES.cards(state) for state in states} == {RULES.cards(states[0])}
    assert len(RULES.cards(states[0])) == 46 + 42 + len(states[0].collections)


@few
@matches(RULES)
def test_a_hand_never_holds_more_than_ten_cards_and_leo_always_has_a_pile(
    table: Configuration, seed: int, stop: int
) -> None:
    for state in positions(RULES, table, seed + stop):
        assert all(len(hand) <= 10 for hand in state.hands)
        if state.leo is not None and state.phase == "bid":
            assert state.leo_pile


@pytest.mark.parametrize(
    "order",
    [
        WildOrder("bid", ("X9",)),
        WildOrder("bid", ("F1", "F2", "F3")),
        WildOrder("bid", ()),
        WildOrder("bid", ("R", "R")),
        WildOrder("bid", ("R",), ("lion",)),
        WildOrder("refill", ()),
        WildOrder("pass"),
        WildOrder("dance"),
    ],
)
def test_an_order_value_that_no_text_spells_is_refused_as_well(order: WildOrder) -> None:
    state = RULES.start(Setup(3, WildCardsOptions(), Chance("a seed"))).state
    refill = WildOrder("bid", ("R",))
    with pytest.raises(OrderError):
        RULES.adjudicate(state, {0: order, 1: refill, 2: refill})
