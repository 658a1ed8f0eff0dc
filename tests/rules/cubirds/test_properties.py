"""What holds in every position of every match, tried on random ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise, product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.catalogue.cubirds.rules import BOTS
from games.catalogue.cubirds.rules.cards import CARDS
from games.catalogue.cubirds.rules.options import CuBirdsOptions
from games.catalogue.cubirds.rules.orders import CuBirdsOrder
from games.catalogue.cubirds.rules.state import CuBirdsState
from games.rules.chance import Chance
from games.rules.playout import Dice
from games.rules.protocol import Choice, OrderError, Seat, Setup
from tests.rules.cubirds.positions import RULES

TABLES = (*((seats, 0) for seats in (2, 3, 4, 5)), (1, 1), (1, 5))

matches = given(table=st.sampled_from(TABLES), seed=st.integers(0, 10**6), stop=st.integers(0, 150))
few = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None
)


def random_order(state: CuBirdsState, dice: Dice) -> dict[Seat, CuBirdsOrder]:
    [seat] = state.awaited
    return {seat: BOTS["random"].order({}, RULES.decision(state, seat), (), dice)}


def positions(table: tuple[int, int], seed: int) -> Iterator[CuBirdsState]:
    """The states of a random match, one for each decision, the end included."""
    dice = Dice(str(seed), "properties")
    setup = Setup(table[0], CuBirdsOptions(table[1]), Chance(str(seed)))
    state = RULES.start(setup).state
    yield state
    while state.awaited:
        state = RULES.adjudicate(state, random_order(state, dice)).state
        yield state


def some_position(table: tuple[int, int], seed: int, stop: int) -> CuBirdsState:
    """The state after `stop` decisions, or the last one that asks something."""
    asking = (state for state in positions(table, seed) if state.awaited)
    *_, state = islice(asking, stop + 1)
    return state


def read_or_example(state: CuBirdsState, seat: Seat, text: str) -> CuBirdsOrder:
    """What the text means, or, where it is refused, what the example given means."""
    try:
        return RULES.parse_order(state, seat, text)
    except OrderError as refusal:
        return RULES.parse_order(state, seat, refusal.example)


def spelled(choice: Choice) -> Iterator[str]:
    for values in product(*(part.values for part in choice.parts)):
        yield " ".join((choice.verb, *values))


@few
@matches
def test_no_card_is_lost_or_doubled(table: tuple[int, int], seed: int, stop: int) -> None:
    states = list(positions(table, seed + stop))
    assert {RULES.cards(state) for state in states} == {RULES.cards(states[0])}
    assert len(RULES.cards(states[0])) == CARDS


@few
@matches
def test_a_species_always_forms_one_block_in_a_row(
    table: tuple[int, int], seed: int, stop: int
) -> None:
    for state in positions(table, seed + stop):
        for row in state.rows:
            blocks = sum(one != other for one, other in pairwise(row)) + 1
            assert blocks == len(set(row))


@few
@matches
def test_what_is_known_of_a_hand_is_in_it_and_nobody_waits_with_an_empty_one(
    table: tuple[int, int], seed: int, stop: int
) -> None:
    for state in positions(table, seed + stop):
        for player, (hand, known) in enumerate(zip(state.hands, state.known, strict=True)):
            assert all(seen <= held for seen, held in zip(known, hand, strict=True))
            if state.phase != "over" and (state.phase == "lay" or player != state.active):
                assert sum(hand)


@few
@matches
def test_a_state_is_encoded_and_decoded_to_an_equal_one_of_less_than_1_kb(
    table: tuple[int, int], seed: int, stop: int
) -> None:
    state = some_position(table, seed, stop)
    text = RULES.encode(state)
    assert RULES.decode(text) == state
    assert RULES.encode(RULES.decode(text)) == text
    assert len(text.encode()) < 1024


@few
@matches
def test_adjudication_leaves_its_argument_and_repeats_itself(
    table: tuple[int, int], seed: int, stop: int
) -> None:
    state = some_position(table, seed, stop)
    before = RULES.encode(state)
    orders = random_order(state, Dice(str(seed), "order"))
    first = RULES.adjudicate(state, orders)
    assert RULES.encode(state) == before
    assert RULES.adjudicate(state, orders) == first
    assert first.state.number == state.number + 1


@few
@matches
def test_the_choices_spell_exactly_the_legal_orders_and_each_reads_back(
    table: tuple[int, int], seed: int, stop: int
) -> None:
    state = some_position(table, seed, stop)
    [seat] = state.awaited
    legal = [RULES.format_order(order) for order in RULES.legal_orders(state, seat)]
    assert [text for one in RULES.decision(state, seat).choices for text in spelled(one)] == legal
    assert len(set(legal)) == len(legal)
    for text in legal:
        assert RULES.format_order(RULES.parse_order(state, seat, text)) == text


@few
@matches
def test_a_view_does_not_change_with_what_its_seat_cannot_know(
    table: tuple[int, int], seed: int, stop: int
) -> None:
    state = some_position(table, seed, stop)
    for viewer in (*range(state.seats), None):
        other = RULES.resample(state, viewer, Chance(f"other {seed}"))
        assert RULES.view(other, viewer) == RULES.view(state, viewer)
        assert RULES.phase(other) == RULES.phase(state)
        assert RULES.cards(other) == RULES.cards(state)
        assert other.chance == state.chance
        if viewer in state.awaited:
            assert RULES.decision(other, viewer) == RULES.decision(state, viewer)


@few
@given(seed=st.integers(0, 1000), stop=st.integers(0, 60), text=st.text(max_size=60))
def test_any_text_at_all_is_read_or_refused(seed: int, stop: int, text: str) -> None:
    state = some_position(TABLES[seed % len(TABLES)], seed, stop)
    [seat] = state.awaited
    assert read_or_example(state, seat, text) in set(RULES.legal_orders(state, seat))


WORDS = ("lay", "draw", "stay", "family", "done", "parrot", "owls", "robin", "warbler", "1", "4",
         "5", "left", "r", "any", "lowest", "highest", "cheapest", "the", "row")  # fmt: skip


@settings(max_examples=300, deadline=None, database=None)
@given(seed=st.integers(0, 30), stop=st.integers(0, 60), words=st.lists(st.sampled_from(WORDS)))
def test_any_words_of_the_notation_are_read_to_a_legal_order_or_refused(
    seed: int, stop: int, words: list[str]
) -> None:
    state = some_position(TABLES[seed % len(TABLES)], seed, stop % 30)
    [seat] = state.awaited
    assert read_or_example(state, seat, " ".join(words)) in set(RULES.legal_orders(state, seat))


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
    drawing = next(state for state in positions((2, 0), 1) if state.phase == "draw")
    with pytest.raises(OrderError):
        RULES.adjudicate(drawing, {drawing.active: order})


def test_a_state_that_replays_a_record_is_encoded_with_its_shuffles() -> None:
    setup = Setup(2, CuBirdsOptions(), Chance("a seed"))
    start = RULES.start(setup)
    again = RULES.start(Setup(2, setup.options, Chance(recorded=start.shuffles)))
    assert again.events == start.events
    assert RULES.decode(RULES.encode(again.state)) == again.state
