"""Heats dealt all at once, then a cut, semi-finals and a final of several matches each.

The default for slow tables: nobody waits in the heats, and the last stages, which settle who wins,
are long enough not to be a lottery.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats import settings
from tournaments.formats.base import (
    Entrants,
    Format,
    Ranking,
    Results,
    StandingsPart,
)
from tournaments.outlook.simulations import (
    EventSimulation,
    Goal,
    PointsSimulation,
    WorldEnd,
    eliminated,
    stage_simulation,
)
from tournaments.outlook.worlds import PointsTally, World
from tournaments.pairing.table_sizes import sizes_with_byes
from tournaments.ranking.cuts import is_decided
from tournaments.ranking.standings import Groups, ranked, stands
from tournaments.stages.elimination import Progress, progress, stages
from tournaments.stages.schedule import scheduled_round
from tournaments.values.setup import EntryId, TournamentSetup, TournamentSetupError
from tournaments.values.tables import (
    RoundPlan,
    TableResult,
    ended,
    last_round,
    playing,
    starters,
)


class Heats(Format):
    """Reads rounds (the heats), table sizes, cut, advance, games, points, tie-breaks, seeding,
    half_byes.

    The heats' tables come from one schedule, so that nobody meets again where that can be.
    """

    key = "heats"
    place_in_lists = 10
    settings = (
        settings.TABLE_SIZE,
        settings.UNEVEN,
        settings.ROUNDS.usually(4),
        settings.CUT.usually(16),
        settings.ADVANCE,
        settings.GAMES.usually(3),
        settings.HALF_BYES,
    )
    usual_entries = 8
    proposed_at = range(3, 7)
    sends_out = True
    ranking = Ranking.PARTS

    def check(self, setup: TournamentSetup, entries: int) -> None:
        """Raise TournamentSetupError if the entries, or those after the cut, cannot be seated."""
        sizes_with_byes(entries, setup)
        if setup.rounds < 1:
            raise TournamentSetupError("rounds", rounds=setup.rounds)
        stages(min(setup.cut, entries), setup)

    def next_plan(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> RoundPlan | None:
        """The next heat, until all are dealt; then the stages after the cut."""
        number = last_round(results) + 1
        if number <= setup.rounds:
            return scheduled_round(setup, starters(entries), results, number, self.key)
        later = self._after_the_cut(setup, entries, results)
        return later.due if later else None

    def is_over(self, setup: TournamentSetup, entries: Entrants, results: Results) -> bool:
        """Whether the final is played, or too few are left for a heat."""
        later = self._after_the_cut(setup, entries, results)
        if later is not None:
            return later.is_over and ended(results)
        return ended(results) and self.next_plan(setup, entries, results) is None

    def simulation(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> EventSimulation | None:
        """The heats' open tables, the cut, and the stages after it."""
        later = self._after_the_cut(setup, entries, results)
        if not results or later is not None:
            number = setup.rounds + 1
            return stage_simulation(setup, entries, later, results, number) if later else None
        here = playing(starters(entries), setup.rounds + 1)
        cut = min(setup.cut, len(here))

        def goes_on(world: World, tally: PointsTally) -> WorldEnd:
            through = tally.ranked(here, world.chance)[:cut]
            return WorldEnd(eliminated(world, setup, through), through)

        return PointsSimulation(setup, entries, results, (), Goal.CUT, cut, goes_on)

    def qualified(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> tuple[EntryId, ...]:
        """Who made the cut; later, who goes on from the latest closed stage."""
        later = self._after_the_cut(setup, entries, results)
        return later.left if later else ()

    def placing(self, setup: TournamentSetup, entries: Entrants, results: Results) -> Groups:
        """The heats' standings, and above them whoever made the cut, by the stages that follow."""
        entries = starters(entries)
        heats = stands(setup, entries, _heats(setup, results))
        later = self._after_the_cut(setup, entries, results)
        if later is None:
            return heats
        above = ((later.left,) if later.left else ()) + later.out
        through = {entry for group in above for entry in group}
        below = (tuple(one for one in group if one not in through) for group in heats)
        return above + tuple(group for group in below if group)

    def _after_the_cut(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> Progress | None:
        """The stages after the cut; None while the heats can still change who makes it."""
        number = setup.rounds + 1
        if last_round(results) < setup.rounds:
            return None
        heats = _heats(setup, results)
        order = ranked(setup, starters(entries), heats)
        reached = {entry for one in results if one.round == number for entry in one.seats}
        stay = reached or playing(entries, number)
        order = [entry for entry in order if entry in stay]
        cut = len(reached) or min(setup.cut, len(order))
        if not reached and not is_decided(setup, order, heats, cut):
            return None
        return progress(setup, entries, order[:cut], results, number)

    def parts(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> tuple[StandingsPart, ...]:
        """The standings after the heats."""
        heats = tuple(_heats(setup, results))
        return (StandingsPart(self.key, 1, tuple(starters(entries)), heats),) if entries else ()

    def reaching_stages(self, setup: TournamentSetup, entries: int) -> int:
        """Who makes the cut."""
        return min(setup.cut, entries)


def _heats(setup: TournamentSetup, results: Sequence[TableResult]) -> list[TableResult]:
    return [result for result in results if result.round <= setup.rounds]


FORMAT = Heats()
