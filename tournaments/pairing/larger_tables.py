"""One round at tables of 3 to 6: equals together, nobody with the same people again.

Sort by score and cut into tables; swap those who have met with others while that helps; then
annealing: several hot runs over all tables in a small field, one cool run in a large one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.chance.lots import stream
from tournaments.pairing.annealing import POINT, Cooling, Search, anneal
from tournaments.pairing.descent import descend
from tournaments.pairing.history import History
from tournaments.pairing.without_repeats import split_without_repeats
from tournaments.values.setup import EntryId

STRICT_COST = 1000 * POINT**2  # an avoidable repeat never pays
LENIENT_COST = 36 * POINT**2
LAST_ROUND_COST = 9 * POINT**2  # leaders meet in the last round of a small field
LARGE_FIELD = 64  # from here on nobody need meet again, and a hot run does harm

# A repeat's cost inside the hot runs, by turns, to let them cross worse ground.
_CROSSING_COSTS = (30 * POINT**2, 100 * POINT**2)
_HOT = Cooling(proposals=120_000, hottest=60, coldest=0.05)
_HOT_PER_PAIR = 200  # proposals in a field too small to need all of them
_COOL = Cooling(proposals=60_000, hottest=1, coldest=0.05)
_APART = 3  # a pair to be kept apart counts like one that has met three times
_SAME_BEST = 3  # so many hot runs with one result are believed


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a round is to be like; `restarts` is the most hot runs that a small field gets."""

    repeat_cost: int = STRICT_COST
    apart: frozenset[frozenset[EntryId]] = frozenset()
    restarts: int = 8


STRICT = Wishes()


def pods(
    order: Sequence[EntryId],
    scores: Mapping[EntryId, int],
    sizes: Sequence[int],
    history: History,
    seed: str,
    wishes: Wishes = STRICT,
) -> tuple[tuple[EntryId, ...], ...]:
    """Seat the entries, given best first, at tables of these sizes, the best table first.

    `scores` are in units (a win is 60). With STRICT_COST nobody meets again if that can be: below
    64 entries what annealing does not find is searched for exhaustively. Who has sat at a short
    table sits at none again before the others. Seat order is not settled here.
    """
    if sum(sizes) != len(order):
        raise ValueError(f"{sum(sizes)} seats for {len(order)} entries")
    search = _start(order, scores, sizes, history, wishes)
    bound = _spread_of_cut(search)
    descend(search)
    if len(order) >= LARGE_FIELD:
        _improve(search, _COOL, seed, bound)
    else:
        _hot_runs(search, seed, wishes, bound)
        _searched(search, sizes, seed, wishes)
    tables = sorted(
        search.tables(), key=lambda table: (-max(search.scores[one] for one in table), min(table))
    )
    return tuple(tuple(order[one] for one in sorted(table)) for table in tables)


def _start(
    order: Sequence[EntryId],
    scores: Mapping[EntryId, int],
    sizes: Sequence[int],
    history: History,
    wishes: Wishes,
) -> Search:
    """Sort and cut; short tables come last, where the lowest scores are."""
    position = {entry: index for index, entry in enumerate(order)}
    known: list[dict[int, int]] = [{} for _ in order]
    for (one, other), times in history.meetings.items():
        if one in position and other in position:
            _add(known, position[one], position[other], times)
    for pair in wishes.apart:
        one, other = sorted(pair)
        if one in position and other in position:
            _add(known, position[one], position[other], _APART)
    return Search(
        [scores.get(entry, 0) for entry in order],
        known,
        [history.short_tables[entry] for entry in order],
        sorted(sizes, reverse=True),
        wishes.repeat_cost,
    )


def _add(known: list[dict[int, int]], one: int, other: int, times: int) -> None:
    known[one][other] = known[other][one] = min(255, known[one].get(other, 0) + times)


def _spread_of_cut(search: Search) -> int:
    """The cost that no tables of these sizes can go below: sort and cut's, without repeats.

    Of mixed sizes it is no bound, and 0 stands for it.
    """
    if any(search.short):
        return 0
    return search.cost() - search.repeat_cost * search.repeats()


def _improve(search: Search, cooling: Cooling, seed: str, bound: int) -> None:
    """One run from here; what is worse at its end is forgotten."""
    before, slots = search.cost(), list(search.slots)
    if before * 20 <= bound * 21:
        return  # within a twentieth of the best that can be
    anneal(search, cooling, stream(seed, "cool"))
    descend(search)
    if search.cost() > before:
        search.slots = slots


def _hot_runs(search: Search, seed: str, wishes: Wishes, bound: int) -> None:
    """Run hot until the best has come up three times, or the runs are used up."""
    best, slots, same = search.cost(), list(search.slots), 0
    hot = replace(_HOT, proposals=min(_HOT.proposals, _HOT_PER_PAIR * len(slots) ** 2))
    for run in range(wishes.restarts):
        if best <= bound or same == _SAME_BEST:
            break
        search.repeat_cost = min(wishes.repeat_cost, _CROSSING_COSTS[run % 2])
        anneal(search, hot, stream(seed, f"hot {run}"))
        search.repeat_cost = wishes.repeat_cost
        descend(search)
        cost = search.cost()
        same = same + 1 if cost == best else int(cost < best)
        if cost < best:
            best, slots = cost, list(search.slots)
    search.slots = slots


def _searched(search: Search, sizes: Sequence[int], seed: str, wishes: Wishes) -> None:
    """If repeats are left, look for tables without them, and improve on these."""
    if wishes.repeat_cost < STRICT_COST or not search.repeats():
        return
    tables = split_without_repeats(sizes, search.met)
    if tables is None:
        return
    # Annealing's slots are ordered by size, then by score.
    tables.sort(key=lambda table: (-len(table), min(table)))
    search.slots = [one for table in tables for one in table]
    _improve(search, _COOL, seed, 0)
