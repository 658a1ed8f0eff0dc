"""A promotion league: divisions, each a round robin dealt at once, season after season."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import pairwise

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
from tournaments.outlook.simulations import EventSimulation, Goal, PointsSimulation, WorldEnd
from tournaments.outlook.worlds import PointsTally, World
from tournaments.ranking.cuts import is_decided
from tournaments.ranking.standings import Groups, ranked
from tournaments.stages.dealing import dealt
from tournaments.stages.groups import check_group, group_reasons, group_round, rounds_of
from tournaments.values.setup import EntryId, TournamentSetup, TournamentSetupError
from tournaments.values.tables import Entrant, RoundPlan, TableResult, ended, last_round, playing


def divisions(order: Sequence[EntryId], size: int) -> Groups:
    """The order cut into divisions as even as can be, the best first, none above the size."""
    count = max(1, -(-len(order) // size))
    each, larger = divmod(len(order), count)
    cuts = [n * each + min(n, larger) for n in range(count + 1)]
    return tuple(tuple(order[a:b]) for a, b in pairwise(cuts))


def promoted(tables: Groups, movers: int) -> list[EntryId]:
    """The next season's order: of neighbours the last of one change places with the next's first.

    `tables` are the divisions in the order of their standings.
    """
    rows = [list(table) for table in tables]
    moves = moves_between(tables, movers)
    order: list[EntryId] = []
    for number, row in enumerate(rows):
        came_down = rows[number - 1][-moves[number - 1] :] if number and moves[number - 1] else []
        came_up = rows[number + 1][: moves[number]] if number < len(moves) else []
        start = moves[number - 1] if number else 0
        stop = len(row) - (moves[number] if number < len(moves) else 0)
        order += [*came_down, *row[start:stop], *came_up]
    return order


def moves_between(made: Groups, movers: int) -> list[int]:
    """How many change places between each division and the next."""
    return [min(movers, len(upper) // 2, len(lower) // 2) for upper, lower in pairwise(made)]


def as_dealt(made: Groups, season: Sequence[TableResult]) -> Groups:
    """The divisions as their tables are dealt: a result of the season before that ends or is
    corrected since moves nobody who plays already. Who sits together goes where most belong, and
    the divisions keep their sizes: tables are numbered from the top division down."""
    home = {entry: number for number, division in enumerate(made) for entry in division}
    room, lowest = [len(division) for division in made], 0
    for seats in _together(home.keys(), season):
        belongs = Counter(home[entry] for entry in seats)
        open_to = [n for n in range(lowest, len(made)) if room[n] >= len(seats)]
        lowest = max(open_to or [belongs.most_common(1)[0][0]], key=lambda n: (belongs[n], -n))
        room[lowest] -= len(seats)
        home |= dict.fromkeys(seats, lowest)
    order = [entry for division in made for entry in division]
    return tuple(
        tuple(entry for entry in order if home[entry] == number) for number in range(len(made))
    )


def _together(known: AbstractSet[EntryId], season: Sequence[TableResult]) -> list[list[EntryId]]:
    """Those who are joined by tables, in the order of their first tables."""
    together: list[set[EntryId]] = []
    for table in sorted(season, key=lambda one: (one.round, one.table)):
        joined = set(table.seats) & known
        met = [one for one in together if one & joined]
        if not met:
            together.append(joined)
            continue
        met[0].update(joined, *met[1:])
        together = [one for one in together if one is met[0] or not one & joined]
    return [sorted(one) for one in together if one]


@dataclass(frozen=True, slots=True)
class LeagueSeason:
    """The season that runs: its number, its rounds, its divisions, and whether all is over."""

    number: int
    first_round: int
    last_round: int
    divisions: Groups
    is_over: bool


class League(Format):
    """Reads group_size, advance (how many move between neighbours), seasons, games or rounds.

    A season begins when no open match of the one before can change who moves. Who comes late
    begins in the lowest division of the next season.
    """

    key = "league"
    place_in_lists = 80
    settings = (
        settings.TABLE_SIZE,
        settings.GROUP_SIZE.usually(8),
        settings.ADVANCE.usually(2),
        settings.SEASONS.usually(3),
        settings.GAMES,
    )
    usual_entries = 8
    accepts_late = True
    meets_in_groups = True
    ranking = Ranking.PARTS

    def check(self, setup: TournamentSetup, entries: int) -> None:
        """Raise TournamentSetupError if a division cannot be seated."""
        for division in divisions(range(entries), setup.group_size):
            check_group(setup, len(division))
        if setup.advance * 2 > setup.group_size:
            raise TournamentSetupError("all_advance", advance=setup.advance, size=setup.group_size)

    def season(self, setup: TournamentSetup, entries: Entrants, results: Results) -> LeagueSeason:
        """The season as it stands, followed from the first."""
        first, number = 1, 1
        order: list[EntryId] = []
        while True:
            here = playing(entries, first)
            late = [entry for entry in seeded(setup, entries) if entry in here - set(order)]
            order = [entry for entry in order if entry in here] + late
            made = divisions(order, setup.group_size)
            last = first + max(rounds_of(setup, len(one)) for one in made) - 1
            if len(order) < setup.smallest:
                return LeagueSeason(number, first, last, made, is_over=True)
            played = [one for one in results if first <= one.round <= last]
            made = as_dealt(made, played)
            if last_round(played) < last:
                return LeagueSeason(number, first, last, made, is_over=False)
            if ended(played) and number == setup.seasons:
                return LeagueSeason(number, first, last, made, is_over=True)
            tables = self._tables(setup, entries, made, played)
            is_last = number == setup.seasons
            if is_last or not (last_round(results) > last or _decided(setup, tables, played)):
                return LeagueSeason(number, first, last, made, is_over=False)
            order = promoted(tables, setup.advance)
            first, number = last + 1, number + 1

    def next_plan(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> RoundPlan | None:
        """The season's next round, whatever is open; the next season's first after its end."""
        season = self.season(setup, entries, results)
        number = max(last_round(results) + 1, season.first_round)
        if season.is_over or number > season.last_round:
            return None
        played = [one for one in results if one.round >= season.first_round]
        here, groups = playing(entries, number), season.divisions
        tables = group_round(setup, groups, here, played, number - season.first_round + 1)
        because = group_reasons(setup, groups, here, results)
        return dealt(setup, number, self.key, tables, results, because) if tables else None

    def is_over(self, setup: TournamentSetup, entries: Entrants, results: Results) -> bool:
        """Whether the last season has ended; without a number of seasons, never."""
        if not ended(results):
            return False
        if self.season(setup, entries, results).is_over:
            return True
        return self.next_plan(setup, entries, results) is None

    def simulation(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> EventSimulation | None:
        """The season's open tables: who moves up and down, and who wins the top division."""
        if not results or self.is_over(setup, entries, results):
            return None
        season = self.season(setup, entries, results)
        played = [one for one in results if one.round >= season.first_round]
        moves = [0, *moves_between(season.divisions, setup.advance), 0]

        def season_ends(world: World, tally: PointsTally) -> WorldEnd:
            tables = [tally.ranked(one, world.chance) for one in season.divisions]
            up = [one for n, table in enumerate(tables) for one in table[: moves[n] or int(n == 0)]]
            down = [one for n, row in enumerate(tables) for one in row[len(row) - moves[n + 1] :]]
            return WorldEnd(tables[0][0], up, down)

        here = [one for one in entries if any(one.id in row for row in season.divisions)]
        return PointsSimulation(setup, here, played, (), Goal.UP, 1, season_ends, season.divisions)

    def qualified(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> tuple[EntryId, ...]:
        """Who plays in the top division now."""
        return self.season(setup, entries, results).divisions[0]

    def placing(self, setup: TournamentSetup, entries: Entrants, results: Results) -> Groups:
        """The divisions from the top, each by its standings; then who has left or not begun."""
        season = self.season(setup, entries, results)
        played = [one for one in results if one.round >= season.first_round]
        tables = self._tables(setup, entries, season.divisions, played)
        placed = [entry for table in tables for entry in table]
        others = [entry for entry in seeded(setup, entries) if entry not in set(placed)]
        return tuple((entry,) for entry in placed) + ((tuple(others),) if others else ())

    def _tables(
        self,
        setup: TournamentSetup,
        entries: Sequence[Entrant],
        made: Groups,
        played: Sequence[TableResult],
    ) -> Groups:
        """Each division in the order of its own standings."""
        known = {entry.id: entry for entry in entries}
        return tuple(
            tuple(
                ranked(
                    setup,
                    [known[entry] for entry in division],
                    [one for one in played if set(one.seats) <= set(division)],
                )
            )
            for division in made
        )

    def parts(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> tuple[StandingsPart, ...]:
        """The divisions' standings in the season that runs."""
        if not entries:
            return ()
        season = self.season(setup, entries, results)
        played = [one for one in results if one.round >= season.first_round]
        return divided_parts("division", season.divisions, entries, played)


def _decided(setup: TournamentSetup, tables: Groups, played: Sequence[TableResult]) -> bool:
    """Whether open matches cannot change who moves up or down; `tables` are in their standings."""
    moves = moves_between(tables, setup.advance)
    for up, table, down in zip([0, *moves], tables, [*moves, 0], strict=True):
        own = [one for one in played if set(one.seats) <= set(table)]
        if not all(is_decided(setup, table, own, cut) for cut in (up, len(table) - down)):
            return False
    return True


FORMAT = League()
