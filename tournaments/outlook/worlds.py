"""One way in which the rest of a tournament may come out: skills, results and who met whom.

A world draws every entrant's skill once, from what is believed of it, and plays each table by
Plackett and Luce's model: whoever is believed too strong is so in all matches of that world.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from tournaments.ranking.points import place_points, table_points, winner_points
from tournaments.ranking.score_sheet import pair_score, win_share
from tournaments.ranking.tie_breaks import tie_breaks_of
from tournaments.values.setup import EntryId, Points, TournamentSetup
from tournaments.values.tables import TableResult

WIN = 60.0
"""What winning a table is worth in a tally."""


class Skill(NamedTuple):
    """What is believed of an entrant, in logits: of two, 1 more makes odds of e to one."""

    mean: float = 0.0
    deviation: float = 0.8


class Met(NamedTuple):
    """Somebody met, and what came of it: 1, a half or 0."""

    opponent: EntryId
    score: float


class NextMatch(NamedTuple):
    """The first match of somebody's in a world, and the place there."""

    place: int
    size: int


@lru_cache(maxsize=64)
def worths(scheme: Points, size: int) -> tuple[float, ...]:
    """What the places of a table of that size are worth, the first first."""
    win = winner_points(scheme)
    if size == 1:
        return (WIN,)
    return tuple(float(place_points(scheme, place, size) / win) * WIN for place in range(size))


class World:
    """Skills drawn, and the chance that each match of this world is played with."""

    def __init__(self, chance: Random, skills: Mapping[EntryId, Skill], ties: float = 0.0) -> None:
        self.chance, self.ties = chance, ties
        self.rates = {
            one: math.exp(skill.mean + skill.deviation * _normal(chance))
            for one, skill in skills.items()
        }
        self.seats = 0
        self.next: dict[EntryId, NextMatch] = {}
        self.usual = 1.0

    def play(self, seats: Sequence[EntryId]) -> dict[EntryId, int]:
        """Everybody's place at a table; a bye is a first place."""
        chance, rates = self.chance.random, self.rates
        if len(seats) == 1:
            return {seats[0]: 1}
        self.seats += len(seats)
        order = sorted(seats, key=lambda one: -math.log(1 - chance()) / rates.get(one, self.usual))
        often = self.ties * len(seats) / 2
        places: dict[EntryId, int] = {}
        for number, one in enumerate(order, 1):
            tied = number > 1 and often and chance() < often
            places[one] = places[order[number - 2]] if tied else number
        for one, place in places.items():
            if one not in self.next:
                self.next[one] = NextMatch(place, len(seats))
        return places


def by_lot(group: Sequence[EntryId], chance: Random) -> list[EntryId]:
    """These in an order of chance."""
    return sorted(group, key=lambda _one: chance.random()) if len(group) > 1 else list(group)


def _normal(chance: Random) -> float:
    return math.sqrt(-2 * math.log(1 - chance.random())) * math.cos(2 * math.pi * chance.random())


class PointsTally:
    """Points, wins and meetings of a stage; a copy for each world goes on from there."""

    def __init__(
        self, setup: TournamentSetup, entries: Iterable[EntryId], results: Iterable[TableResult]
    ) -> None:
        self.setup = setup
        self.points: dict[EntryId, float] = dict.fromkeys(entries, 0.0)
        self.wins: dict[EntryId, float] = dict.fromkeys(self.points, 0.0)
        self.met: dict[EntryId, list[Met]] = {one: [] for one in self.points}
        self.byes: set[EntryId] = set()
        unit = WIN / float(winner_points(setup.points))
        for table in results:
            if table.is_open:
                continue
            for one, earned in table_points(setup.points, table).items():
                if one in self.points:
                    self.points[one] += float(earned) * unit
            self._note(table)

    def _note(self, table: TableResult) -> None:
        here = [one for one in table.seats if one in self.points and one not in table.annulled]
        if table.is_bye:
            self.byes.update(here)
            return
        for one in here:
            self.wins[one] += float(win_share(table, one))
            self.met[one] += [
                Met(other, float(pair_score(table, one, other))) for other in here if other != one
            ]

    def copy(self) -> PointsTally:
        """The same to go on with apart."""
        other = object.__new__(PointsTally)
        other.setup, other.byes = self.setup, set(self.byes)
        other.points, other.wins = dict(self.points), dict(self.wins)
        other.met = {one: list(met) for one, met in self.met.items()}
        return other

    def take(self, places: Mapping[EntryId, int]) -> None:
        """Add a table's result."""
        if len(places) == 1:
            self.byes.update(places)
        worth = worths(self.setup.points, len(places))
        taken = list(places.values())
        for one, place in places.items():
            if one not in self.points:
                continue
            sharing = taken.count(place)
            self.points[one] += sum(worth[place - 1 : place - 1 + sharing]) / sharing
            if len(places) > 1 and place == 1:
                self.wins[one] += 1 / sharing
            self.met[one] += [
                Met(other, 1.0 if place < theirs else 0.5 if place == theirs else 0.0)
                for other, theirs in places.items()
                if other != one
            ]

    def ranked(self, entries: Iterable[EntryId], chance: Random) -> list[EntryId]:
        """These entries by points and tie-breaks, as nearly as is told here; else by chance."""
        groups = _split([list(entries)], self.points)
        for key in tie_breaks_of(self.setup):
            if all(len(group) == 1 for group in groups):
                break
            groups = [
                part
                for group in groups
                for part in (_split([group], self._figures(key, group)) if group[1:] else [group])
            ]
        return [one for group in groups for one in by_lot(group, chance)]

    def _figures(self, key: str, group: Sequence[EntryId]) -> dict[EntryId, float]:
        if key in {"wins", "matches_won"}:
            return {one: self.wins[one] for one in group}
        if key == "head_to_head":
            tied = set(group)
            own = {one: [met for met in self.met[one] if met.opponent in tied] for one in group}
            if any(len({met.opponent for met in met_}) < len(group) - 1 for met_ in own.values()):
                return dict.fromkeys(group, 0.0)
            return {one: sum(met.score for met in met_) for one, met_ in own.items()}
        if key == "sonneborn_berger":
            return {
                one: sum(met.score * self.points.get(met.opponent, 0.0) for met in self.met[one])
                for one in group
            }
        if "buchholz" in key or key == "opponents_points":
            cut = int("cut_1" in key)
            return {
                one: sum(sorted(self.points.get(met.opponent, 0.0) for met in self.met[one])[cut:])
                for one in group
            }
        return dict.fromkeys(group, 0.0)


def _split(
    groups: Iterable[Sequence[EntryId]], figures: Mapping[EntryId, float]
) -> list[list[EntryId]]:
    parted: list[list[EntryId]] = []
    for group in groups:
        by_figure: dict[float, list[EntryId]] = {}
        for one in group:
            by_figure.setdefault(round(figures[one], 6), []).append(one)
        parted += [by_figure[figure] for figure in sorted(by_figure, reverse=True)]
    return parted
