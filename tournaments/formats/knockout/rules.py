"""Single and double knockout for two at a table: each match is dealt when both its sides stand."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.chance.seeding import seeded
from tournaments.ranking.standings import Groups
from tournaments.stages.bracket import Bracket
from tournaments.stages.bracket_plans import double, single
from tournaments.values.setup import EntryId, TournamentSetup, TournamentSetupError
from tournaments.values.tables import Entrant, RoundPlan, TableResult, ended, starters


class Knockout:
    """Reads seeding, games, third_place and, if double, grand_final; the table size is 2."""

    accepts_late = False

    def __init__(self, key: str, *, is_double: bool) -> None:
        self.key = key
        self.is_double = is_double

    def check(self, setup: TournamentSetup, entries: int) -> None:
        """Raise TournamentSetupError unless two play at a table and there are two entries."""
        if setup.table_size != 2:
            raise TournamentSetupError("two_at_a_table", wanted=setup.table_size)
        if entries < 2:
            raise TournamentSetupError("too_few_entries", entries=entries, smallest=2)

    def bracket(
        self, setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
    ) -> Bracket:
        """The whole bracket as it stands, for whoever draws it."""
        seeds = seeded(setup, starters(entries))
        if self.is_double:
            matches = double(len(seeds), setup.grand_final)
        else:
            matches = single(len(seeds), setup.third_place)
        return Bracket(setup, entries, seeds, matches, results)

    def next_plan(
        self, setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
    ) -> RoundPlan | None:
        """The matches that are ready, of the earliest round."""
        return self.bracket(setup, entries, results).next_plan()

    def is_over(
        self, setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
    ) -> bool:
        """Whether the last match is settled."""
        return self.bracket(setup, entries, results).is_over and ended(results)

    def qualified(
        self, setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
    ) -> tuple[EntryId, ...]:
        """Who can still win once a match has been played; at the end the winner."""
        return self.placing(setup, entries, results)[0] if results else ()

    def placing(
        self, setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
    ) -> Groups:
        """Who is left, then the losers of each level, the latest first."""
        return self.bracket(setup, entries, results).placing()
