"""What holds in every position of every match, tried on random ones."""

from itertools import islice

import pytest

from games.catalogue.emu_ranchers.rules.birds import bird_of, takes
from games.catalogue.emu_ranchers.rules.growth import best_growth, sequences
from games.catalogue.emu_ranchers.rules.options import EmuRanchersOptions
from games.catalogue.emu_ranchers.rules.orders import EmuOrder
from games.catalogue.emu_ranchers.rules.scoring import points, year_points
from games.catalogue.emu_ranchers.rules.state import EmuState
from games.rules.chance import Chance
from games.rules.configurations import Configuration
from games.rules.protocol import OrderError, Seat, Setup
from tests.rules.emu_ranchers.positions import RULES
from tests.rules.random_positions import few, matches, positions, some_position


@few
@matches(RULES)
def test_no_card_is_lost_or_doubled_and_hands_hold_six(
    table: Configuration, seed: int, stop: int
) -> None:
    states = list(positions(RULES, table, seed + stop))
    assert {RULES.cards(state) for state in states} == {RULES.cards(states[0])}
    for state in states:
        sizes = [len(hand) for hand in state.hands]
        if state.phase in ("act", "growth"):
            assert sizes == [6, 6]
        elif state.phase == "draw":
            assert sizes[state.awaited[0]] == 5


@few
@matches(RULES)
def test_every_bird_of_a_match_could_be_laid_card_by_card(
    table: Configuration, seed: int, stop: int
) -> None:
    state = some_position(RULES, table, seed, stop)
    for bird in (*state.birds[0], *state.birds[1]):
        assert bird == bird_of(bird.cards)
        for place in range(1, len(bird.cards)):
            assert takes(bird_of(bird.cards[:place]), bird.cards[place])


@few
@matches(RULES)
def test_the_best_growth_is_as_good_as_any_sequence(
    table: Configuration, seed: int, stop: int
) -> None:
    del stop
    endings = (state for state in positions(RULES, table, seed) if state.phase == "growth")
    for state in islice(endings, 1):
        for seat in state.awaited:
            birds, hand = state.birds[seat], state.hands[seat]
            every = list(islice(sequences(birds, hand), 4000))
            best = after(state, seat, best_growth(birds, hand))
            assert best >= max(after(state, seat, order) for order in every)


def after(state: EmuState, seat: Seat, order: EmuOrder) -> int:
    """The points of a seat's year after this growth."""
    piles = [list(bird.cards) for bird in state.birds[seat]]
    for card, bird in zip(order.cards, order.birds, strict=True):
        piles[bird - 1].append(card)
    left = [card for card in state.hands[seat] if card not in order.cards]
    return year_points([points(pile) for pile in piles], left)[0]


@pytest.mark.parametrize(
    "order",
    [
        EmuOrder("hatch", ("X9",)),
        EmuOrder("hatch", ()),
        EmuOrder("hatch", ("AM", "AS")),
        EmuOrder("discard", ("AM",), (1,)),
        EmuOrder("grow", ("AM",), ()),
        EmuOrder("grow", (), ()),
        EmuOrder("grow", ("AM",), (0,)),
        EmuOrder("draw", source="deck"),
        EmuOrder("done"),
        EmuOrder("dance"),
        ("hatch", "AM"),
    ],
)
def test_an_order_value_that_no_text_spells_is_refused_as_well(order: EmuOrder) -> None:
    state = RULES.start(Setup(2, EmuRanchersOptions(), Chance("a seed"))).state
    with pytest.raises(OrderError):
        RULES.adjudicate(state, {0: order})
