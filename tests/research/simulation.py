"""A whole tournament played by bots of known strength, and what its rounds were like.

Strengths are normal; a table's order is drawn by Plackett and Luce's model. All chance comes from
the tournament's seed, so the same set-up plays the same tournament.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from statistics import fmean

from tests.research.predictions import finishing_order, kendall_tau, normal
from tournaments.chance.lots import stream
from tournaments.formats.base import Format
from tournaments.pairing.history import Pair, pairs_at
from tournaments.ranking.points import table_points
from tournaments.rating.elo import NEWCOMER
from tournaments.values.setup import EntryId, TournamentSetup
from tournaments.values.tables import Entrant, RoundPlan, TableResult, closed, opened

RATING_POINTS = 400 / 2.302585  # that a strength of 1 is worth: 400 points are odds of 10 to 1
RATING_ERROR = 0.5
GAME_POINTS_STEP, GAME_POINTS_SCATTER = 10, 10

Progress = Callable[[int], object]


def seat_imbalance(seats: Sequence[tuple[int, int]], size: int) -> int:
    """The largest less the smallest count of one's seats, of the tables of that size."""
    counts = [sum(1 for one in seats if one == (seat, size)) for seat in range(size)]
    return max(counts) - min(counts)


class StuckError(RuntimeError):
    """A tournament that is not over, has no open match and deals no round: a format's fault."""


@dataclass(frozen=True, slots=True)
class Chances:
    """How often, of a hundred: a place is shared with the next one, a player leaves a match."""

    ties: int = 0
    forfeits: int = 0


@dataclass(frozen=True, slots=True)
class DealtRound:
    """One round as it was dealt; spreads are of the points known then, a figure a table.

    `repeats` counts meetings that were not the pair's first, the tournament's until now.
    `least_spreads` are those of cutting the same entries in the order of their points; `seconds`
    are the processor's. Rounds of one `wave` were dealt together.
    """

    plan: RoundPlan
    spreads: tuple[Fraction, ...]
    least_spreads: tuple[Fraction, ...]
    repeats: int
    seconds: float
    wave: int


@dataclass(frozen=True, slots=True)
class Simulated:
    """A tournament that was played to its end, or until no more rounds were wanted."""

    entries: tuple[Entrant, ...]
    strengths: dict[EntryId, float]
    results: tuple[TableResult, ...]
    rounds: tuple[DealtRound, ...]
    placing: tuple[tuple[EntryId, ...], ...]
    is_over: bool
    meetings: Counter[Pair]

    @property
    def repeats(self) -> int:
        """How many meetings were not the pair's first."""
        return self.rounds[-1].repeats if self.rounds else 0

    @property
    def most_meetings(self) -> int:
        """How often those two met who met most often."""
        return max(self.meetings.values(), default=0)

    def seat_imbalances(self, table_size: int) -> list[int]:
        """Each entry's largest less smallest count of its seats, at tables of that size."""
        seats: dict[EntryId, list[tuple[int, int]]] = {entry.id: [] for entry in self.entries}
        for table in self.results:
            for seat, entry in enumerate(table.seats):
                seats[entry].append((seat, len(table.seats)))
        return [seat_imbalance(own, table_size) for own in seats.values()]

    def true_rank(self, entry: EntryId) -> int:
        """The entry's rank by strength, 1 for the strongest."""
        return 1 + sum(other > self.strengths[entry] for other in self.strengths.values())

    def rank_correlation(self) -> float:
        """Kendall's tau between strengths and places."""
        placed = [(entry, -place) for place, group in enumerate(self.placing) for entry in group]
        return kendall_tau(
            [self.strengths[entry] for entry, _ in placed], [place for _, place in placed]
        )


@dataclass(slots=True)
class _Run:
    """A tournament under way."""

    format: Format
    setup: TournamentSetup
    entries: tuple[Entrant, ...]
    strengths: dict[EntryId, float]
    chance: Random
    chances: Chances
    tables: dict[tuple[int, int], TableResult] = field(default_factory=dict)
    points: dict[EntryId, Fraction] = field(default_factory=dict)
    meetings: Counter[Pair] = field(default_factory=Counter)
    repeats: int = 0
    rounds: list[DealtRound] = field(default_factory=list)
    wave: int = 1

    def deal(self) -> bool:
        """Deal the next round, if there is one now."""
        begun = time.process_time()
        plan = self.format.next_plan(self.setup, self.entries, list(self.tables.values()))
        seconds = time.process_time() - begun
        if plan is None:
            return False
        for table in plan.tables:
            for pair in pairs_at(table.entries):
                self.repeats += self.meetings[pair] > 0
                self.meetings[pair] += 1
        spreads, least = self._spreads(plan)
        self.rounds.append(DealtRound(plan, spreads, least, self.repeats, seconds, self.wave))
        for result in opened(plan):
            self._take(result)
        return True

    def play(self) -> bool:
        """Play all open tables, the last dealt first; False if there is none."""
        waiting = [table for table in self.tables.values() if table.is_open]
        self.wave += 1
        for table in reversed(waiting):
            self._take(played(table, self.strengths, self.chance, self.chances))
        return bool(waiting)

    def _take(self, table: TableResult) -> None:
        self.tables[table.round, table.table] = table
        for entry, earned in table_points(self.setup.points, table).items():
            self.points[entry] = self.points.get(entry, Fraction(0)) + earned

    def _spreads(self, plan: RoundPlan) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
        none = Fraction(0)
        tables = [
            [self.points.get(entry, none) for entry in table.entries]
            for table in plan.tables
            if not table.is_bye
        ]
        order = iter(sorted((points for table in tables for points in table), reverse=True))
        cut = [[next(order) for _ in table] for table in tables]
        return tuple(map(_spread, tables)), tuple(map(_spread, cut))


def simulate(
    format_: Format,
    setup: TournamentSetup,
    entries: int,
    *,
    spread: float = 1.0,
    chances: Chances | None = None,
    most_rounds: int | None = None,
    advance: Progress | None = None,
) -> Simulated:
    """Play a tournament of so many entries to its end, or until `most_rounds` were dealt.

    Strengths have the standard deviation `spread`; ratings are known with an error of half that
    of skill. `advance` is told how many
    rounds were dealt. Raises TournamentSetupError if the format refuses the set-up,
    and StuckError if the tournament neither ends nor goes on.
    """
    format_.check(setup, entries)
    chance = stream(setup.seed, "simulation")
    strengths = {entry: spread * normal(chance) for entry in range(1, entries + 1)}
    field_ = tuple(
        Entrant(entry, rating=_rating(strength + RATING_ERROR * normal(chance)))
        for entry, strength in strengths.items()
    )
    run = _Run(format_, setup, field_, strengths, chance, chances or Chances())
    while most_rounds is None or len(run.rounds) < most_rounds:
        if run.deal():
            if advance:
                advance(len(run.rounds))
        elif not run.play():
            break
    while run.play():  # what was dealt last
        pass
    results = tuple(run.tables.values())
    is_over = format_.is_over(setup, field_, results)
    if not is_over and most_rounds is None:
        raise StuckError(f"{setup.format} stopped after {len(run.rounds)} rounds")
    placing = format_.placing(setup, field_, results)
    return Simulated(field_, strengths, results, tuple(run.rounds), placing, is_over, run.meetings)


def played(
    table: TableResult, strengths: dict[EntryId, float], chance: Random, chances: Chances
) -> TableResult:
    """The open table with a result: places, ties, game points that fit them, and who left."""
    order = finishing_order(chance, [strengths[entry] for entry in table.seats])
    ranked = [table.seats[seat] for seat in order]
    left = [entry for entry in ranked if chance.random() * 100 < chances.forfeits]
    stayed = [entry for entry in ranked if entry not in left] or ranked
    forfeits = frozenset(left) if len(left) < len(ranked) else frozenset[EntryId]()
    places: dict[EntryId, int] = {}
    for index, entry in enumerate(stayed):
        tied = index > 0 and chance.random() * 100 < chances.ties
        places[entry] = places[stayed[index - 1]] if tied else index + 1
    places |= dict.fromkeys(forfeits, len(stayed) + 1)
    return closed(table, places, _game_points(places, chance), forfeits)


def _game_points(places: dict[EntryId, int], chance: Random) -> dict[EntryId, int]:
    """Points that fall with the places and are equal where these are."""
    worth: dict[int, int] = {}
    total = 0
    for place in sorted(set(places.values()), reverse=True):
        total += GAME_POINTS_STEP + int(GAME_POINTS_SCATTER * chance.random())
        worth[place] = total
    return {entry: worth[place] for entry, place in places.items()}


def _rating(strength: float) -> int:
    return round(NEWCOMER.points + RATING_POINTS * strength)


def _spread(points: Sequence[Fraction]) -> Fraction:
    return max(points) - min(points)


def mean_of(spreads: Iterable[Fraction]) -> float:
    """The mean as a plain number; 0 of none."""
    listed = [float(spread) for spread in spreads]
    return fmean(listed) if listed else 0.0
