"""What the formats share: who plays, in which order, what is dealt, and a dealt round's reasons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise

from tournaments.pairing.history import history_of, pairs_at
from tournaments.pairing.seat_order import seated, seated_strictly
from tournaments.pairing.table_sizes import sizes_with_byes
from tournaments.stages.reasons import Because, RoundCounts, of_the_seat
from tournaments.values.setup import EntryId, TournamentSetup
from tournaments.values.tables import (
    Reason,
    RoundPlan,
    TablePlan,
    TableResult,
)


def dealt(
    setup: TournamentSetup,
    number: int,
    stage: str,
    tables: Iterable[Sequence[EntryId]],
    results: Sequence[TableResult],
    because: Because,
    numbers: Sequence[int] = (),
) -> RoundPlan:
    """The round with its seats, and the reasons that `because` gives; tables for one are byes.

    `numbers` are the tables'; without them they are counted from 1.
    """
    history = history_of(results, setup.table_size)
    made: list[TablePlan] = []
    reasons: list[Reason] = []
    repeats = 0
    for count, table in enumerate(tables):
        table_number = numbers[count] if numbers else count + 1
        name = f"round {number} table {table_number}"
        if setup.strict_seats and len(table) == 2:
            seats = seated_strictly(table, history, setup.seed, name)
        else:
            seats = seated(table, history, setup.seed, name)
        made.append(TablePlan(table_number, seats))
        repeats += sum(history.meetings[pair] > 0 for pair in pairs_at(seats))
        for entry in seats:
            reasons += because(seats, entry)
            reasons += of_the_seat(seats, entry, setup.table_size, history)
    reasons.append(RoundCounts(None, len(made), repeats))
    return RoundPlan(number, stage, tuple(made), tuple(reasons))


def tables_in_order(setup: TournamentSetup, order: Sequence[EntryId]) -> list[Sequence[EntryId]]:
    """The order cut into tables of the sizes that it divides into; who is left over sits alone."""
    sizes, byes = sizes_with_byes(len(order), setup)
    cuts = [0, *accumulate([*sizes, *[1] * byes])]
    return [order[first:last] for first, last in pairwise(cuts)]
