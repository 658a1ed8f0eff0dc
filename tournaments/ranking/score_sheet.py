"""What the closed tables of a tournament say, looked up by entry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from tournaments.chance.lots import drawn
from tournaments.ranking.points import table_points, winner_points
from tournaments.ranking.round_book import PairWorth, PlayedRound, RoundBook, RoundKind
from tournaments.values.setup import EntryId, TournamentSetup
from tournaments.values.tables import Entrant, TableResult

SCHEDULED = frozenset({"round_robin", "groups", "league"})
"""The formats whose pairs are all fixed beforehand."""
NOTHING, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)


class Encounter(NamedTuple):
    """What became of one opponent at one table: 1 for the better place, a half for the same."""

    round: int
    opponent: EntryId
    score: Fraction
    is_forfeited: bool = False


class ScoreSheet:
    """What the closed tables say, looked up by entry. Open tables do not exist for it.

    Raises ValueError where a table seats somebody who is no entry.
    """

    def __init__(
        self, setup: TournamentSetup, entries: Sequence[Entrant], results: Iterable[TableResult]
    ) -> None:
        self.setup = setup
        self.ratings = {entry.id: entry.rating for entry in entries}
        self.tables: dict[EntryId, list[TableResult]] = {entry.id: [] for entry in entries}
        self._all_met: dict[frozenset[EntryId], bool] = {}
        self.earned: dict[EntryId, list[Fraction]] = {entry.id: [] for entry in entries}
        self._open: list[TableResult] = []
        for table in sorted(results, key=lambda table: (table.round, table.table)):
            if table.is_open:
                self._open.append(table)
                continue
            if not self.tables.keys() >= set(table.seats):
                raise ValueError(f"round {table.round}, table {table.table} seats a stranger")
            for entry, points in table_points(setup.points, table).items():
                self.tables[entry].append(table)
                self.earned[entry].append(points)

    @cached_property
    def points(self) -> dict[EntryId, Fraction]:
        """Everybody's tournament points, byes included."""
        return {entry: sum(earned, NOTHING) for entry, earned in self.earned.items()}

    @cached_property
    def encounters(self) -> dict[EntryId, list[Encounter]]:
        """Everybody's opponents in the order of the rounds, then of the seats."""
        found: dict[EntryId, list[Encounter]] = {entry: [] for entry in self.tables}
        for entry, tables in self.tables.items():
            for table in tables:
                for opponent in table.seats:
                    if opponent != entry and opponent not in table.annulled:
                        score = pair_score(table, entry, opponent)
                        forfeited = bool(table.forfeits)
                        found[entry].append(Encounter(table.round, opponent, score, forfeited))
        return found

    @cached_property
    def shared(self) -> dict[tuple[EntryId, EntryId], tuple[Fraction, int]]:
        """What the first of the two earned at tables shared with the second, and at how many."""
        found: dict[tuple[EntryId, EntryId], tuple[Fraction, int]] = {}
        for entry, tables in self.tables.items():
            for table, points in zip(tables, self.earned[entry], strict=True):
                for other in table.seats:
                    before, times = found.get((entry, other), (NOTHING, 0))
                    found[entry, other] = before + points, times + 1
        return found

    @cached_property
    def lots(self) -> dict[EntryId, int]:
        """How many entries the lot has put behind each."""
        order = drawn(self.setup.seed, "standings", self.tables)
        return {entry: len(order) - index for index, entry in enumerate(order, start=1)}

    @cached_property
    def win_rates(self) -> dict[EntryId, Fraction]:
        """The share of matches won; of a first place shared by two each has half."""
        return {
            entry: sum((win_share(table, entry) for table in tables), NOTHING)
            / max(1, sum(not table.is_bye for table in tables))
            for entry, tables in self.tables.items()
        }

    @cached_property
    def book(self) -> RoundBook | None:
        """The rounds as FIDE's rules read them; None where more than two sit at a table."""
        closed = [table for own in self.tables.values() for table in own]
        if self.setup.table_size != 2 or any(len(table.seats) > 2 for table in closed):
            return None
        win = winner_points(self.setup.points)
        begun = sorted({table.round for table in closed})
        lines = {
            entry: self._rounds_of(entry, begun, self._running[entry]) for entry in self.tables
        }
        scheduled = self.setup.format in SCHEDULED
        return RoundBook(lines, len(begun), PairWorth(win, win / 2), scheduled=scheduled)

    @cached_property
    def _running(self) -> dict[EntryId, list[TableResult]]:
        running: dict[EntryId, list[TableResult]] = {entry: [] for entry in self.tables}
        for table in self._open:
            for entry in table.seats:
                running.setdefault(entry, []).append(table)
        return running

    def _rounds_of(
        self, entry: EntryId, begun: Sequence[int], running: Sequence[TableResult]
    ) -> list[PlayedRound]:
        """The entry's tables, and the rounds that it sat out while others have finished theirs."""
        lines = [
            pair_line(table, entry, points)
            for table, points in zip(self.tables[entry], self.earned[entry], strict=True)
        ]
        lines += [pair_line(table, entry, NOTHING) for table in running]
        here = {line.number for line in lines}
        lines += [PlayedRound(one, RoundKind.ABSENT) for one in begun if one not in here]
        return sorted(lines, key=lambda line: line.number)

    def all_met(self, tied: frozenset[EntryId]) -> bool:
        """Whether everybody of these has met everybody else of them."""
        if tied not in self._all_met:
            self._all_met[tied] = all(tied <= self._opponents[one] | {one} for one in tied)
        return self._all_met[tied]

    @cached_property
    def _opponents(self) -> dict[EntryId, set[EntryId]]:
        return {
            entry: {one.opponent for one in encounters}
            for entry, encounters in self.encounters.items()
        }

    def byes(self, entry: EntryId) -> list[TableResult]:
        """The entry's byes."""
        return [table for table in self.tables[entry] if table.is_bye]


def pair_line(table: TableResult, entry: EntryId, points: Fraction) -> PlayedRound:
    """One side of a table for two, or a bye, as a round of the entry."""
    if table.is_bye:
        kind = RoundKind.HALF_BYE if table.is_half_bye else RoundKind.PAIRING_BYE
        return PlayedRound(table.round, kind, points)
    first = table.seats[0] == entry
    opponent = table.seats[1] if first else table.seats[0]
    if table.is_open:
        return PlayedRound(table.round, RoundKind.OPEN, opponent=opponent, first=first)
    kind = RoundKind.PLAYED
    if table.forfeits:
        kind = RoundKind.LOST_UNPLAYED if entry in table.forfeits else RoundKind.WON_UNPLAYED
    score = pair_score(table, entry, opponent)
    return PlayedRound(table.round, kind, points, score, opponent, first)


def pair_score(table: TableResult, entry: EntryId, opponent: EntryId) -> Fraction:
    """1, a half or nothing for one entry against another at a closed table."""
    if entry in table.forfeits:
        return NOTHING
    mine, theirs = table.places[entry], table.places[opponent]
    if opponent in table.forfeits or mine < theirs:
        return ONE
    return HALF if mine == theirs else NOTHING


def win_share(table: TableResult, entry: EntryId) -> Fraction:
    """What the entry has of the first place; nothing of a bye or of a forfeit."""
    if table.is_bye or entry in table.forfeits or table.places[entry] != 1:
        return NOTHING
    return Fraction(1, sum(place == 1 for place in table.places.values()))
