"""What holds in every position of every match, tried on random ones."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.catalogue.emu_ranchers.rules import BOTS
from games.catalogue.emu_ranchers.rules.birds import bird_of, takes
from games.catalogue.emu_ranchers.rules.growth import best_growth, sequences
from games.catalogue.emu_ranchers.rules.legal import check_order
from games.catalogue.emu_ranchers.rules.options import EmuRanchersOptions
from games.catalogue.emu_ranchers.rules.orders import EmuOrder
from games.catalogue.emu_ranchers.rules.scoring import year_points
from games.catalogue.emu_ranchers.rules.state import EmuState
from games.rules.chance import Chance
from games.rules.configurations import configurations
from games.rules.protocol import OrderError, Seat, Setup
from tests.rules.emu_ranchers.positions import RULES

TABLES = tuple(one.options for one in configurations(RULES) if one.options.years < 3)
BOT = BOTS["random"]

matches = given(
    options=st.sampled_from(TABLES), seed=st.integers(0, 10**6), stop=st.integers(0, 60)
)
few = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None
)


def random_order(state: EmuState, seat: Seat, dice: Random) -> EmuOrder:
    order: EmuOrder = BOT.order({}, RULES.decision(state, seat), (), dice)
    return order


def positions(options: EmuRanchersOptions, seed: int) -> Iterator[EmuState]:
    """The states of a random match, one for each decision, the end included."""
    dice = Random(seed)
    state = RULES.start(Setup(2, options, Chance(str(seed)))).state
    yield state
    while state.awaited:
        orders = {seat: random_order(state, seat, dice) for seat in state.awaited}
        state = RULES.adjudicate(state, orders).state
        yield state


def some_position(options: EmuRanchersOptions, seed: int, stop: int) -> EmuState:
    """The state after `stop` decisions, or the last one that asks something."""
    asking = (state for state in positions(options, seed) if state.awaited)
    *_, state = islice(asking, stop + 1)
    return state


def read_or_example(state: EmuState, seat: Seat, text: str) -> EmuOrder:
    """What the text means, or, where it is refused, what the example given means."""
    try:
        return RULES.parse_order(state, seat, text)
    except OrderError as refusal:
        return RULES.parse_order(state, seat, refusal.example)


def is_legal(state: EmuState, seat: Seat, order: EmuOrder) -> bool:
    """Whether the order is listed; where there can be millions, whether it passes the check."""
    if state.phase == "growth":
        check_order(state, seat, order)
        return True
    return order in RULES.legal_orders(state, seat)


@few
@matches
def test_no_card_is_lost_or_doubled_and_hands_hold_six(
    options: EmuRanchersOptions, seed: int, stop: int
) -> None:
    states = list(positions(options, seed + stop))
    assert {RULES.cards(state) for state in states} == {RULES.cards(states[0])}
    for state in states:
        sizes = [len(hand) for hand in state.hands]
        if state.phase in ("act", "growth"):
            assert sizes == [6, 6]
        elif state.phase == "draw":
            assert sizes[state.awaited[0]] == 5


@few
@matches
def test_a_state_is_encoded_and_decoded_to_an_equal_one_of_less_than_4_kb(
    options: EmuRanchersOptions, seed: int, stop: int
) -> None:
    state = some_position(options, seed, stop)
    text = RULES.encode(state)
    assert RULES.decode(text) == state
    assert RULES.encode(RULES.decode(text)) == text
    assert len(text.encode()) < 4096


@few
@matches
def test_the_choices_of_a_turn_spell_exactly_the_legal_orders(
    options: EmuRanchersOptions, seed: int, stop: int
) -> None:
    state = some_position(options, seed, stop)
    for seat in state.awaited:
        texts = [
            " ".join((choice.verb, value))
            for choice in RULES.decision(state, seat).choices
            for value in (choice.parts[0].values if choice.parts else ("",))
        ]
        spelled = [RULES.parse_order(state, seat, text) for text in texts]
        if state.phase == "growth":
            assert all(is_legal(state, seat, order) for order in spelled[1:])
        else:
            legal = list(RULES.legal_orders(state, seat))
            assert sorted(spelled) == sorted(legal)
            assert [RULES.format_order(order) for order in spelled] == texts
        assert RULES.parse_order(state, seat, RULES.format_order(spelled[0])) == spelled[0]


@few
@matches
def test_every_bird_of_a_match_could_be_laid_card_by_card(
    options: EmuRanchersOptions, seed: int, stop: int
) -> None:
    state = some_position(options, seed, stop)
    for bird in (*state.birds[0], *state.birds[1]):
        assert bird == bird_of(bird.cards)
        for place in range(1, len(bird.cards)):
            assert takes(bird_of(bird.cards[:place]), bird.cards[place])


@settings(max_examples=60, deadline=None, database=None)
@given(options=st.sampled_from(TABLES), seed=st.integers(0, 10**6))
def test_the_best_growth_is_as_good_as_any_sequence(options: EmuRanchersOptions, seed: int) -> None:
    endings = (state for state in positions(options, seed) if state.phase == "growth")
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
    return year_points([tuple(pile) for pile in piles], left)[0]


@few
@matches
def test_a_view_does_not_change_with_what_its_seat_cannot_know(
    options: EmuRanchersOptions, seed: int, stop: int
) -> None:
    state = some_position(options, seed, stop)
    for viewer in (0, 1, None):
        other = RULES.resample(state, viewer, Chance(f"other {seed}"))
        assert RULES.view(other, viewer) == RULES.view(state, viewer)
        assert RULES.phase(other) == RULES.phase(state)
        assert RULES.cards(other) == RULES.cards(state)
        assert other.chance == state.chance
        if viewer in state.awaited:
            assert RULES.decision(other, viewer) == RULES.decision(state, viewer)
            assert RULES.default_order(other, viewer) == RULES.default_order(state, viewer)


@few
@given(seed=st.integers(0, 1000), stop=st.integers(0, 60), text=st.text(max_size=60))
def test_any_text_at_all_is_read_or_refused(seed: int, stop: int, text: str) -> None:
    state = some_position(TABLES[seed % len(TABLES)], seed, stop)
    assert is_legal(state, state.awaited[0], read_or_example(state, state.awaited[0], text))


WORDS = ("hatch", "grow", "discard", "draw", "done", "best", "2MK", "5M", "am", "cy", "P", "x",
         "of", "moons", "knots", "and", "1", "2", "3", "bird", "deck", "any", "none", "lowest",
         "highest", "the", "ace", "pawn", "a")  # fmt: skip


@settings(max_examples=300, deadline=None, database=None)
@given(seed=st.integers(0, 30), stop=st.integers(0, 60), words=st.lists(st.sampled_from(WORDS)))
def test_any_words_of_the_notation_are_read_to_a_legal_order_or_refused(
    seed: int, stop: int, words: list[str]
) -> None:
    state = some_position(TABLES[seed % len(TABLES)], seed, stop % 30)
    seat = state.awaited[0]
    order = read_or_example(state, seat, " ".join(words))
    assert RULES.parse_order(state, seat, RULES.format_order(order)) == order


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


def test_a_state_that_replays_a_record_is_encoded_with_its_shuffles() -> None:
    setup = Setup(2, EmuRanchersOptions(), Chance("a seed"))
    start = RULES.start(setup)
    again = RULES.start(Setup(2, setup.options, Chance(recorded=start.shuffles)))
    assert again.events == start.events
    assert RULES.decode(RULES.encode(again.state)) == again.state
