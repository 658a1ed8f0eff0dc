"""Seats at a table, so that over the rounds everybody has sat everywhere about equally often."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.chance.lots import drawn
from tournaments.pairing.history import History
from tournaments.pairing.seat_wishes import higher_first
from tournaments.values.setup import EntryId

_SPAN = 60  # every table size from 2 to 6 divides it
_STEEP = 4  # a third time in one seat weighs more than any second times of the others


def taken(seats: Sequence[tuple[int, int]], seat: int, size: int) -> int:
    """How much of that seat's part of the table somebody has had: 60 for each same seat.

    At tables of other sizes a seat counts as far as the two parts of the playing order overlap.
    """
    shared = 0
    for past, past_size in seats:
        starts = max(past * _SPAN // past_size, seat * _SPAN // size)
        ends = min((past + 1) * _SPAN // past_size, (seat + 1) * _SPAN // size)
        shared += max(0, ends - starts) * size
    return shared


def seated(table: Sequence[EntryId], history: History, seed: str, name: str) -> tuple[EntryId, ...]:
    """The table in the seat order that is fairest to what all have had; lot settles equal ones.

    The least sum, over all, of the fourth power of how much of the seat they have had.

    Exact: the best way to fill the first seats is found for every group of entries.
    """
    order = drawn(seed, name, table)
    size = len(order)
    best: dict[int, tuple[int, tuple[EntryId, ...]]] = {0: (0, ())}
    for seat in range(size):
        cost = [taken(history.seats.get(entry, ()), seat, size) ** _STEEP for entry in order]
        longer: dict[int, tuple[int, tuple[EntryId, ...]]] = {}
        for group, (sum_so_far, sitting) in best.items():
            for index, entry in enumerate(order):
                if group >> index & 1:
                    continue
                with_entry = group | 1 << index
                total = sum_so_far + cost[index]
                if with_entry not in longer or total < longer[with_entry][0]:
                    longer[with_entry] = (total, (*sitting, entry))
        best = longer
    return best[(1 << size) - 1][1]


def seated_strictly(
    table: Sequence[EntryId], history: History, seed: str, name: str
) -> tuple[EntryId, ...]:
    """Two, given by rank, in the seats that each is due; the lot decides between newcomers."""
    higher, lower = ([seat for seat, _ in history.seats.get(entry, ())] for entry in table)
    first = higher_first(higher, lower)
    if first is None:
        return tuple(drawn(seed, name, table))
    return tuple(table) if first else tuple(reversed(table))
