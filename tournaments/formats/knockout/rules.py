"""Single knockout for two at a table: each match is dealt when both its sides stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from tournaments.chance.seeding import seeded
from tournaments.formats import settings
from tournaments.formats.base import Entrants, Format, Ranking, Results
from tournaments.outlook.simulations import BracketSimulation, EventSimulation
from tournaments.ranking.standings import Groups
from tournaments.stages.bracket import Bracket
from tournaments.stages.bracket_plans import BracketMatch, single
from tournaments.values.setup import EntryId, TournamentSetup, TournamentSetupError
from tournaments.values.tables import RoundPlan, ended, starters


class Knockout(Format):
    """Reads seeding, games, third_place; the table size is 2."""

    key = "knockout"
    place_in_lists = 40
    settings: ClassVar[tuple[settings.Setting, ...]] = (settings.GAMES, settings.THIRD_PLACE)
    is_for_two = True
    sends_out = True
    ranking = Ranking.NONE

    def check(self, setup: TournamentSetup, entries: int) -> None:
        """Raise TournamentSetupError unless two play at a table and there are two entries."""
        if setup.table_size != 2:
            raise TournamentSetupError("two_at_a_table", wanted=setup.table_size)
        if entries < 2:
            raise TournamentSetupError("too_few_entries", entries=entries, smallest=2)

    def matches(self, setup: TournamentSetup, entries: int) -> Sequence[BracketMatch]:
        """All matches of the bracket for so many."""
        return single(entries, setup.third_place)

    def bracket(self, setup: TournamentSetup, entries: Entrants, results: Results) -> Bracket:
        """The whole bracket as it stands, for whoever draws it."""
        seeds = seeded(setup, starters(entries))
        return Bracket(setup, entries, seeds, self.matches(setup, len(seeds)), results)

    def next_plan(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> RoundPlan | None:
        """The matches that are ready, of the earliest round."""
        return self.bracket(setup, entries, results).next_plan()

    def is_over(self, setup: TournamentSetup, entries: Entrants, results: Results) -> bool:
        """Whether the last match is settled."""
        return self.bracket(setup, entries, results).is_over and ended(results)

    def simulation(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> EventSimulation | None:
        """The bracket from where it stands."""
        if not results or self.is_over(setup, entries, results):
            return None
        return BracketSimulation(self.bracket(setup, entries, results))

    def qualified(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> tuple[EntryId, ...]:
        """Who can still win once a match has been played; at the end the winner."""
        return self.placing(setup, entries, results)[0] if results else ()

    def placing(self, setup: TournamentSetup, entries: Entrants, results: Results) -> Groups:
        """Who is left, then the losers of each level, the latest first."""
        return self.bracket(setup, entries, results).placing()


FORMAT = Knockout()
