"""Swiss, for two and for tables of 3 to 6, in rounds or in waves: equals meet, nobody twice."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.base import (
    Entry,
    EntryId,
    RoundPlan,
    Setup,
    SetupError,
    TableResult,
)
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
from tournaments.ranking.points import in_units, total_points
from tournaments.stages.dealing import (
    Groups,
    dealt,
    ended,
    last_round,
    playing,
    seeded,
    stands,
)
from tournaments.stages.reasons import by_points

Tables = list[tuple[EntryId, ...]]


class Swiss:
    """Reads rounds, at_once, table sizes, points, strict, apart.

    A wave of `at_once` rounds is dealt together, from the points at its start, when the wave
    before it has ended. Who comes late starts with the points that there are: none.
    """

    key = "swiss"
    accepts_late = True

    def check(self, setup: Setup, entries: int) -> None:
        """Raise SetupError for too few entries, rounds or rounds at once."""
        sizes_with_byes(entries, setup)
        if setup.rounds < 1 or setup.at_once < 1:
            raise SetupError("rounds", rounds=setup.rounds, at_once=setup.at_once)

    def next_plan(
        self, setup: Setup, entries: Sequence[Entry], results: Sequence[TableResult]
    ) -> RoundPlan | None:
        """The next round, if its wave may begin."""
        number = last_round(results) + 1
        if number > setup.rounds or not self._enough(setup, entries, number):
            return None
        if (number - 1) % setup.at_once == 0 and not ended(results):
            return None
        here = playing(entries, number)
        points = total_points(setup.points, results)
        scores = in_units(points, setup.points)
        seeds = [entry for entry in seeded(setup, entries) if entry in here]
        order = sorted(seeds, key=lambda entry: -scores.get(entry, 0))
        because = by_points(order, points, scores, history_of(results, setup.table_size))
        tables = paired_round(setup, order, scores, results)
        return dealt(setup, number, self.key, tables, results, because)

    def is_over(
        self, setup: Setup, entries: Sequence[Entry], results: Sequence[TableResult]
    ) -> bool:
        """Whether all rounds are played, or too few are left for another."""
        number = last_round(results) + 1
        more = number <= setup.rounds and self._enough(setup, entries, number)
        return not more and ended(results)

    def qualified(
        self, setup: Setup, entries: Sequence[Entry], results: Sequence[TableResult]
    ) -> tuple[EntryId, ...]:
        """Nobody: a Swiss has one stage."""
        return ()

    def placing(
        self, setup: Setup, entries: Sequence[Entry], results: Sequence[TableResult]
    ) -> Groups:
        """The standings."""
        return stands(setup, entries, results)

    def _enough(self, setup: Setup, entries: Sequence[Entry], number: int) -> bool:
        return len(playing(entries, number)) >= setup.smallest


def paired_round(
    setup: Setup,
    order: Sequence[EntryId],
    scores: dict[EntryId, int],
    results: Sequence[TableResult],
) -> Tables:
    """One round for the entries, given best first with their scores in units; byes come last."""
    history = history_of(results, setup.table_size)
    if setup.table_size == 2:
        pairs = paired(order, scores, history, setup.apart)
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


def _repeat_cost(setup: Setup, entries: int, number: int) -> int:
    if setup.strict or entries >= LARGE_FIELD:
        return STRICT_COST
    return LAST_ROUND_COST if number == setup.rounds else LENIENT_COST
