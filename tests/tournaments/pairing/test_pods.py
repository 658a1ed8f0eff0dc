"""Tables of 3 to 6: small fields against every split there is, large ones in bounded time."""

import random
import time
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest

from tests.research.simulation import seat_imbalance
from tournaments.pairing.history import History, pairs_at, repeats
from tournaments.pairing.larger_tables import LENIENT_COST, STRICT_COST, Wishes, pods
from tournaments.pairing.seat_order import seated
from tournaments.pairing.table_sizes import table_sizes
from tournaments.pairing.without_repeats import split_without_repeats


def all_splits(entries: Sequence[int], size: int) -> Iterator[list[tuple[int, ...]]]:
    """Every way to split the entries into tables of one size."""
    if not entries:
        yield []
        return
    for others in combinations(entries[1:], size - 1):
        rest = [entry for entry in entries[1:] if entry not in others]
        for tables in all_splits(rest, size):
            yield [(entries[0], *others), *tables]


def mixed_splits(
    entries: tuple[int, ...], sizes: tuple[int, ...]
) -> Iterator[list[tuple[int, ...]]]:
    """Every way to fill the tables of these sizes in turn; some come twice."""
    if not sizes:
        yield []
        return
    for table in combinations(entries, sizes[0]):
        rest = tuple(entry for entry in entries if entry not in table)
        for tables in mixed_splits(rest, sizes[1:]):
            yield [table, *tables]


def played(entries: int, rounds: int, seed: int = 1) -> tuple[History, list[float]]:
    """So many rounds at four a table, with chance results, and the CPU seconds of each."""
    history, chance, seconds = History(), random.Random(seed), []
    scores = dict.fromkeys(range(entries), 0)
    sizes = table_sizes(entries, 4, 3, 6)
    for number in range(rounds):
        order = sorted(scores, key=lambda entry: -scores[entry])
        start = time.process_time()
        tables = pods(order, scores, sizes, history, f"{seed} {number}", Wishes(restarts=2))
        seconds.append(time.process_time() - start)
        assert sorted(entry for table in tables for entry in table) == sorted(scores)
        for table in tables:
            seats = seated(table, history, str(seed), str(number))
            history.meetings.update(pairs_at(table))
            for seat, entry in enumerate(seats):
                history.seats[entry].append((seat, len(table)))
            if len(table) < 4:
                history.short_tables.update(table)
            ranking = list(table)
            chance.shuffle(ranking)
            for place, entry in enumerate(ranking):
                scores[entry] += 60 * (len(table) - 1 - place) // (len(table) - 1)
    return history, seconds


@pytest.mark.parametrize("seed", range(6))
def test_nobody_meets_again_where_any_split_avoids_it(seed: int) -> None:
    """Nine in threes, with more and more pairs that have met: all 280 splits are looked at."""
    chance = random.Random(seed)
    pairs = list(combinations(range(9), 2))
    scores = {entry: chance.randrange(4) * 20 for entry in range(9)}
    for met in range(3, 33, 6):
        history = History()
        history.meetings.update(chance.sample(pairs, met))
        fewest = min(
            sum(history.met(*pair) for table in tables for pair in pairs_at(table))
            for tables in all_splits(range(9), 3)
        )
        tables = pods(range(9), scores, (3, 3, 3), history, str(seed), Wishes(restarts=2))
        found = sum(history.met(*pair) for table in tables for pair in pairs_at(table))
        assert found == fewest


@pytest.mark.parametrize("sizes", [(4, 3), (4, 3, 3), (5, 4)])
def test_nobody_meets_again_at_mixed_tables_where_any_split_avoids_it(
    sizes: tuple[int, ...],
) -> None:
    entries = range(sum(sizes))
    pairs, chance = list(combinations(entries, 2)), random.Random(2)
    for met in range(3, len(pairs) - 6, 6):
        history = History()
        history.meetings.update(chance.sample(pairs, met))
        fewest = min(
            sum(history.met(*pair) for table in tables for pair in pairs_at(table))
            for tables in mixed_splits(tuple(entries), sizes)
        )
        tables = pods(entries, {}, sizes, history, "mixed", Wishes(restarts=2))
        assert sorted(map(len, tables), reverse=True) == list(sizes)
        assert sum(history.met(*pair) for table in tables for pair in pairs_at(table)) == fewest


def test_the_exhaustive_search_finds_what_there_is_and_nothing_else() -> None:
    chance = random.Random(5)
    pairs = list(combinations(range(8), 2))
    answers = set()
    for _ in range(150):
        met = [bytearray(8) for _ in range(8)]
        for one, other in chance.sample(pairs, chance.randrange(4, 16)):
            met[one][other] = met[other][one] = 1
        possible = any(
            not any(met[one][other] for table in tables for one, other in pairs_at(table))
            for tables in all_splits(range(8), 4)
        )
        found = split_without_repeats((4, 4), met)
        assert (found is not None) == possible
        answers.add(possible)
    assert answers == {True, False}


def test_sixteen_reach_the_bound_of_24_repeats_in_six_rounds() -> None:
    history, _ = played(16, 6)
    assert repeats(history.meetings) == 24
    assert max(history.meetings.values()) == 2


@pytest.mark.parametrize("entries", [32, 64, 256])
def test_larger_fields_play_six_rounds_without_a_repeat(entries: int) -> None:
    history, _ = played(entries, 6)
    assert repeats(history.meetings) == 0
    imbalance = [seat_imbalance(history.seats[entry], 4) for entry in range(entries)]
    assert sum(imbalance) / entries <= 1.05
    assert max(imbalance) <= 2


def test_nobody_sits_at_a_short_table_twice_before_the_others() -> None:
    history, _ = played(61, 4)
    assert repeats(history.meetings) == 0
    assert max(history.short_tables.values()) == 1


def test_a_thousand_are_seated_in_seconds() -> None:
    history, seconds = played(1000, 4)
    assert repeats(history.meetings) == 0
    assert max(seconds) < 5


def test_leaders_meet_again_where_repeats_are_allowed() -> None:
    history = History()
    history.meetings.update(pairs_at((0, 1, 2)))
    scores = {entry: 360 if entry < 3 else 0 for entry in range(9)}
    lenient = Wishes(LENIENT_COST, restarts=1)
    assert (0, 1, 2) in pods(range(9), scores, (3, 3, 3), history, "x", lenient)
    strict = pods(range(9), scores, (3, 3, 3), history, "x", Wishes(STRICT_COST, restarts=1))
    assert not any({0, 1} <= set(table) for table in strict)


def test_the_same_seed_gives_the_same_tables() -> None:
    history, _ = played(20, 2)
    scores = {entry: entry % 5 * 20 for entry in range(20)}
    order = sorted(scores, key=lambda entry: -scores[entry])
    first, again = (pods(order, scores, (4,) * 5, history, "one") for _ in range(2))
    assert first == again


def test_pairs_to_be_kept_apart_sit_apart() -> None:
    apart = frozenset({frozenset((0, 1)), frozenset((2, 3))})
    tables = pods(range(8), {}, (4, 4), History(), "x", Wishes(apart=apart))
    assert not any({0, 1} <= set(table) or {2, 3} <= set(table) for table in tables)
