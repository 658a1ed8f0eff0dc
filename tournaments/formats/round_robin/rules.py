"""Round robin: everybody against everybody, all matches dealt at once."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.chance.seeding import seeded
from tournaments.formats import settings
from tournaments.formats.base import (
    Entrants,
    Format,
    Results,
)
from tournaments.formats.settings import Setting
from tournaments.outlook.simulations import EventSimulation, points_simulation
from tournaments.ranking.standings import Groups, stands
from tournaments.stages.dealing import dealt
from tournaments.stages.groups import check_group, group_reasons, round_tables, rounds_of
from tournaments.stages.requested_byes import resting, with_requested_byes
from tournaments.values.setup import TournamentSetup
from tournaments.values.tables import (
    RoundPlan,
    last_round,
    playing,
    starters,
)


class RoundRobin(Format):
    """Reads table sizes, seeding; games (laps) for two, rounds and half_byes for larger tables."""

    key = "round_robin"
    place_in_lists = 30
    settings = (
        settings.TABLE_SIZE,
        settings.ROUNDS.usually(4),
        settings.GAMES,
        settings.HALF_BYES,
        settings.PLAY_OFF,
    )
    seats_everybody_again = True
    meets_in_groups = True

    def settings_at(self, sizes: Sequence[int]) -> tuple[Setting, ...]:
        """Where two play, who sits out would leave somebody without an opponent."""
        found = super().settings_at(sizes)
        return tuple(one for one in found if list(sizes) != [2] or one != settings.HALF_BYES)

    def check(self, setup: TournamentSetup, entries: int) -> None:
        """Raise TournamentSetupError if so many cannot be seated."""
        check_group(setup, entries)

    def next_plan(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> RoundPlan | None:
        """The next round, whatever is still open."""
        number = last_round(results) + 1
        order = seeded(setup, starters(entries))
        if number > rounds_of(setup, len(order)):
            return None
        out = resting(setup, starters(entries), number) if setup.table_size > 2 else []
        here = playing(entries, number) - set(out)
        tables = round_tables(setup, order, here, results, number)
        if not tables:
            return None
        because = group_reasons(setup, [order], here, results)
        plan = dealt(setup, number, self.key, tables, results, because)
        return with_requested_byes(plan, out)

    def simulation(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> EventSimulation | None:
        """The open tables: all are dealt at once."""
        return points_simulation(setup, starters(entries), results)

    def placing(self, setup: TournamentSetup, entries: Entrants, results: Results) -> Groups:
        """The standings."""
        return stands(setup, starters(entries), results)


FORMAT = RoundRobin()
