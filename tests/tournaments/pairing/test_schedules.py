"""Whole schedules, round robins, fields, table sizes and seats."""

from collections import Counter
from itertools import permutations

import pytest

from tournaments.pairing.finite_fields import finite_field
from tournaments.pairing.history import History, pairs_at
from tournaments.pairing.schedules import (
    fewest_repeats,
    round_robin,
    schedule,
    schedule_repeats,
)
from tournaments.pairing.seat_order import seated, taken
from tournaments.pairing.table_sizes import table_sizes
from tournaments.values.setup import TournamentSetupError, UnevenTables


@pytest.mark.parametrize(
    ("entries", "size", "rounds"),
    [(9, 3, 4), (12, 3, 4), (13, 4, 4), (16, 4, 5), (18, 4, 5), (20, 4, 5), (24, 4, 5), (25, 5, 6),
     (30, 5, 4), (32, 4, 6), (36, 6, 3), (40, 4, 6), (64, 4, 6), (250, 4, 4)],
)  # fmt: skip
def test_a_schedule_has_no_repeat_where_one_without_is_known(
    entries: int, size: int, rounds: int
) -> None:
    sizes = table_sizes(entries, size, 3, 6)
    made = schedule(sizes, rounds, "seed")
    assert len(made) == rounds
    for tables in made:
        assert sorted(one for table in tables for one in table) == list(range(entries))
        assert sorted(map(len, tables)) == sorted(sizes)
    assert schedule_repeats(made) == fewest_repeats(sizes, rounds) == 0


def test_twelve_in_fours_for_three_rounds_repeat_nine_pairs_and_none_thrice() -> None:
    made = schedule((4, 4, 4), 3, "seed")
    meetings = Counter(pair for tables in made for table in tables for pair in pairs_at(table))
    assert schedule_repeats(made) == 9
    assert max(meetings.values()) == 2


def test_sixteen_in_fours_for_six_rounds_reach_the_bound() -> None:
    sizes = (4, 4, 4, 4)
    assert schedule_repeats(schedule(sizes, 6, "seed")) == fewest_repeats(sizes, 6) == 24


@pytest.mark.parametrize("entries", range(2, 20))
def test_a_round_robin_lets_everybody_meet_once_with_both_seats_in_turn(entries: int) -> None:
    rounds = round_robin(entries)
    pairs = Counter(pair for tables in rounds for table in tables for pair in pairs_at(table))
    assert len(pairs) == entries * (entries - 1) // 2
    assert set(pairs.values()) == {1}
    for tables in rounds:
        assert sorted(one for table in tables for one in table) == list(range(entries))
    firsts = Counter(table[0] for tables in rounds for table in tables if len(table) == 2)
    assert all(abs(2 * firsts[one] - (entries - 1)) <= 1 for one in range(entries))


@pytest.mark.parametrize("size", [2, 3, 4, 5, 7, 8, 9, 16, 25, 27])
def test_a_field_has_no_zero_divisors_and_every_product_once_a_row(size: int) -> None:
    field = finite_field(size)
    assert field is not None
    for number in range(size):
        assert sorted(field.sums[number]) == list(range(size))
        if number:
            assert sorted(field.products[number]) == list(range(size))


@pytest.mark.parametrize("size", [1, 6, 10, 12, 15, 36])
def test_there_is_no_field_of_other_sizes(size: int) -> None:
    assert finite_field(size) is None


def test_every_number_from_three_divides_into_tables_of_three_to_six() -> None:
    for wanted in (3, 4, 5, 6):
        for entries in range(3, 1001):
            sizes = table_sizes(entries, wanted, 3, 6)
            assert sum(sizes) == entries
            assert set(sizes) <= {3, 4, 5, 6}
            assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize(
    ("entries", "sizes"),
    [(16, (4, 4, 4, 4)), (15, (4, 4, 4, 3)), (13, (4, 3, 3, 3)), (5, (5,)), (9, (3, 3, 3))],
)
def test_short_tables_are_one_seat_short(entries: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(entries, 4, 3, 6) == sizes


@pytest.mark.parametrize(
    ("entries", "sizes"),
    [(13, (5, 4, 4)), (9, (5, 4)), (12, (4, 4, 4)), (11, (4, 4, 3)), (6, (3, 3)), (3, (3,))],
)
def test_tables_one_seat_larger_are_a_choice_where_one_seat_suffices(
    entries: int, sizes: tuple[int, ...]
) -> None:
    assert table_sizes(entries, 4, 3, 6, UnevenTables.LONG) == sizes


def test_what_cannot_be_divided_says_so() -> None:
    with pytest.raises(TournamentSetupError, match="entries_do_not_divide"):
        table_sizes(7, 4, 4, 4)
    with pytest.raises(TournamentSetupError, match="too_few_entries"):
        table_sizes(2, 4, 3, 6)


def test_seats_are_the_best_of_all_orders() -> None:
    history = History()
    past = {1: [(0, 4), (0, 4)], 2: [(1, 4), (0, 3)], 3: [(2, 4), (3, 5)], 4: [(1, 4)], 5: []}
    history.seats.update(past)

    def cost(order: tuple[int, ...]) -> int:
        return sum(taken(past[one], seat, len(order)) ** 4 for seat, one in enumerate(order))

    for table in ((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5)):
        best = min(cost(order) for order in permutations(table))
        assert cost(seated(table, history, "seed", "name")) == best
