"""One round in which equals meet, for two and for larger tables."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairing.history import history_of
from tournaments.pairing.larger_tables import (
    LARGE_FIELD,
    LAST_ROUND_COST,
    LENIENT_COST,
    STRICT_COST,
    Wishes,
    pods,
)
from tournaments.pairing.pairs import paired
from tournaments.pairing.table_sizes import sizes_with_byes
from tournaments.values.setup import EntryId, TournamentSetup
from tournaments.values.tables import TableResult, last_round

Tables = list[tuple[EntryId, ...]]


def paired_round(
    setup: TournamentSetup,
    order: Sequence[EntryId],
    scores: dict[EntryId, int],
    results: Sequence[TableResult],
) -> Tables:
    """One round for the entries, given best first with their scores in units; byes come last."""
    history = history_of(results, setup.table_size)
    if setup.table_size == 2:
        pairs = paired(order, scores, history, setup.apart, strict_seats=setup.strict_seats)
        return [*pairs.tables, *([(pairs.bye,)] if pairs.bye is not None else [])]
    sizes, byes = sizes_with_byes(len(order), setup)
    # The lowest sit out, those with fewest byes before the others.
    upwards = order[::-1]
    worst = sorted(upwards, key=lambda entry: history.byes[entry])[:byes]
    seated = [entry for entry in order if entry not in worst]
    number = last_round(results) + 1
    wishes = Wishes(_repeat_cost(setup, len(order), number), setup.apart)
    tables = pods(seated, scores, sizes, history, f"{setup.seed}\nround {number}", wishes)
    return [*tables, *((entry,) for entry in worst)]


def _repeat_cost(setup: TournamentSetup, entries: int, number: int) -> int:
    if setup.strict or entries >= LARGE_FIELD:
        return STRICT_COST
    return LAST_ROUND_COST if number == setup.rounds else LENIENT_COST
