"""What holds in every position of every match, tried on random ones."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.catalogue.cubirds.rules.cards import CARDS
from games.catalogue.cubirds.rules.options import CuBirdsOptions
from games.catalogue.cubirds.rules.orders import CuBirdsOrder
from games.rules.chance import Chance
from games.rules.configurations import Configuration
from games.rules.protocol import OrderError, Setup
from tests.rules.cubirds.positions import RULES
from tests.rules.random_positions import few, matches, positions


@few
@matches(RULES)
def test_no_card_is_lost_or_doubled(table: Configuration, seed: int, stop: int) -> None:
    states = list(positions(RULES, table, seed + stop))
    assert {RULES.cards(state) for state in states} == {RULES.cards(states[0])}
    assert len(RULES.cards(states[0])) == CARDS


@few
@matches(RULES)
def test_a_species_always_forms_one_block_in_a_row(
    table: Configuration, seed: int, stop: int
) -> None:
    for state in positions(RULES, table, seed + stop):
        for row in state.rows:
            blocks = sum(one != other for one, other in pairwise(row)) + 1
            assert blocks == len(set(row))


@few
@matches(RULES)
def test_what_is_known_of_a_hand_is_in_it_and_nobody_waits_with_an_empty_one(
    table: Configuration, seed: int, stop: int
) -> None:
    for state in positions(RULES, table, seed + stop):
        for player, (hand, known) in enumerate(zip(state.hands, state.known, strict=True)):
            assert all(seen <= held for seen, held in zip(known, hand, strict=True))
            if state.phase != "over" and (state.phase == "lay" or player != state.active):
                assert sum(hand)


@pytest.mark.parametrize(
    "order",
    [
        CuBirdsOrder("lay"),
        CuBirdsOrder("lay", "sparrow", 1, "left"),
        CuBirdsOrder("lay", "owl", 1, "up"),
        CuBirdsOrder("lay", "owl", 5, "left"),
        CuBirdsOrder("lay", "owl", True, "left"),
        CuBirdsOrder("family", "owl"),
        CuBirdsOrder("draw"),
        CuBirdsOrder("dance"),
        "lay owl 1 left",
    ],
)
def test_an_order_value_that_no_text_spells_is_refused_as_well(order: CuBirdsOrder) -> None:
    state = RULES.start(Setup(3, CuBirdsOptions(), Chance("a seed"))).state
    with pytest.raises(OrderError):
        RULES.adjudicate(state, {0: order})


@pytest.mark.parametrize(
    "order", [CuBirdsOrder("draw", "owl"), CuBirdsOrder("stay", "", 1), CuBirdsOrder("done")]
)
def test_a_bare_order_holds_nothing_else(order: CuBirdsOrder) -> None:
    drawing = next(
        state
        for state in positions(RULES, Configuration(2, CuBirdsOptions()), 1)
        if state.phase == "draw"
    )
    with pytest.raises(OrderError):
        RULES.adjudicate(drawing, {drawing.active: order})
