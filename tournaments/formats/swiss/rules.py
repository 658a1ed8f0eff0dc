"""Swiss, for two and for tables of 3 to 6, in rounds or in waves: equals meet, nobody twice."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.chance.seeding import seeded
from tournaments.pairing.history import history_of
from tournaments.pairing.rounds import paired_round
from tournaments.pairing.table_sizes import sizes_with_byes
from tournaments.ranking.points import in_units, total_points
from tournaments.ranking.standings import Groups, stands
from tournaments.stages.dealing import dealt
from tournaments.stages.reasons import by_points
from tournaments.values.setup import EntryId, TournamentSetup, TournamentSetupError
from tournaments.values.tables import Entrant, RoundPlan, TableResult, ended, last_round, playing


class Swiss:
    """Reads rounds, at_once, table sizes, points, strict, apart.

    A wave of `at_once` rounds is dealt together, from the points at its start, when the wave
    before it has ended. Who comes late starts with the points that there are: none.
    """

    key = "swiss"
    accepts_late = True

    def check(self, setup: TournamentSetup, entries: int) -> None:
        """Raise TournamentSetupError for too few entries, rounds or rounds at once."""
        sizes_with_byes(entries, setup)
        if setup.rounds < 1 or setup.at_once < 1:
            raise TournamentSetupError("rounds", rounds=setup.rounds, at_once=setup.at_once)

    def next_plan(
        self, setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
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
        self, setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
    ) -> bool:
        """Whether all rounds are played, or too few are left for another."""
        number = last_round(results) + 1
        more = number <= setup.rounds and self._enough(setup, entries, number)
        return not more and ended(results)

    def qualified(
        self, setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
    ) -> tuple[EntryId, ...]:
        """Nobody: a Swiss has one stage."""
        return ()

    def placing(
        self, setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
    ) -> Groups:
        """The standings."""
        return stands(setup, entries, results)

    def _enough(self, setup: TournamentSetup, entries: Sequence[Entrant], number: int) -> bool:
        return len(playing(entries, number)) >= setup.smallest
