"""Round robin: everybody against everybody, all matches dealt at once."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.base import Entry, EntryId, RoundPlan, Setup, SetupError, TableResult
from tournaments.pairing.schedules import round_robin
from tournaments.pairing.table_sizes import table_sizes
from tournaments.stages.dealing import (
    Groups,
    dealt,
    ended,
    last_round,
    playing,
    seeded,
    stands,
    starters,
)
from tournaments.stages.reasons import Because, by_circle
from tournaments.stages.schedule import drawn_for, scheduled_tables


def rounds_of(setup: Setup, entries: int) -> int:
    """How many rounds: for two at a table all that the circle has, `games` times over."""
    if setup.table_size > 2:
        return setup.rounds
    return (entries - 1 + entries % 2) * setup.games


def round_tables(
    setup: Setup,
    order: Sequence[EntryId],
    here: set[EntryId],
    results: Sequence[TableResult],
    number: int,
) -> list[tuple[EntryId, ...]]:
    """The tables of that round of one group, given best first with those still `here`.

    Two at a table follow the circle: whoever should meet somebody who has left has a bye. At
    tables of 3 to 6 a schedule of `setup.rounds` rounds avoids repeats.
    """
    if setup.table_size > 2:
        return scheduled_tables(setup, order, here, results, number)
    circle = round_robin(len(order))
    tables = [
        tuple(order[one] for one in table if order[one] in here)
        for table in circle[(number - 1) % len(circle)]
    ]
    return [table for table in tables if table]


def group_reasons(
    setup: Setup,
    groups: Sequence[Sequence[EntryId]],
    here: set[EntryId],
    results: Sequence[TableResult],
) -> Because:
    """Why `round_tables` seats those of each group as it does."""
    return by_circle if setup.table_size == 2 else drawn_for(setup, groups, here, results)


def check_group(setup: Setup, entries: int) -> None:
    """Raise SetupError if so many cannot make a group."""
    if setup.table_size > 2:
        table_sizes(entries, setup.table_size, setup.smallest, setup.largest)
    elif entries < 2:
        raise SetupError("too_few_entries", entries=entries, smallest=2)
    if setup.rounds < 1 or setup.games < 1:
        raise SetupError("rounds", rounds=setup.rounds, games=setup.games)


class RoundRobin:
    """Reads table sizes, seeding; games (laps) for two at a table, rounds for more."""

    key = "round_robin"
    accepts_late = False

    def check(self, setup: Setup, entries: int) -> None:
        """Raise SetupError if so many cannot be seated."""
        check_group(setup, entries)

    def next_plan(
        self, setup: Setup, entries: Sequence[Entry], results: Sequence[TableResult]
    ) -> RoundPlan | None:
        """The next round, whatever is still open."""
        number = last_round(results) + 1
        order = seeded(setup, starters(entries))
        if number > rounds_of(setup, len(order)):
            return None
        here = playing(entries, number)
        tables = round_tables(setup, order, here, results, number)
        because = group_reasons(setup, [order], here, results)
        return dealt(setup, number, self.key, tables, results, because) if tables else None

    def is_over(
        self, setup: Setup, entries: Sequence[Entry], results: Sequence[TableResult]
    ) -> bool:
        """Whether every match has ended."""
        return self.next_plan(setup, entries, results) is None and ended(results)

    def qualified(
        self, setup: Setup, entries: Sequence[Entry], results: Sequence[TableResult]
    ) -> tuple[EntryId, ...]:
        """Nobody: there is one stage."""
        return ()

    def placing(
        self, setup: Setup, entries: Sequence[Entry], results: Sequence[TableResult]
    ) -> Groups:
        """The standings."""
        return stands(setup, starters(entries), results)
