"""What holds in every position of every match, tried on random ones."""

from collections.abc import Iterator
from itertools import combinations, islice, product
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.catalogue.wild_cards.rules.options import WildCardsOptions
from games.catalogue.wild_cards.rules.orders import WildOrder
from games.catalogue.wild_cards.rules.state import WildState
from games.rules.chance import Chance
from games.rules.protocol import Choice, OrderError, Seat, Setup
from games.rules.registry import bots_for
from tests.rules.wild_cards.positions import RULES

TABLES = tuple(
    (seats, WildCardsOptions("2022", leo=leo, removal="random"))
    for seats, leo in ((2, True), (3, True), (4, True), (3, False), (4, False), (5, False))
) + tuple((seats, WildCardsOptions("2020")) for seats in (3, 4, 5))
BOT = bots_for("wild-cards")["random"]

matches = given(table=st.sampled_from(TABLES), seed=st.integers(0, 10**6), stop=st.integers(0, 90))
few = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None
)


def random_order(state: WildState, seat: Seat, dice: Random) -> WildOrder:
    decision = RULES.decision(state, seat)
    order: WildOrder = BOT.order(RULES.view(state, seat), decision, (), dice)
    return order


def positions(table: tuple[int, WildCardsOptions], seed: int) -> Iterator[WildState]:
    """The states of a random match, one for each decision, the end included."""
    dice = Random(seed)
    state = RULES.start(Setup(*table, Chance(str(seed)))).state
    yield state
    while state.awaited:
        orders = {seat: random_order(state, seat, dice) for seat in state.awaited}
        state = RULES.adjudicate(state, orders).state
        yield state


def some_position(table: tuple[int, WildCardsOptions], seed: int, stop: int) -> WildState:
    """The state after `stop` decisions, or the last one that asks something."""
    asking = (state for state in positions(table, seed) if state.awaited)
    *_, state = islice(asking, stop + 1)
    return state


def read_or_example(state: WildState, seat: Seat, text: str) -> WildOrder:
    """What the text means, or, where it is refused, what the example given means."""
    try:
        return RULES.parse_order(state, seat, text)
    except OrderError as refusal:
        return RULES.parse_order(state, seat, refusal.example)


def spelled(choice: Choice) -> Iterator[str]:
    ways = [
        [
            picked
            for size in range(part.least, part.most + 1)
            for picked in dict.fromkeys(combinations(part.values, size))
        ]
        for part in choice.parts
    ]
    for parts in product(*ways):
        yield " ".join((choice.verb, *(word for part in parts for word in part)))


@few
@matches
def test_no_card_is_lost_or_doubled(
    table: tuple[int, WildCardsOptions], seed: int, stop: int
) -> None:
    states = list(positions(table, seed + stop))
    assert {RULES.cards(state) for state in states} == {RULES.cards(states[0])}
    assert len(RULES.cards(states[0])) == 46 + 42 + len(states[0].collections)


@few
@matches
def test_a_state_is_encoded_and_decoded_to_an_equal_one_of_less_than_4_kb(
    table: tuple[int, WildCardsOptions], seed: int, stop: int
) -> None:
    state = some_position(table, seed, stop)
    text = RULES.encode(state)
    assert RULES.decode(text) == state
    assert RULES.encode(RULES.decode(text)) == text
    assert len(text.encode()) < 4096


@few
@matches
def test_adjudication_leaves_its_argument_and_repeats_itself(
    table: tuple[int, WildCardsOptions], seed: int, stop: int
) -> None:
    state = some_position(table, seed, stop)
    before = RULES.encode(state)
    orders = {seat: random_order(state, seat, Random(seed)) for seat in state.awaited}
    first = RULES.adjudicate(state, orders)
    assert RULES.encode(state) == before
    assert RULES.adjudicate(state, dict(reversed(orders.items()))) == first
    assert first.state.number == state.number + 1


@few
@matches
def test_the_choices_spell_exactly_the_legal_orders_and_each_reads_back(
    table: tuple[int, WildCardsOptions], seed: int, stop: int
) -> None:
    state = some_position(table, seed, stop)
    for seat in state.awaited:
        legal = list(RULES.legal_orders(state, seat))
        assert len(set(legal)) == len(legal)
        for order in legal[:200]:
            assert RULES.parse_order(state, seat, RULES.format_order(order)) == order
        assert RULES.default_order(state, seat) in legal
        texts = [text for one in RULES.decision(state, seat).choices for text in spelled(one)]
        if len(texts) < 400:
            assert {RULES.parse_order(state, seat, text) for text in texts} == set(legal)


@few
@matches
def test_a_view_does_not_change_with_what_its_seat_cannot_know(
    table: tuple[int, WildCardsOptions], seed: int, stop: int
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
@matches
def test_a_hand_never_holds_more_than_ten_cards_and_leo_always_has_a_pile(
    table: tuple[int, WildCardsOptions], seed: int, stop: int
) -> None:
    for state in positions(table, seed + stop):
        assert all(len(hand) <= 10 for hand in state.hands)
        if state.leo is not None and state.phase == "bid":
            assert state.leo_pile


@few
@given(seed=st.integers(0, 1000), stop=st.integers(0, 60), text=st.text(max_size=60))
def test_any_text_at_all_is_read_or_refused(seed: int, stop: int, text: str) -> None:
    state = some_position(TABLES[seed % len(TABLES)], seed, stop)
    seat = state.awaited[0]
    assert read_or_example(state, seat, text) in set(RULES.legal_orders(state, seat))


WORDS = ("bid", "take", "pay", "pass", "swap", "refill", "show", "draw", "reveal", "F1", "S2", "W1",
         "R", "lion", "eagle", "any", "none", "all", "cheapest", "lowest", "highest", "the",
         "with")  # fmt: skip


@settings(max_examples=300, deadline=None, database=None)
@given(seed=st.integers(0, 30), stop=st.integers(0, 60), words=st.lists(st.sampled_from(WORDS)))
def test_any_words_of_the_notation_are_read_to_a_legal_order_or_refused(
    seed: int, stop: int, words: list[str]
) -> None:
    state = some_position(TABLES[seed % len(TABLES)], seed, stop % 30)
    seat = state.awaited[0]
    assert read_or_example(state, seat, " ".join(words)) in set(RULES.legal_orders(state, seat))


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


def test_a_state_that_replays_a_record_is_encoded_with_its_shuffles() -> None:
    setup = Setup(2, WildCardsOptions(leo=True), Chance("a seed"))
    start = RULES.start(setup)
    recorded = Setup(2, setup.options, Chance(recorded=start.shuffles))
    again = RULES.start(recorded)
    assert again.events == start.events
    assert RULES.decode(RULES.encode(again.state)) == again.state
