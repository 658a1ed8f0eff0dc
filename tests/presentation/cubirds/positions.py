"""Positions and events of real matches of CuBirds, for tests that read everything it can say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from games.catalogue.cubirds.rules import BOTS, CuBirds
from games.catalogue.cubirds.rules.options import CuBirdsOptions
from games.catalogue.cubirds.rules.state import CuBirdsState
from games.catalogue.cubirds.rules.view import CuBirdsView
from games.presentation import presentation_for
from games.rules.chance import Chance
from games.rules.playout import Dice
from games.rules.protocol import Decision, Event, Seat, Setup

NAMES = {0: "Anna", 1: "Bo", 2: "Carla", 3: "Dirk", 4: "Esra"}
RULES = CuBirds()
WORDS = presentation_for("cubirds")
TABLES = ((1, 1), (1, 12), (2, 0), (3, 0), (5, 0))


class Position(NamedTuple):
    """A state of a match with the events that led to it."""

    state: CuBirdsState
    events: tuple[Event, ...]

    @property
    def names(self) -> dict[Seat, str]:
        return {seat: NAMES[seat] for seat in range(self.state.seats)}

    @property
    def viewers(self) -> tuple[Seat | None, ...]:
        return (*range(self.state.seats), None)

    def views(self) -> Iterator[CuBirdsView]:
        return (RULES.view(self.state, viewer) for viewer in self.viewers)

    def decisions(self) -> Iterator[tuple[Seat, Decision]]:
        for seat in self.state.awaited:
            yield seat, RULES.decision(self.state, seat)


@cache
def positions() -> tuple[Position, ...]:
    """Every position of some random matches at several tables."""
    return tuple(
        position
        for seats, robin_birds in TABLES
        for number in range(2)
        for position in _match(seats, robin_birds, f"words-{number}")
    )


def _match(seats: int, robin_birds: int, seed: str) -> Iterator[Position]:
    dice = Dice(seed, "orders")
    step = RULES.start(Setup(seats, CuBirdsOptions(robin_birds), Chance(seed)))
    yield Position(step.state, step.events)
    while step.state.awaited:
        [seat] = step.state.awaited
        order = BOTS["random"].order({}, RULES.decision(step.state, seat), (), dice)
        step = RULES.adjudicate(step.state, {seat: order})
        yield Position(step.state, step.events)
