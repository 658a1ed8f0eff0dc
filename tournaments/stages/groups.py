"""Groups in which everybody meets everybody: their rounds, tables and reasons."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairing.schedules import round_robin
from tournaments.pairing.table_sizes import table_sizes
from tournaments.ranking.standings import Groups
from tournaments.stages.reasons import Because, by_circle
from tournaments.stages.schedule import drawn_for, scheduled_tables
from tournaments.values.setup import EntryId, TournamentSetup, TournamentSetupError
from tournaments.values.tables import (
    TableResult,
)


def rounds_of(setup: TournamentSetup, entries: int) -> int:
    """How many rounds: for two at a table all that the circle has, `games` times over."""
    if setup.table_size > 2:
        return setup.rounds
    return (entries - 1 + entries % 2) * setup.games


def round_tables(
    setup: TournamentSetup,
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
    setup: TournamentSetup,
    groups: Sequence[Sequence[EntryId]],
    here: set[EntryId],
    results: Sequence[TableResult],
) -> Because:
    """Why `round_tables` seats those of each group as it does."""
    return by_circle if setup.table_size == 2 else drawn_for(setup, groups, here, results)


def check_group(setup: TournamentSetup, entries: int) -> None:
    """Raise TournamentSetupError if so many cannot make a group."""
    if setup.table_size > 2:
        table_sizes(entries, setup.table_size, setup.smallest, setup.largest)
    elif entries < 2:
        raise TournamentSetupError("too_few_entries", entries=entries, smallest=2)
    if setup.rounds < 1 or setup.games < 1:
        raise TournamentSetupError("rounds", rounds=setup.rounds, games=setup.games)


def divided(order: Sequence[EntryId], group_size: int) -> Groups:
    """The seeds dealt to and fro over as many groups as the size asks for, as even as can be."""
    count = max(1, -(-len(order) // group_size))
    groups: list[list[EntryId]] = [[] for _ in range(count)]
    for index, entry in enumerate(order):
        lap, step = divmod(index, count)
        groups[count - 1 - step if lap % 2 else step].append(entry)
    return tuple(tuple(group) for group in groups)


def group_round(
    setup: TournamentSetup,
    groups: Groups,
    here: set[EntryId],
    results: Sequence[TableResult],
    number: int,
) -> list[tuple[EntryId, ...]]:
    """The tables of all groups in that round of theirs; a group that is through has none."""
    tables: list[tuple[EntryId, ...]] = []
    for group in groups:
        if number <= rounds_of(setup, len(group)):
            own = [one for one in results if set(one.seats) & set(group)]
            tables += round_tables(setup, group, here, own, number)
    return tables
