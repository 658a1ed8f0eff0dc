"""What holds in every position of every match, tried on random ones."""

from collections.abc import Iterator
from itertools import islice

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.catalogue.wizard.rules import BOTS
from games.catalogue.wizard.rules.orders import WizardOrder
from games.catalogue.wizard.rules.scoring import points
from games.catalogue.wizard.rules.state import WizardState
from games.rules.chance import Chance
from games.rules.configurations import Configuration, configurations
from games.rules.playout import Dice
from games.rules.protocol import OrderError, Seat, Setup
from tests.rules.wizard.positions import RULES

TABLES = tuple(configurations(RULES))
tables = st.sampled_from(TABLES)
matches = given(table=tables, seed=st.integers(0, 10**6), stop=st.integers(0, 200))
few = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None
)


def positions(table: Configuration, seed: int) -> Iterator[WizardState]:
    """The states of a random match, one for each decision, the end included."""
    dice = Dice(str(seed), "orders")
    state = RULES.start(Setup(table.seats, table.options, Chance(str(seed)))).state
    yield state
    while state.awaited:
        orders = {
            seat: BOTS["random"].order({}, RULES.decision(state, seat), (), dice)
            for seat in state.awaited
        }
        state = RULES.adjudicate(state, orders).state
        yield state


def some_position(table: Configuration, seed: int, stop: int) -> WizardState:
    """The state after `stop` decisions, or the last one that asks something."""
    asking = (state for state in positions(table, seed) if state.awaited)
    *_, state = islice(asking, stop + 1)
    return state


def read_or_example(state: WizardState, seat: Seat, text: str) -> WizardOrder:
    """What the text means, or, where it is refused, what the example given means."""
    try:
        return RULES.parse_order(state, seat, text)
    except OrderError as refusal:
        return RULES.parse_order(state, seat, refusal.example)


@few
@matches
def test_no_card_is_lost_or_doubled(table: Configuration, seed: int, stop: int) -> None:
    whole = 15 * table.seats if table.options.monochrome else 60
    states = list(islice(positions(table, seed), stop + 1))
    assert {len(RULES.cards(state)) for state in states} == {whole}
    assert len({RULES.cards(state) for state in states}) == 1


@few
@matches
def test_a_state_is_encoded_and_decoded_to_an_equal_one_of_less_than_4_kb(
    table: Configuration, seed: int, stop: int
) -> None:
    state = some_position(table, seed, stop * 3)
    text = RULES.encode(state)
    assert RULES.decode(text) == state
    assert RULES.encode(RULES.decode(text)) == text
    assert len(text.encode()) < 4096


@few
@matches
def test_the_choices_spell_exactly_the_legal_orders_and_each_reads_back(
    table: Configuration, seed: int, stop: int
) -> None:
    state = some_position(table, seed, stop)
    for seat in state.awaited:
        legal = list(RULES.legal_orders(state, seat))
        assert len(set(legal)) == len(legal)
        for order in legal:
            assert RULES.parse_order(state, seat, RULES.format_order(order)) == order
        assert RULES.default_order(state, seat) in legal
        [choice] = RULES.decision(state, seat).choices
        [part] = choice.parts
        assert [f"{choice.verb} {value}" for value in part.values] == list(
            map(RULES.format_order, legal)
        )


@few
@matches
def test_a_round_gives_away_each_trick_once_and_counts_its_points(
    table: Configuration, seed: int, stop: int
) -> None:
    for state in islice(positions(table, seed), stop + 1):
        assert sum(state.tricks) == len(state.played) // state.seats
        rounds = RULES.view(state, None).sheet
        for number, finished in enumerate(rounds):
            size = number + {True: 4, False: 2 if state.seats == 2 else 1}[state.options.monochrome]
            assert sum(finished.tricks) == size
            assert finished.points == list(map(points, finished.bids, finished.tricks))
        totals = [sum(column) for column in zip(*(one.points for one in rounds), strict=True)]
        assert list(state.totals) == (totals or [0] * state.seats)


@few
@matches
def test_a_view_does_not_change_with_what_its_seat_cannot_know(
    table: Configuration, seed: int, stop: int
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
            assert RULES.default_order(other, viewer) == RULES.default_order(state, viewer)


@few
@given(table=tables, seed=st.integers(0, 1000), stop=st.integers(0, 60), text=st.text(max_size=60))
def test_any_text_at_all_is_read_or_refused(
    table: Configuration, seed: int, stop: int, text: str
) -> None:
    state = some_position(table, seed, stop)
    seat = state.awaited[0]
    assert read_or_example(state, seat, text) in set(RULES.legal_orders(state, seat))


WORDS = ("bid", "play", "trump", "R", "B", "red", "13", "2", "0", "R13", "Z", "N", "wizard",
         "jester", "lowest", "highest", "cheapest", "duck", "any", "none", "the", "of")  # fmt: skip


@settings(max_examples=300, deadline=None, database=None)
@given(seed=st.integers(0, 30), stop=st.integers(0, 60), words=st.lists(st.sampled_from(WORDS)))
def test_any_words_of_the_notation_are_read_to_a_legal_order_or_refused(
    seed: int, stop: int, words: list[str]
) -> None:
    state = some_position(TABLES[seed % len(TABLES)], seed, stop % 30)
    seat = state.awaited[0]
    assert read_or_example(state, seat, " ".join(words)) in set(RULES.legal_orders(state, seat))
