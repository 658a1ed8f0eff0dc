"""Tables, the rows, the deal, and the first birds."""

from __future__ import annotations

from collections import Counter

import pytest

from games.catalogue.cubirds.rules.cards import BIG, CARDS, COPIES, SMALL, SPECIES, names, spread
from games.catalogue.cubirds.rules.options import CuBirdsOptions
from games.catalogue.cubirds.rules.state import CuBirdsState
from games.rules.chance import Chance, Shuffle
from games.rules.protocol import Adjudication, Setup, SetupError
from tests.rules.cubirds.positions import RULES
from tests.rules.events import facts, told

EVERY = [species for species, number in zip(SPECIES, COPIES, strict=True) for _ in range(number)]


def started(seats: int, robin_birds: int = 0, seed: str = "a seed") -> Adjudication[CuBirdsState]:
    return RULES.start(Setup(seats, CuBirdsOptions(robin_birds), Chance(seed)))


def started_from(seats: int, top: str, robin_birds: int = 0) -> Adjudication[CuBirdsState]:
    """A match whose deck begins with these cards; the rest follow in the order of the species."""
    rest = Counter(EVERY) - Counter(top.split())
    cards = (*top.split(), *rest.elements())
    chance = Chance(recorded=(Shuffle("deck", cards),))
    return RULES.start(Setup(seats, CuBirdsOptions(robin_birds), chance))


def test_the_deck_is_the_one_of_the_fact_table() -> None:
    table = {name: (copies, small, big) for name, copies, small, big
             in zip(SPECIES, COPIES, SMALL, BIG, strict=True)}  # fmt: skip
    assert table == {
        "flamingo": (7, 2, 3),
        "owl": (10, 3, 4),
        "toucan": (10, 3, 4),
        "duck": (13, 4, 6),
        "parrot": (13, 4, 6),
        "magpie": (17, 5, 7),
        "warbler": (20, 6, 9),
        "robin": (20, 6, 9),
    }
    assert CARDS == 110


def test_c1_two_to_five_people_play_and_one_against_robinbird() -> None:
    for seats in (2, 3, 4, 5):
        assert len(started(seats).state.hands) == seats
    assert started(1, 1).state.robin == 1
    for seats, robin_birds, code in (
        (0, 0, "too-few-seats"),
        (6, 0, "too-many-seats"),
        (1, 0, "robin-needed"),
        (2, 1, "robin-alone"),
    ):
        with pytest.raises(SetupError, match=code):
            started(seats, robin_birds)


@pytest.mark.parametrize("value", [-1, 13, "1", True, None, 1.0])
def test_robinbird_starts_with_one_to_twelve_birds(value: object) -> None:
    with pytest.raises(SetupError, match="bad-option"):
        CuBirdsOptions.from_mapping({"robin_birds": value})


def test_the_number_of_her_birds_is_written_only_where_she_plays() -> None:
    assert CuBirdsOptions.from_mapping({"robin_birds": 12}).as_mapping() == {"robin_birds": 12}
    assert CuBirdsOptions.from_mapping({}).as_mapping() == {}
    with pytest.raises(SetupError, match="unknown-option"):
        CuBirdsOptions.from_mapping({"leo": True})


def test_c2_a_second_bird_of_a_species_in_a_row_is_discarded_and_replaced() -> None:
    start = started_from(2, "owl owl duck owl robin flamingo flamingo toucan")
    assert names(start.state.rows[0]) == ["owl", "duck", "robin"]
    assert names(start.state.rows[1])[:2] == ["flamingo", "toucan"]
    discarded = names(spread(start.state.discard))
    assert discarded.count("owl") >= 2
    assert discarded.count("flamingo") >= 1
    assert told(start.events, "rows-laid")[0]["discarded"] == discarded


def test_c3_seat_0_begins() -> None:
    state = started(4).state
    phase = RULES.phase(state)
    assert phase is not None
    assert (phase.name, phase.round, phase.awaited) == ("lay", 1, (0,))


def test_c4_rows_hold_three_different_birds_and_may_repeat_each_other() -> None:
    start = started_from(2, "owl duck robin " * 4 + "warbler " * 16 + "robin owl")
    assert [names(row) for row in start.state.rows] == [["owl", "duck", "robin"]] * 4
    assert told(start.events, "first-birds")[0]["collections"] == [{"robin": 1}, {"owl": 1}]
    for seed in "abcdefgh":
        assert all(len(set(row)) == len(row) == 3 for row in started(3, seed=seed).state.rows)


def test_whole_hands_are_dealt_from_seat_0_and_then_one_bird_to_each_collection() -> None:
    rows = "flamingo owl toucan " * 4
    start = started_from(2, rows + "duck " * 8 + "parrot " * 8 + "magpie warbler")
    dealt = [
        (facts(event)["cards"], set(event.seen_by or ()))
        for event in start.events
        if event.kind == "dealt"
    ]
    assert dealt == [(["duck"] * 8, {0}), (["parrot"] * 8, {1})]
    assert told(start.events, "first-birds") == [{"collections": [{"magpie": 1}, {"warbler": 1}]}]


def test_robinbird_is_dealt_as_seat_1_and_her_further_birds_come_last() -> None:
    rows = "flamingo owl toucan " * 4
    start = started_from(1, rows + "duck " * 8 + "parrot " * 8 + "magpie warbler robin owl", 3)
    assert told(start.events, "first-birds") == [
        {"collections": [{"magpie": 1}, {"owl": 1, "warbler": 1, "robin": 1}]}
    ]
    dealt = [event for event in start.events if event.kind == "dealt"]
    assert [event.seen_by for event in dealt] == [{0}, None]
    assert RULES.view(start.state, 0).players[1].open == ["parrot"] * 8
