"""How each kind of stage goes on to its end in one world."""

from __future__ import annotations

import enum
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tournaments.outlook.worlds import WIN, PointsTally, World, by_lot, worths
from tournaments.ranking.standings import PLAY_OFF
from tournaments.stages.bracket import Bracket, EndedMatch
from tournaments.stages.bracket_plans import BracketMatch, Feed, Source, single
from tournaments.stages.dealing import tables_in_order
from tournaments.stages.elimination import Progress, StageShape, serpentine, stages
from tournaments.values.setup import EntryId, TournamentSetup
from tournaments.values.tables import Entrant, TableResult, playing

EQUAL = 0.001
"""Points that differ by less are equal."""


class Goal(enum.StrEnum):
    """What an entrant plays for next, besides winning it all."""

    FIRST = "first"
    TOP = "top"  # among so many at the end
    CUT = "cut"  # among so many who go on
    GROUP = "group"  # among so many of their group
    STAGE = "stage"  # in the next round
    FINAL = "final"
    UP = "up"  # a division, or a table of a ladder


class WorldEnd(NamedTuple):
    """Who came first in a world, who reached the goal, and who moves down."""

    first: EntryId | None
    through: Collection[EntryId]
    down: Collection[EntryId] = ()


class EventSimulation(ABC):
    """The rest of a tournament from where it stands; `needed` is how many reach the goal."""

    goal: Goal
    needed: int = 0

    @abstractmethod
    def end(self, world: World) -> WorldEnd:
        """Play the rest in this world."""

    def sure_with(self, _entry: EntryId) -> int:
        """The worst place in the entry's next match that is enough for the goal whatever others
        do; 0: none is."""
        return 0


Later = Callable[[World, PointsTally], WorldEnd]


class PointsSimulation(EventSimulation):
    """A stage for points: its open tables, then `rounds` with those who play each, paired by
    points, then what follows `later`."""

    def __init__(
        self,
        setup: TournamentSetup,
        entries: Sequence[Entrant],
        results: Sequence[TableResult],
        rounds: Sequence[Sequence[EntryId]],
        goal: Goal,
        needed: int,
        later: Later,
        groups: Sequence[Collection[EntryId]] = (),
    ) -> None:
        self.setup, self.rounds, self.later = setup, rounds, later
        everybody = {one.id for one in entries if not one.is_removed}
        self.groups: Sequence[Collection[EntryId]] = groups or [everybody]
        self.goal, self.needed = goal, needed
        self.tally = PointsTally(setup, [one.id for one in entries], results)
        self.open_tables = [one.seats for one in results if one.is_open]

    def rivals(self, entry: EntryId) -> Collection[EntryId]:
        """Who plays for the same places: all, or the entry's group."""
        return next((group for group in self.groups if entry in group), ())

    def end(self, world: World) -> WorldEnd:
        """Play what is open, then what is yet to be paired."""
        tally = self.tally.copy()
        for seats in self.open_tables:
            tally.take(world.play(seats))
        for here in self.rounds:
            for table in paired(self.setup, tally, here, world):
                tally.take(world.play(table))
        return self.later(world, tally)

    def sure_with(self, entry: EntryId) -> int:
        """By points alone: nobody whom the place could not keep off may have as many."""
        rivals = self.rivals(entry)
        if entry not in rivals:
            return 0
        most = {one: self.tally.points[one] + WIN * self._to_come(one) for one in rivals}
        own = next((len(seats) for seats in self.open_tables if entry in seats), 0)
        size = own or self.setup.table_size
        for place, worth in reversed(list(enumerate(worths(self.setup.points, size), 1))):
            least = self.tally.points[entry] + (worth if self._to_come(entry) else 0.0)
            above = sum(one != entry and points > least - EQUAL for one, points in most.items())
            if above < self.needed:
                return place
        return 0

    def _to_come(self, entry: EntryId) -> int:
        open_ = sum(entry in seats for seats in self.open_tables)
        return open_ + sum(entry in here for here in self.rounds)


PODIUM, PODIUM_FROM = 3, 8
"""Where the standings are the end, the first three count for something among eight."""


def points_simulation(
    setup: TournamentSetup,
    entries: Sequence[Entrant],
    results: Sequence[TableResult],
    rounds: Sequence[Sequence[EntryId]] = (),
) -> EventSimulation | None:
    """What is left where the standings are the end; None where nothing is, or only a play-off."""
    is_open = any(one.is_open for one in results)
    if not results or not (is_open or rounds) or any(one.stage == PLAY_OFF for one in results):
        return None
    stayed = [one.id for one in entries if not one.is_removed]
    needed = PODIUM if len(stayed) >= PODIUM_FROM else 1

    def over(world: World, tally: PointsTally) -> WorldEnd:
        order = tally.ranked(stayed, world.chance)
        return WorldEnd(order[0] if order else None, order[:needed])

    goal = Goal.TOP if needed > 1 else Goal.FIRST
    return PointsSimulation(setup, entries, results, rounds, goal, needed, over)


def paired(
    setup: TournamentSetup, tally: PointsTally, here: Sequence[EntryId], world: World
) -> list[Sequence[EntryId]]:
    """A round's tables, near enough: equals meet, for two the upper half the lower and nobody
    twice while that is easily helped; `here` is by seeding."""
    if setup.table_size > 2:
        drawn = sorted(by_lot(here, world.chance), key=lambda one: -tally.points[one])
        return list(tables_in_order(setup, drawn)) if len(drawn) >= setup.smallest else []
    order = sorted(here, key=lambda one: -tally.points[one])
    tables: list[Sequence[EntryId]] = []
    if len(order) % 2:
        out = next((one for one in reversed(order) if one not in tally.byes), order[-1])
        order.remove(out)
        tables.append((out,))
    while order:
        one = order.pop(0)
        met = {other.opponent for other in tally.met[one]}
        equals = 1 + sum(1 for other in order if tally.points[other] == tally.points[one])
        half = order[equals // 2 :] if equals > 1 else order
        other = next(
            (two for two in half if two not in met),
            next((two for two in order if two not in met), order[0]),
        )
        order.remove(other)
        tables.append((one, other))
    return tables


@dataclass
class TableInHand:
    """A table of a stage: who sits there, what was played, and how many matches are to come."""

    seats: Sequence[EntryId]
    played: Sequence[TableResult]
    to_come: int


def stage_played(
    world: World,
    setup: TournamentSetup,
    tables: Sequence[TableInHand],
    advance: int,
    here: Collection[EntryId],
) -> list[EntryId]:
    """Who goes on from these tables, best first."""
    on: list[tuple[int, float, float, EntryId]] = []
    for table in tables:
        tally = PointsTally(setup, table.seats, table.played)
        for _ in range(table.to_come):
            tally.take(world.play(table.seats))
        order = sorted(
            (one for one in table.seats if one in here),
            key=lambda one: (-tally.points[one], -tally.wins[one], world.chance.random()),
        )
        on += [
            (place, -tally.points[one], world.chance.random(), one)
            for place, one in enumerate(order[:advance])
        ]
    return [one for *_key, one in sorted(on)]


@lru_cache(maxsize=256)
def _shape(entries: int, setup: TournamentSetup) -> StageShape:
    return stages(entries, setup)[0]


def eliminated(world: World, setup: TournamentSetup, left: Sequence[EntryId]) -> EntryId | None:
    """Who wins the stages among these seeds."""
    while len(left) >= max(2, setup.smallest):
        shape = _shape(len(left), setup)
        tables = [TableInHand(seats, (), setup.games) for seats in serpentine(left, shape)]
        left = stage_played(world, setup, tables, 1 if shape.is_final else shape.advance, left)
        if shape.is_final:
            break
    return left[0] if left else None


class StageSimulation(EventSimulation):
    """An elimination from the stage in hand."""

    def __init__(
        self,
        setup: TournamentSetup,
        tables: Sequence[TableInHand],
        shape: StageShape,
        here: Collection[EntryId],
    ) -> None:
        self.setup, self.tables, self.here = setup, tables, here
        self.is_final = shape.is_final
        self.needed = 1 if shape.is_final else shape.advance
        self.goal = Goal.FIRST if shape.is_final else Goal.STAGE

    def end(self, world: World) -> WorldEnd:
        """Play the stage in hand, then those that follow."""
        left = stage_played(world, self.setup, self.tables, self.needed, self.here)
        if self.is_final:
            return WorldEnd(left[0] if left else None, left)
        return WorldEnd(eliminated(world, self.setup, left), left)

    def sure_with(self, entry: EntryId) -> int:
        """Where the table plays one match: a place among those who go on."""
        sits = any(entry in table.seats and table.to_come for table in self.tables)
        return self.needed if sits and self.setup.games == 1 else 0


def stage_simulation(
    setup: TournamentSetup,
    entries: Sequence[Entrant],
    made: Progress,
    results: Sequence[TableResult],
    first_round: int = 1,
) -> EventSimulation | None:
    """What is left of an elimination that has come so far; None when it is over."""
    if made.is_over or len(made.left) < max(2, setup.smallest):
        return None
    number = first_round + made.closed_stages * setup.games
    matches = [one for one in results if number <= one.round < number + setup.games]
    shape = stages(len(made.left), setup)[0]
    seatings = {one.table: one.seats for one in matches}
    tables = [
        TableInHand(seats, played, setup.games - len(played))
        for table, seats in sorted(seatings.items())
        for played in [[one for one in matches if one.table == table and not one.is_open]]
    ]
    tables = tables or [
        TableInHand(seats, (), setup.games) for seats in serpentine(made.left, shape)
    ]
    here = playing(entries, number + setup.games) & {*made.left}
    return StageSimulation(setup, tables, shape, here or {*made.left})


def bracket_played(
    world: World,
    matches: Sequence[BracketMatch],
    seeds: Sequence[EntryId],
    games: int,
    ends: Sequence[EndedMatch | None] = (),
    in_hand: Mapping[int, TableInHand] | None = None,
    here: Collection[EntryId] | None = None,
) -> list[EndedMatch]:
    """Every match of a bracket in a world; `ends` are those settled already."""
    settled: list[EndedMatch] = []

    def side(source: Source) -> EntryId | None:
        if source.feed is Feed.SEED:
            return seeds[source.index] if source.index < len(seeds) else None
        end = settled[source.index]
        return end.winner if source.feed is Feed.WINNER else end.loser

    for index, match in enumerate(matches):
        end = ends[index] if ends else None
        if end is None and match.decider:
            first = settled[match.sides[0].index]
            upper = side(matches[match.sides[0].index].sides[0])
            end = first if first.winner == upper else None
        if end is None:
            table = in_hand.get(index) if in_hand else None
            ids = [one for one in map(side, match.sides) if one is not None]
            end = _duel(world, table or TableInHand(ids, (), games), here)
        settled.append(end)
    return settled


def _duel(world: World, table: TableInHand, here: Collection[EntryId] | None) -> EndedMatch:
    """Who goes on of two; who is not here any more loses what is yet to be dealt."""
    ids = list(table.seats)
    if len(ids) < 2:
        return EndedMatch(ids[0] if ids else None, None)
    score = dict.fromkeys(ids, 0.0)
    if here is not None and not table.played:
        stay = [one for one in ids if one in here]
        if len(stay) == 1:
            return EndedMatch(stay[0], next(one for one in ids if one != stay[0]))
    for played in table.played:
        for one, place in played.places.items():
            score[one] -= place
    for _ in range(table.to_come):
        for one, place in world.play(ids).items():
            score[one] -= place
    one, other = ids
    if score[one] == score[other]:
        score[one] += world.chance.random() - 0.5
    winner = one if score[one] > score[other] else other
    return EndedMatch(winner, other if winner == one else one)


def knocked_out(world: World, setup: TournamentSetup, seeds: Sequence[EntryId]) -> EntryId | None:
    """Who wins a single knockout among these seeds."""
    if len(seeds) < 2:
        return seeds[0] if seeds else None
    return bracket_played(world, single(len(seeds), False), seeds, setup.games)[-1].winner


class BracketSimulation(EventSimulation):
    """A bracket from where it stands."""

    def __init__(self, made: Bracket) -> None:
        self.bracket = made
        self.is_double = any(match.stage == "lower" for match in made.matches)
        main = [i for i, match in enumerate(made.matches) if match.stage != "third_place"]
        self.upper = max((i for i in main if made.matches[i].stage == "upper"), default=main[-1])
        self.last = main[-1]
        self.has_final = not self.is_double or made.matches[self.last].stage == "final"
        waiting = [i for i in main if made.ends[i] is None]
        self.next = [i for i in waiting if self._has_known_side(made.matches[i])]
        self.goal = Goal.FINAL if self.is_double else Goal.STAGE
        if len(waiting) < 2:
            self.goal = Goal.FIRST
        self.needed = 2 if self.is_double else 1
        self.here = {one.id for one in made.entries if one.until_round is None}
        self.in_hand = {i: table for i in waiting if (table := self._in_hand(i)) is not None}

    def _has_known_side(self, match: BracketMatch) -> bool:
        ends = self.bracket.ends
        return any(side.feed is Feed.SEED or ends[side.index] is not None for side in match.sides)

    def _in_hand(self, index: int) -> TableInHand | None:
        """The match with those who were dealt in; None before."""
        made, match = self.bracket, self.bracket.matches[index]
        games = made.setup.games
        number = made.first_round + (match.level - 1) * games
        tables = [made.dealt.get((number + game, match.table)) for game in range(games)]
        dealt = [one for one in tables if one is not None]
        if not dealt:
            return None
        played = [one for one in dealt if not one.is_open]
        return TableInHand(dealt[0].seats, played, games - len(played))

    def end(self, world: World) -> WorldEnd:
        """Play all that is not settled."""
        made = self.bracket
        ends = bracket_played(
            world, made.matches, made.seeds, made.setup.games, made.ends, self.in_hand, self.here
        )
        won = ends[self.last if self.has_final else self.upper].winner
        if self.is_double:
            last = ends[self.last]
            reached = {last.winner, last.loser if self.has_final else won}
        else:
            reached = {ends[index].winner for index in self.next}
        return WorldEnd(won, {one for one in reached if one is not None})

    def sure_with(self, _entry: EntryId) -> int:
        """A single match that is won is enough to be in the next round."""
        return int(not self.is_double and self.bracket.setup.games == 1)
