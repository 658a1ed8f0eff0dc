"""Groups, everybody's matches in them dealt at once, then a knockout of the best of each."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.chance.seeding import seeded
from tournaments.formats import settings
from tournaments.formats.base import (
    Entrants,
    Format,
    Ranking,
    Results,
    StandingsPart,
    divided_parts,
)
from tournaments.outlook.simulations import (
    BracketSimulation,
    EventSimulation,
    Goal,
    PointsSimulation,
    WorldEnd,
    eliminated,
    knocked_out,
    stage_simulation,
)
from tournaments.outlook.worlds import PointsTally, World
from tournaments.ranking.cuts import is_decided
from tournaments.ranking.standings import Groups, ranked, stands
from tournaments.stages.bracket import Bracket
from tournaments.stages.bracket_plans import bracket_size, inside_out, single
from tournaments.stages.dealing import dealt
from tournaments.stages.elimination import progress, stages
from tournaments.stages.groups import (
    check_group,
    divided,
    group_reasons,
    group_round,
    rounds_of,
)
from tournaments.values.setup import EntryId, TournamentSetup, TournamentSetupError
from tournaments.values.tables import (
    Entrant,
    RoundPlan,
    TableResult,
    ended,
    last_round,
    playing,
    starters,
)


class GroupsThenKnockout(Format):
    """Reads group_size, advance (from each group), table sizes, seeding, points, tie-breaks.

    Two at a table: round robins, then a bracket in which those of one group stay apart as long as
    their number allows. More: scheduled rounds, then elimination. `games` counts in both parts.
    """

    key = "groups"
    place_in_lists = 60
    settings = (
        settings.TABLE_SIZE,
        settings.GROUP_SIZE.usually(4),
        settings.ADVANCE.usually(2),
        settings.GAMES,
        settings.THIRD_PLACE,
    )
    usual_entries = 8
    sends_out = True
    meets_in_groups = True
    ranking = Ranking.PARTS

    def check(self, setup: TournamentSetup, entries: int) -> None:
        """Raise TournamentSetupError if a group cannot be seated, or all of one would go on."""
        groups = divided(range(entries), setup.group_size)
        for group in groups:
            check_group(setup, len(group))
            if len(group) <= setup.advance:
                raise TournamentSetupError("all_advance", advance=setup.advance, size=len(group))
        through = len(groups) * setup.advance
        if setup.table_size > 2:
            stages(through, setup)
        elif through < 2:
            raise TournamentSetupError("too_few_advance", advance=through)

    def next_plan(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> RoundPlan | None:
        """The next round of the groups, whatever is open; once it is decided who goes on, the
        tables of the knockout."""
        number = last_round(results) + 1
        groups = self.groups(setup, entries)
        if number <= self._rounds(setup, groups):
            here = playing(entries, number)
            tables = group_round(setup, groups, here, results, number)
            because = group_reasons(setup, groups, here, results)
            return dealt(setup, number, self.key, tables, results, because) if tables else None
        knockout = self._knockout(setup, entries, results)
        return knockout[0] if knockout else None

    def is_over(self, setup: TournamentSetup, entries: Entrants, results: Results) -> bool:
        """Whether the knockout's last match has ended, or nobody is left in the groups."""
        knockout = self._knockout(setup, entries, results)
        if knockout is not None:
            return knockout[1] and ended(results)
        return ended(results) and self.next_plan(setup, entries, results) is None

    def simulation(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> EventSimulation | None:
        """The groups' open tables, then the knockout."""
        if not results or self.is_over(setup, entries, results):
            return None
        groups = self.groups(setup, entries)
        first = self._rounds(setup, groups) + 1
        seeds = self._seeds(setup, entries, results)
        if seeds is not None and setup.table_size > 2:
            made = progress(setup, entries, seeds, results, first)
            return stage_simulation(setup, entries, made, results, first)
        if seeds is not None:
            return BracketSimulation(self._bracket(setup, entries, results, seeds))
        here = playing(entries, first)

        def goes_on(world: World, tally: PointsTally) -> WorldEnd:
            order = tally.ranked(here, world.chance)
            best = [[one for one in order if one in group] for group in groups]
            rows = [
                [row[place] for row in best if place < len(row)] for place in range(setup.advance)
            ]
            through = [one for row in rows for one in sorted(row, key=order.index)]
            if setup.table_size > 2:
                return WorldEnd(eliminated(world, setup, through), through)
            return WorldEnd(knocked_out(world, setup, kept_apart(through, groups)), through)

        return PointsSimulation(
            setup, starters(entries), results, (), Goal.GROUP, setup.advance, goes_on, groups
        )

    def qualified(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> tuple[EntryId, ...]:
        """Who goes on from the groups, later who is left in the knockout."""
        knockout = self._knockout(setup, entries, results)
        return knockout[2][0] if knockout and knockout[2] else ()

    def placing(self, setup: TournamentSetup, entries: Entrants, results: Results) -> Groups:
        """The groups' standings as one, and above them the knockout's places."""
        groups = self.groups(setup, entries)
        table = stands(setup, starters(entries), self._group_results(setup, groups, results))
        knockout = self._knockout(setup, entries, results)
        if knockout is None:
            return table
        through = {entry for group in knockout[2] for entry in group}
        below = (tuple(one for one in group if one not in through) for group in table)
        return knockout[2] + tuple(group for group in below if group)

    def groups(self, setup: TournamentSetup, entries: Sequence[Entrant]) -> Groups:
        """Who plays in which group, each best seed first."""
        return divided(seeded(setup, starters(entries)), setup.group_size)

    def _rounds(self, setup: TournamentSetup, groups: Groups) -> int:
        return max(rounds_of(setup, len(group)) for group in groups)

    def _group_results(
        self, setup: TournamentSetup, groups: Groups, results: Sequence[TableResult]
    ) -> list[TableResult]:
        return [one for one in results if one.round <= self._rounds(setup, groups)]

    def _knockout(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> tuple[RoundPlan | None, bool, Groups] | None:
        """What is due, whether all is over, and the places; None while that is open."""
        seeds = self._seeds(setup, entries, results)
        if seeds is None:
            return None
        if setup.table_size > 2:
            first = self._rounds(setup, self.groups(setup, entries)) + 1
            made = progress(setup, entries, seeds, results, first)
            left = (made.left,) if made.left else ()
            return made.due, made.is_over, left + made.out
        bracket = self._bracket(setup, entries, results, seeds)
        return bracket.next_plan(), bracket.is_over, bracket.placing()

    def _seeds(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> list[EntryId] | None:
        """Who goes on, the groups' winners first; None while an open match can change that.

        Once the knockout is dealt they stay the same, whatever is corrected or ends later.
        """
        groups = self.groups(setup, entries)
        played = self._group_results(setup, groups, results)
        first = self._rounds(setup, groups) + 1
        if last_round(results) < first - 1:
            return None
        reached = {entry for one in results if one.round == first for entry in one.seats}
        stay = reached or playing(entries, first)
        by_place: list[list[EntryId]] = [[] for _ in range(setup.advance)]
        order = ranked(setup, starters(entries), played)
        for group in groups:
            best = [entry for entry in order if entry in group and entry in stay]
            own = [one for one in played if set(one.seats) <= set(group)]
            if not reached and not is_decided(setup, best, own, setup.advance):
                return None
            for place, entry in enumerate(best if reached else best[: setup.advance]):
                by_place[min(place, setup.advance - 1)].append(entry)
        return [one for row in by_place for one in sorted(row, key=order.index)]

    def bracket(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> Bracket | None:
        """The knockout as it stands, for whoever draws it; None while the groups are open.

        Only for two at a table.
        """
        if setup.table_size != 2 or not results:
            return None
        seeds = self._seeds(setup, entries, results)
        return None if seeds is None else self._bracket(setup, entries, results, seeds)

    def _bracket(
        self,
        setup: TournamentSetup,
        entries: Sequence[Entrant],
        results: Sequence[TableResult],
        seeds: Sequence[EntryId],
    ) -> Bracket:
        groups = self.groups(setup, entries)
        order = kept_apart(seeds, groups)
        matches = single(len(order), setup.third_place)
        return Bracket(setup, entries, order, matches, results, self._rounds(setup, groups) + 1)

    def parts(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> tuple[StandingsPart, ...]:
        """The groups' standings."""
        if not entries:
            return ()
        played = [one for one in results if one.stage == self.key]
        return divided_parts("group", self.groups(setup, entries), entries, played)

    def reaching_stages(self, setup: TournamentSetup, entries: int) -> int:
        """The best of each group."""
        return len(divided(range(entries), setup.group_size)) * setup.advance


def kept_apart(seeds: Sequence[EntryId], groups: Groups) -> list[EntryId]:
    """The seeds with as few of one group as can be against each other in the first matches.

    Lower seeds change places, the nearest first, while that makes fewer such matches.
    """
    home = {entry: number for number, group in enumerate(groups) for entry in group}
    order = list(seeds)
    sides = inside_out(bracket_size(len(order)))
    pairs = [sorted(sides[n : n + 2]) for n in range(0, len(sides), 2)]
    met = [(one, other) for one, other in pairs if other < len(order)]

    def clashes(row: Sequence[EntryId]) -> int:
        return sum(home[row[one]] == home[row[other]] for one, other in met)

    for _, low in sorted(met):
        near = sorted(range(len(order) // 2, len(order)), key=lambda n: (abs(n - low), n))
        for other in near:
            trial = list(order)
            trial[low], trial[other] = trial[other], trial[low]
            if clashes(trial) < clashes(order):
                order = trial
                break
    return order


FORMAT = GroupsThenKnockout()
