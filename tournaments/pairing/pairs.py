"""Two at a table: exact matching of maximal weight on a graph of likely pairs.

The order of the wishes: nobody meets again; equal scores; the upper half of a score group against
the lower; those who were paired downwards not again; who both had the first seat not together.
All weights are whole numbers, so the pairing is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import rustworkx

from tournaments.pairing.history import History
from tournaments.pairing.seat_wishes import SeatWish, Strength, seat_wish
from tournaments.values.setup import EntryId

COMPLETE_UP_TO = 64
_WINDOW = 24  # positions round the fold partner
_FOLDED_TO_NEAR = 3  # next neighbours serve those alone who float down: a third is enough
_SCORE = 28  # a whole point apart (60 units) costs 100,800
_REPEAT = 10**12  # more than all else together: the fewest repeats come first
_BYE_SCORE = 10**7
_SAME_SEAT = 200
_SAME_ALTERNATION = 30
_CLASH = 10**10  # less than a repeat, more than any difference of scores


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
    wishes: Sequence[SeatWish] = ()  # where seats are strict

    def weight(self, one: int, other: int) -> int:
        """The edge between two positions of the order, repeats left aside."""
        difference = self.scores[one] - self.scores[other]
        fold = abs(abs(one - other) - self.fold[min(one, other)])
        return -_SCORE * difference * difference - fold - self._seat_cost(one, other)

    def _seat_cost(self, one: int, other: int) -> int:
        if not self.wishes:
            return _SAME_SEAT * (self.lean[one] * self.lean[other] > 0)
        mine, theirs = self.wishes[one], self.wishes[other]
        if mine.seat is None or mine.seat != theirs.seat:
            return 0
        if mine.clashes(theirs):
            return _CLASH
        mild = Strength.MILD in (mine.strength, theirs.strength)
        return _SAME_ALTERNATION if mild else _SAME_SEAT

    def clash(self, one: int, other: int) -> bool:
        """Whether both must have the same seat, where seats are strict."""
        return bool(self.wishes) and self.wishes[one].clashes(self.wishes[other])

    def repeated(self, one: int, other: int) -> int:
        """How often the two met; a pair to be kept apart counts as one that met twice."""
        a, b = self.order[one], self.order[other]
        return self.history.met(a, b) + 2 * (frozenset((a, b)) in self.apart)


def paired(
    order: Sequence[EntryId],
    scores: Mapping[EntryId, int],
    history: History,
    apart: frozenset[frozenset[EntryId]] = frozenset(),
    *,
    strict_seats: bool = False,
) -> Paired:
    """Pair the entries, given best first with their scores in units (a win is 60).

    Nobody meets again if any pairing avoids it, otherwise the repeats are as few as possible.
    With an odd number one of those with the fewest byes sits out, the lower scored the rather.
    With strict seats two who must both have the same one meet only to avoid a repeat.
    """
    field = _field(order, scores, history, apart, strict_seats)
    whole = len(order) + len(order) % 2
    matching = _without_repeats(field)
    if 2 * len(matching) < whole and strict_seats:
        matching = _matched(_edges(field, len(order), clashes=True), whole)
    if 2 * len(matching) < whole:
        matching = _matched(_edges(field, len(order), clashes=True, repeats=True), whole)
    return _tables(field, matching)


def _without_repeats(field: _Field) -> set[tuple[int, int]]:
    """The best matching on a graph that widens until everybody has a partner."""
    size = len(field.order)
    width = _WINDOW if size > COMPLETE_UP_TO else size
    while True:
        matching = _matched(_edges(field, width, clashes=False), size + size % 2)
        if 2 * len(matching) == size + size % 2 or width >= size:
            return matching
        width *= 2


def _field(
    order: Sequence[EntryId],
    scores: Mapping[EntryId, int],
    history: History,
    apart: frozenset[frozenset[EntryId]],
    strict_seats: bool,
) -> _Field:
    ranked = [scores.get(entry, 0) for entry in order]
    groups: dict[int, int] = {}
    for score in ranked:
        groups[score] = groups.get(score, 0) + 1
    lean, wishes = [], []
    for entry in order:
        seats = [seat for seat, _ in history.seats.get(entry, ())]
        first = 2 * seats.count(0) - len(seats)
        lean.append((first > 0) - (first < 0))
        if strict_seats:
            wishes.append(seat_wish(seats))
    fold = [max(1, groups[score] // 2) for score in ranked]
    return _Field(order, ranked, fold, lean, history, apart, wishes)


def _edges(
    field: _Field, width: int, *, clashes: bool, repeats: bool = False
) -> Iterator[tuple[int, int, int]]:
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
            if (met == 0 or repeats) and (clashes or not field.clash(one, other)):
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
