"""Round robin: everybody against everybody, all matches dealt at once."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.chance.seeding import seeded
from tournaments.ranking.standings import Groups, stands
from tournaments.stages.dealing import dealt
from tournaments.stages.groups import check_group, group_reasons, round_tables, rounds_of
from tournaments.values.setup import EntryId, TournamentSetup
from tournaments.values.tables import (
    Entrant,
    RoundPlan,
    TableResult,
    ended,
    last_round,
    playing,
    starters,
)


class RoundRobin:
    """Reads table sizes, seeding; games (laps) for two at a table, rounds for more."""

    key = "round_robin"
    accepts_late = False

    def check(self, setup: TournamentSetup, entries: int) -> None:
        """Raise TournamentSetupError if so many cannot be seated."""
        check_group(setup, entries)

    def next_plan(
        self, setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
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
        self, setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
    ) -> bool:
        """Whether every match has ended."""
        return self.next_plan(setup, entries, results) is None and ended(results)

    def qualified(
        self, setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
    ) -> tuple[EntryId, ...]:
        """Nobody: there is one stage."""
        return ()

    def placing(
        self, setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
    ) -> Groups:
        """The standings."""
        return stands(setup, starters(entries), results)
