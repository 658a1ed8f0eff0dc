"""Elimination at tables of any size: the best of each table go on, until one table is left."""

from __future__ import annotations

from tournaments.chance.seeding import seeded
from tournaments.formats import settings
from tournaments.formats.base import (
    Entrants,
    Format,
    Ranking,
    Results,
)
from tournaments.outlook.simulations import EventSimulation, stage_simulation
from tournaments.ranking.standings import Groups
from tournaments.stages.elimination import (
    Progress,
    progress,
    stages,
)
from tournaments.values.setup import EntryId, TournamentSetup
from tournaments.values.tables import (
    RoundPlan,
    ended,
    starters,
)


class Elimination(Format):
    """Reads table sizes, advance, games, seeding, points."""

    key = "elimination"
    place_in_lists = 70
    settings = (
        settings.TABLE_SIZE,
        settings.UNEVEN,
        settings.ADVANCE.usually(2),
        settings.GAMES,
        settings.REVIEW_HOURS,
    )
    usual_entries = 8
    sends_out = True
    ranking = Ranking.NONE

    def check(self, setup: TournamentSetup, entries: int) -> None:
        """Raise TournamentSetupError if so many cannot sit, or all of a table would go on."""
        stages(entries, setup)

    def next_plan(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> RoundPlan | None:
        """The next match of the open stage, or the first of the next."""
        return self._progress(setup, entries, results).due

    def is_over(self, setup: TournamentSetup, entries: Entrants, results: Results) -> bool:
        """Whether the final is played, or nobody is left to play it."""
        return self._progress(setup, entries, results).is_over and ended(results)

    def simulation(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> EventSimulation | None:
        """The stages from the one in hand."""
        made = self._progress(setup, entries, results)
        return stage_simulation(setup, entries, made, results) if results else None

    def qualified(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> tuple[EntryId, ...]:
        """Who goes on from the latest closed stage; after the final, its winner."""
        made = self._progress(setup, entries, results)
        return made.left if made.closed_stages else ()

    def placing(self, setup: TournamentSetup, entries: Entrants, results: Results) -> Groups:
        """Who is left, then the others by the stage and the place that they went out with."""
        made = self._progress(setup, entries, results)
        return ((made.left,) if made.left else ()) + made.out

    def _progress(self, setup: TournamentSetup, entries: Entrants, results: Results) -> Progress:
        return progress(setup, entries, seeded(setup, starters(entries)), results)

    def reaching_stages(self, setup: TournamentSetup, entries: int) -> int:
        """All of them."""
        return entries


FORMAT = Elimination()
