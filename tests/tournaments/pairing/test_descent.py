"""The quick search for the best swap finds what looking at every swap finds."""

import random

import pytest

from tournaments.pairing.annealing import POINT, Search
from tournaments.pairing.descent import Descent, descend
from tournaments.pairing.table_sizes import table_sizes


def tangled(entries: int, seed: int) -> Search:
    """A field of mixed scores and many meetings, seated by chance."""
    chance = random.Random(seed)
    known: list[dict[int, int]] = [{} for _ in range(entries)]
    for _ in range(4 * entries):
        one, other = chance.sample(range(entries), 2)
        known[one][other] = known[other][one] = chance.randrange(1, 3)
    scores = [chance.randrange(6) * POINT for _ in range(entries)]
    short = [chance.randrange(2) for _ in range(entries)]
    search = Search(scores, known, short, table_sizes(entries, 4, 3, 6), 1000 * POINT**2)
    chance.shuffle(search.slots)
    return search


@pytest.mark.parametrize("entries", [7, 16, 47, 150])
def test_the_best_swap_is_the_best_of_all_swaps(entries: int) -> None:
    search = tangled(entries, entries)
    descent = Descent(search)
    for slot in range(entries):
        first, last = search.ranges[slot]
        every = [
            (0 if first <= other < last else search.change(slot, other), other)
            for other in range(entries)
        ]
        assert descent.best(slot, 0, entries) == min(every)


@pytest.mark.parametrize("entries", [7, 16, 47])
def test_the_change_of_a_swap_is_the_difference_of_the_costs(entries: int) -> None:
    search = tangled(entries, entries)
    for slot in range(entries):
        for other in range(entries):
            if search.ranges[slot] != search.ranges[other]:
                before, change = search.cost(), search.change(slot, other)
                search.swap(slot, other)
                assert search.cost() == before + change
                search.swap(slot, other)


def test_swapping_ends_where_no_swap_helps_whoever_meets_again() -> None:
    search = tangled(47, 1)
    before = search.cost()
    descend(search)
    assert search.cost() < before
    for slot in range(47):
        one, (first, last) = search.slots[slot], search.ranges[slot]
        if any(search.met[one][other] for other in search.slots[first:last]):
            others = (other for other in range(47) if not first <= other < last)
            assert min(search.change(slot, other) for other in others) >= 0
