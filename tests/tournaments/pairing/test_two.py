"""Two at a table: compared with networkx and with every pairing there is."""

import random
from collections.abc import Iterator, Sequence

import networkx
import pytest
import rustworkx

from tests.sizes import sized
from tournaments.pairing.history import History, pair_of
from tournaments.pairing.pairs import paired


def random_history(size: int, rounds: int, seed: int) -> History:
    """So many rounds of chance pairings, byes among them."""
    chance, history = random.Random(seed), History()
    for _ in range(rounds):
        order = list(range(size))
        chance.shuffle(order)
        for one, other in zip(order[::2], order[1::2], strict=False):
            history.meetings[pair_of(one, other)] += 1
        if size % 2:
            history.byes[order[-1]] += 1
    return history


def all_pairings(entries: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Every way to pair an even number of entries."""
    if not entries:
        yield []
        return
    for index in range(1, len(entries)):
        rest = [*entries[1:index], *entries[index + 1 :]]
        for pairs in all_pairings(rest):
            yield [(entries[0], entries[index]), *pairs]


def test_matchings_weigh_what_networkx_finds() -> None:
    chance = random.Random(7)
    for _ in range(sized(150, 1000)):
        size = chance.randrange(6, 21)
        edges = [
            (a, b, chance.randrange(10**9))
            for a in range(size)
            for b in range(a)
            if chance.random() < 0.6
        ]
        ours = rustworkx.PyGraph(multigraph=False)
        ours.add_nodes_from(range(size))
        ours.add_edges_from(edges)
        found = rustworkx.max_weight_matching(ours, max_cardinality=True, weight_fn=int)
        theirs: networkx.Graph[int] = networkx.Graph()
        theirs.add_weighted_edges_from(edges)
        expected = networkx.max_weight_matching(theirs, maxcardinality=True)
        weights = {frozenset((a, b)): weight for a, b, weight in edges}
        assert len(found) == len(expected)
        assert sum(weights[frozenset(pair)] for pair in found) == sum(
            weights[frozenset(pair)] for pair in expected
        )


@pytest.mark.parametrize("size", [4, 6, 8])
def test_repeats_are_the_fewest_of_all_pairings(size: int) -> None:
    for seed in range(sized(20, 60)):
        history = random_history(size, 1 + seed % (size + 1), seed)
        result = paired(range(size), {}, history)
        fewest = min(
            sum(history.met(*pair) for pair in pairs) for pairs in all_pairings(range(size))
        )
        assert sum(history.met(*pair) for pair in result.tables) == fewest


@pytest.mark.parametrize("size", [3, 5, 7])
def test_of_an_odd_number_one_with_the_fewest_byes_sits_out_and_repeats_are_the_fewest(
    size: int,
) -> None:
    for seed in range(sized(20, 60)):
        history = random_history(size, 1 + seed % (size + 1), seed)
        result = paired(range(size), {}, history)
        least = min(history.byes[entry] for entry in range(size))
        fewest = min(
            sum(history.met(*pair) for pair in pairs)
            for bye in range(size)
            if history.byes[bye] == least
            for pairs in all_pairings([entry for entry in range(size) if entry != bye])
        )
        assert result.bye is not None
        assert history.byes[result.bye] == least
        assert sum(history.met(*pair) for pair in result.tables) == fewest


def test_everybody_has_sat_out_once_before_anybody_does_twice() -> None:
    history = History()
    for _ in range(7):
        result = paired(range(7), {}, history)
        assert result.bye is not None
        history.byes[result.bye] += 1
        for pair in result.tables:
            history.meetings[pair_of(*pair)] += 1
    assert set(history.byes.values()) == {1}
    assert set(history.meetings.values()) == {1}


def test_the_lowest_score_sits_out() -> None:
    scores = {0: 120, 1: 60, 2: 60, 3: 60, 4: 0}
    assert paired(range(5), scores, History()).bye == 4


def test_equal_scores_meet_upper_half_against_lower() -> None:
    scores = {entry: 60 if entry < 4 else 0 for entry in range(8)}
    assert paired(range(8), scores, History()).tables == ((0, 2), (1, 3), (4, 6), (5, 7))


def test_pairs_to_be_kept_apart_do_not_meet() -> None:
    apart = frozenset({frozenset((0, 2))})
    assert (0, 2) not in paired(range(4), {}, History(), apart).tables


def test_a_thousand_are_paired_for_six_rounds_without_a_repeat() -> None:
    history, chance = History(), random.Random(3)
    scores = dict.fromkeys(range(1000), 0)
    for _ in range(6):
        order = sorted(scores, key=lambda entry: -scores[entry])
        result = paired(order, scores, history)
        assert len(result.tables) == 500
        for pair in result.tables:
            history.meetings[pair_of(*pair)] += 1
            scores[chance.choice(pair)] += 60
    assert set(history.meetings.values()) == {1}
