"""Elimination at tables of any size: the best of each table go on, until one table is left."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.chance.seeding import seeded
from tournaments.ranking.standings import Groups
from tournaments.stages.elimination import (
    Progress,
    progress,
    stages,
)
from tournaments.values.setup import EntryId, TournamentSetup
from tournaments.values.tables import (
    Entrant,
    RoundPlan,
    TableResult,
    ended,
    starters,
)


class Elimination:
    """Reads table sizes, advance, games, seeding, points."""

    key = "elimination"
    accepts_late = False

    def check(self, setup: TournamentSetup, entries: int) -> None:
        """Raise TournamentSetupError if so many cannot sit, or all of a table would go on."""
        stages(entries, setup)

    def next_plan(
        self, setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
    ) -> RoundPlan | None:
        """The next match of the open stage, or the first of the next."""
        return self._progress(setup, entries, results).due

    def is_over(
        self, setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
    ) -> bool:
        """Whether the final is played, or nobody is left to play it."""
        return self._progress(setup, entries, results).is_over and ended(results)

    def qualified(
        self, setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
    ) -> tuple[EntryId, ...]:
        """Who goes on from the latest closed stage; after the final, its winner."""
        made = self._progress(setup, entries, results)
        return made.left if made.closed_stages else ()

    def placing(
        self, setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
    ) -> Groups:
        """Who is left, then the others by the stage and the place that they went out with."""
        made = self._progress(setup, entries, results)
        return ((made.left,) if made.left else ()) + made.out

    def _progress(
        self, setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
    ) -> Progress:
        return progress(setup, entries, seeded(setup, starters(entries)), results)
