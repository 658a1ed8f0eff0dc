"""The quick search for the best swap finds what looking at every swap finds, and sums are true."""

import random

import pytest

from tournaments.pairing.annealing import POINT, Cooling, Search, anneal
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


def change(search: Search, slot: int, other: int) -> int:
    """What swapping the two adds to the cost."""
    before = search.cost()
    search.swap(slot, other)
    added = search.cost() - before
    search.swap(slot, other)
    return added


@pytest.mark.parametrize("entries", [7, 16, 47])
def test_the_best_swap_is_the_best_of_all_swaps(entries: int) -> None:
    search = tangled(entries, entries)
    descent = Descent(search)
    for slot in range(entries):
        first, last = search.ranges[slot]
        every = [
            (0 if first <= other < last else change(search, slot, other), other)
            for other in range(entries)
        ]
        assert descent.best(slot, 0, entries) == min(every)


@pytest.mark.parametrize("entries", [7, 16, 47])
def test_what_annealing_has_added_up_is_the_difference_of_the_costs(entries: int) -> None:
    search = tangled(entries, entries)
    before = search.cost()
    added = anneal(search, Cooling(2000, 4000, 1000), random.Random(1))
    assert search.cost() == before + added
    assert added != 0
    assert sorted(search.slots) == list(range(entries))


def test_swapping_ends_where_no_swap_helps_whoever_meets_again() -> None:
    search = tangled(47, 1)
    before = search.cost()
    descend(search)
    assert search.cost() < before
    for slot in range(47):
        one, (first, last) = search.slots[slot], search.ranges[slot]
        if any(search.met[one][other] for other in search.slots[first:last]):
            others = (other for other in range(47) if not first <= other < last)
            assert min(change(search, slot, other) for other in others) >= 0
