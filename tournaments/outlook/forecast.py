"""What each entrant has to hope for: the rest of the tournament in many worlds, counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from tournaments.chance.lots import stream
from tournaments.formats.base import Entrants, Results
from tournaments.formats.registry import format_of
from tournaments.outlook.simulations import EventSimulation, Goal
from tournaments.outlook.worlds import Skill, World
from tournaments.values.setup import EntryId, TournamentSetup

SEATS = 500_000
"""Seats played at in all worlds together: this, not the clock, bounds what it costs."""
FEWEST, MOST = 100, 1000


class AfterPlace(NamedTuple):
    """In how many worlds somebody came in at this place next, and what became of them there."""

    worlds: int
    through: int
    first: int


class EntryChances(NamedTuple):
    """In how many worlds an entry reached what; `next` is by the place in its next match.

    The place `sure` in it, or a better one, is enough for the goal whatever the others do (0:
    none is).
    """

    first: int = 0
    through: int = 0
    down: int = 0
    next: tuple[AfterPlace, ...] = ()
    sure: int = 0


@dataclass(frozen=True, slots=True)
class Forecast:
    """What was counted in so many worlds; `needed` of the entries reach the goal, as it says."""

    goal: Goal
    needed: int
    worlds: int
    entries: Mapping[EntryId, EntryChances]

    def share(self, count: int) -> float:
        """A count as a chance: never quite nothing, never quite sure, as befits a sample."""
        return (count + 0.5) / (self.worlds + 1)


@dataclass
class _Counts:
    first: int = 0
    through: int = 0
    down: int = 0
    next: dict[int, list[int]] = field(default_factory=dict)

    def told(self, sure: int) -> EntryChances:
        last = max(self.next, default=0)
        after = tuple(AfterPlace(*self.next.get(place, (0, 0, 0))) for place in range(1, last + 1))
        return EntryChances(self.first, self.through, self.down, after, sure)


def foretold(
    setup: TournamentSetup,
    entries: Entrants,
    results: Results,
    skills: Mapping[EntryId, Skill],
    ties: float = 0.0,
) -> Forecast | None:
    """Play the rest in up to a thousand worlds, always the same; None where nothing can be told.

    What costs much is played less often, but never less than a hundred times.
    """
    simulation = format_of(setup.format).simulation(setup, entries, results)
    if simulation is None:
        return None
    chance = stream(setup.seed, f"outlook {sum(not one.is_open for one in results)}")
    counts = {one.id: _Counts() for one in entries}
    worlds, most, seats = 0, MOST, 0
    while worlds < most:
        seats += _one_world(simulation, chance, skills, ties, counts)
        worlds += 1
        most = max(FEWEST, min(MOST, worlds * SEATS // max(seats, 1)))
    told = {one: found.told(simulation.sure_with(one)) for one, found in counts.items()}
    return Forecast(simulation.goal, simulation.needed, worlds, told)


def _one_world(
    simulation: EventSimulation,
    chance: Random,
    skills: Mapping[EntryId, Skill],
    ties: float,
    counts: Mapping[EntryId, _Counts],
) -> int:
    """Play one world and count it; returns how many seats were played at."""
    world = World(chance, skills, ties)
    first, through, down = simulation.end(world)
    through = frozenset(through)
    if first is not None:
        counts[first].first += 1
    for one in through:
        counts[one].through += 1
    for one in down:
        counts[one].down += 1
    for one, (place, _size) in world.next.items():
        after = counts[one].next.setdefault(place, [0, 0, 0])
        after[0] += 1
        after[1] += one in through
        after[2] += one == first
    return world.seats
