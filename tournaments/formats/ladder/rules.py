"""A ladder that need not end: the winner of each table moves up a table, the last one down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from tournaments.chance.seeding import seeded
from tournaments.formats import settings
from tournaments.formats.base import (
    Entrants,
    Format,
    Ranking,
    Results,
)
from tournaments.outlook.simulations import EventSimulation, Goal, WorldEnd
from tournaments.outlook.worlds import World
from tournaments.pairing.table_sizes import sizes_with_byes
from tournaments.ranking.cuts import table_ranking
from tournaments.ranking.standings import Groups
from tournaments.stages.dealing import dealt, tables_in_order
from tournaments.stages.reasons import Because
from tournaments.stages.requested_byes import resting, with_requested_byes
from tournaments.values.setup import EntryId, TournamentSetup
from tournaments.values.tables import (
    Reason,
    RoundPlan,
    TableResult,
    closed,
    ended,
    last_round,
    playing,
)


@dataclass(frozen=True)
class Rung(Reason):
    """Neighbours on the ladder, given from the top."""

    code: ClassVar[str] = "rung"
    own: int
    of: int


@dataclass(frozen=True)
class RungBye(Reason):
    """The foot of the ladder sits out."""

    code: ClassVar[str] = "rung_bye"
    own: int
    of: int


@dataclass(frozen=True)
class RungKept(Reason):
    """Asked to sit out, and keeps the rung."""

    code: ClassVar[str] = "rung_kept"


class Ladder(Format):
    """Reads table sizes, seeding, rounds (0: without end), half_byes.

    Who comes late begins at the foot. Meeting again is what a ladder is about.
    """

    key = "ladder"
    place_in_lists = 90
    settings = (
        settings.TABLE_SIZE,
        settings.UNEVEN,
        settings.ROUNDS.usually(0),
        settings.HALF_BYES,
        settings.REVIEW_HOURS,
    )
    accepts_late = True
    seats_everybody_again = True
    ranking = Ranking.NONE

    def check(self, setup: TournamentSetup, entries: int) -> None:
        """Raise TournamentSetupError if so many cannot be seated."""
        sizes_with_byes(entries, setup)

    def rungs(self, setup: TournamentSetup, entries: Entrants, results: Results) -> list[EntryId]:
        """Everybody who plays now, from the top, after the last round that has ended."""
        order: list[EntryId] = []
        for number in range(1, last_round(results) + 2):
            here = playing(entries, number)
            late = [entry for entry in seeded(setup, entries) if entry in here - set(order)]
            order = [entry for entry in order if entry in here] + late
            tables = sorted(
                (one for one in results if one.round == number), key=lambda one: one.table
            )
            if tables and ended(tables):
                order = _moved(setup, order, tables)
        return order

    def next_plan(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> RoundPlan | None:
        """The next round when the last has ended; at the foot some may sit out."""
        number = last_round(results) + 1
        order = self.rungs(setup, entries, results)
        if (setup.rounds and number > setup.rounds) or not ended(results):
            return None
        if len(order) < setup.smallest:
            return None
        out = resting(setup, entries, number)
        tables = tables_in_order(setup, [entry for entry in order if entry not in out])
        plan = dealt(setup, number, self.key, tables, results, by_rungs(order))
        return with_requested_byes(plan, out, RungKept)

    def simulation(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> EventSimulation | None:
        """The round in hand, and if the rounds are numbered those that follow."""
        if not results or self.is_over(setup, entries, results):
            return None
        return _LadderCourse(setup, self.rungs(setup, entries, results), results)

    def is_over(self, setup: TournamentSetup, entries: Entrants, results: Results) -> bool:
        """Whether the last round has ended, or too few are left for it; without a number of
        rounds, never."""
        if not setup.rounds or not ended(results):
            return False
        left = playing(entries, last_round(results) + 1)
        return last_round(results) >= setup.rounds or len(left) < setup.smallest

    def placing(self, setup: TournamentSetup, entries: Entrants, results: Results) -> Groups:
        """The rungs from the top, then whoever has left."""
        order = self.rungs(setup, entries, results)
        others = [entry for entry in seeded(setup, entries) if entry not in set(order)]
        return tuple((entry,) for entry in order) + ((tuple(others),) if others else ())


class _LadderCourse(EventSimulation):
    """A ladder from the round in hand."""

    goal = Goal.UP

    def __init__(self, setup: TournamentSetup, order: list[EntryId], results: Results) -> None:
        number = last_round(results)
        tables = [one for one in results if one.round == number]
        self.setup, self.order = setup, order
        self.tables = [] if ended(tables) else sorted(tables, key=lambda one: one.table)
        self.rounds = max(0, setup.rounds - number)

    def end(self, world: World) -> WorldEnd:
        def after(order: list[EntryId], tables: Sequence[TableResult]) -> list[EntryId]:
            ends = [closed(one, world.play(one.seats)) if one.is_open else one for one in tables]
            return _moved(self.setup, order, ends) if ends else order

        next_ = after(self.order, self.tables or self._tables(self.order))
        rung = {one: number for number, one in enumerate(self.order)}
        up = [one for number, one in enumerate(next_) if number < rung.get(one, 0)]
        down = [one for number, one in enumerate(next_) if number > rung.get(one, number)]
        last = next_
        for _ in range(self.rounds - (not self.tables)):
            last = after(last, self._tables(last))
        return WorldEnd(last[0] if self.setup.rounds else None, up, down)

    def _tables(self, order: list[EntryId]) -> list[TableResult]:
        if len(order) < self.setup.smallest:
            return []
        seatings = enumerate(tables_in_order(self.setup, order), 1)
        return [TableResult(0, number, Ladder.key, tuple(seats)) for number, seats in seatings]


def _moved(
    setup: TournamentSetup, order: Sequence[EntryId], tables: Sequence[TableResult]
) -> list[EntryId]:
    """The order after a round: each table by its result, then neighbours' last and first change.

    Who asked to sit out stands where they stood.
    """
    away = [table.seats[0] for table in tables if table.is_half_bye]
    tables = [table for table in tables if not table.is_half_bye]
    rank = {entry: place for place, entry in enumerate(order)}
    places = {entry: len(order) + n for table in tables for n, entry in enumerate(table.seats)}
    rows = [table_ranking(setup, table.seats, [table], places | rank) for table in tables]
    for upper, lower in reversed(list(pairwise(rows))):
        upper[-1], lower[0] = lower[0], upper[-1]
    played = [entry for row in rows for entry in row]
    line = played + [entry for entry in order if entry not in {*played, *away}]
    for entry in sorted(away, key=lambda one: rank.get(one, len(rank))):
        line.insert(rank.get(entry, len(rank)), entry)
    return line


def by_rungs(order: Sequence[EntryId]) -> Because:
    """Neighbours on a ladder, given from the top."""
    rung = {entry: place for place, entry in enumerate(order, 1)}

    def reasons(table: Sequence[EntryId], entry: EntryId) -> Iterator[Reason]:
        kind = Rung if len(table) > 1 else RungBye
        yield kind(entry, rung[entry], len(rung))

    return reasons


FORMAT = Ladder()
