"""Two at a table: exact matching of maximal weight on a graph of likely pairs.

The order of the wishes: nobody meets again; equal scores; the upper half of a score group against
the lower; those who were paired downwards not again; who both had the first seat not together.
All weights are whole numbers, so the pairing is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import rustworkx

from tournaments.pairing.history import History
from tournaments.values.setup import EntryId

COMPLETE_UP_TO = 64
_WINDOW = 24  # positions round the fold partner
_FOLDED_TO_NEAR = 3  # next neighbours serve those alone who float down: a third is enough
_SCORE = 28  # a whole point apart (60 units) costs 100,800
_REPEAT = 10**12  # more than all else together: the fewest repeats come first
_BYE_SCORE = 10**7
_SAME_SEAT = 200


@dataclass(frozen=True, slots=True)
class Paired:
    """The tables in the order of their scores, and who sits out."""

    tables: tuple[tuple[EntryId, EntryId], ...]
    bye: EntryId | None


@dataclass(frozen=True, slots=True)
class _Field:
    """The entries best first, with what the weight of an edge asks for."""

    order: Sequence[EntryId]
    scores: Sequence[int]
    fold: Sequence[int]  # the distance to the wanted partner in the order
    lean: Sequence[int]  # more first than second seats so far: 1, the reverse: -1
    history: History
    apart: frozenset[frozenset[EntryId]]

    def weight(self, one: int, other: int) -> int:
        """The edge between two positions of the order, repeats left aside."""
        difference = self.scores[one] - self.scores[other]
        fold = abs(abs(one - other) - self.fold[min(one, other)])
        same_seat = _SAME_SEAT * (self.lean[one] * self.lean[other] > 0)
        return -_SCORE * difference * difference - fold - same_seat

    def repeated(self, one: int, other: int) -> int:
        """How often the two met; a pair to be kept apart counts as one that met twice."""
        a, b = self.order[one], self.order[other]
        return self.history.met(a, b) + 2 * (frozenset((a, b)) in self.apart)


def paired(
    order: Sequence[EntryId],
    scores: dict[EntryId, int],
    history: History,
    apart: frozenset[frozenset[EntryId]] = frozenset(),
) -> Paired:
    """Pair the entries, given best first with their scores in units (a win is 60).

    Nobody meets again if any pairing avoids it, otherwise the repeats are as few as possible.
    With an odd number one of those with the fewest byes sits out, the lower scored the rather.
    """
    field = _field(order, scores, history, apart)
    size = len(order)
    width = _WINDOW if size > COMPLETE_UP_TO else size
    matching: set[tuple[int, int]] = set()
    while True:
        edges = _edges(field, width)
        matching = _matched(edges, size + size % 2)
        if 2 * len(matching) == size + size % 2 or width >= size:
            break
        width *= 2
    if 2 * len(matching) < size + size % 2:
        matching = _matched(_edges(field, size, repeats=True), size + size % 2)
    return _tables(field, matching)


def _field(
    order: Sequence[EntryId],
    scores: dict[EntryId, int],
    history: History,
    apart: frozenset[frozenset[EntryId]],
) -> _Field:
    ranked = [scores.get(entry, 0) for entry in order]
    groups: dict[int, int] = {}
    for score in ranked:
        groups[score] = groups.get(score, 0) + 1
    lean = []
    for entry in order:
        seats = [seat for seat, _ in history.seats.get(entry, ())]
        first = 2 * seats.count(0) - len(seats)
        lean.append((first > 0) - (first < 0))
    fold = [max(1, groups[score] // 2) for score in ranked]
    return _Field(order, ranked, fold, lean, history, apart)


def _edges(field: _Field, width: int, repeats: bool = False) -> Iterator[tuple[int, int, int]]:
    """Each position with its neighbours below and round its fold partner, and the bye's edges."""
    size = len(field.order)
    neighbours = width if width >= size else width // _FOLDED_TO_NEAR
    for one in range(size):
        near = range(one + 1, min(size, one + 1 + neighbours))
        candidates = [near]
        middle = one + field.fold[one]
        # Whoever is of the lower half stands in the windows of the upper one.
        if middle < size and field.scores[middle] == field.scores[one]:
            first = max(near.stop, middle - width // 2)
            candidates.append(range(first, min(size, middle + width // 2 + 1)))
        for other in chain.from_iterable(candidates):
            met = field.repeated(one, other)
            if met == 0 or repeats:
                yield one, other, field.weight(one, other) - _REPEAT * met
    if size % 2:
        yield from _bye_edges(field)


def _bye_edges(field: _Field) -> Iterator[tuple[int, int, int]]:
    """Who may sit out: those with the fewest byes, the lower scored and lower ranked the rather."""
    fewest = min(field.history.byes[entry] for entry in field.order)
    lowest = min(field.scores)
    for position, entry in enumerate(field.order):
        if field.history.byes[entry] == fewest:
            above = field.scores[position] - lowest
            rank = len(field.order) - position
            yield position, len(field.order), -_BYE_SCORE * above - rank * 10


def _matched(edges: Iterable[tuple[int, int, int]], size: int) -> set[tuple[int, int]]:
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from(list(edges))
    return rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def _tables(field: _Field, matching: set[tuple[int, int]]) -> Paired:
    tables, bye = [], None
    size = len(field.order)
    for one, other in sorted((min(pair), max(pair)) for pair in matching):
        if other == size:
            bye = field.order[one]
        else:
            tables.append((one, other))
    tables.sort(key=lambda pair: (-max(field.scores[one] for one in pair), pair))
    return Paired(tuple((field.order[a], field.order[b]) for a, b in tables), bye)
