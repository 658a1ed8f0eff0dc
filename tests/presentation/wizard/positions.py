"""Positions and events of real matches of Wizard, for tests that read everything it can say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from games.catalogue.wizard.rules import BOTS, Wizard
from games.catalogue.wizard.rules.options import WizardOptions
from games.catalogue.wizard.rules.state import WizardState
from games.catalogue.wizard.rules.view import WizardView
from games.presentation import presentation_for
from games.rules.chance import Chance
from games.rules.playout import Dice
from games.rules.protocol import Decision, Event, Seat, Setup

NAMES = {0: "Anna", 1: "Bo", 2: "Carla", 3: "Dirk", 4: "Esra", 5: "Fiete"}
RULES = Wizard()
WORDS = presentation_for("wizard")
TABLES = (
    (2, WizardOptions(bidding="hidden", clairvoyance=True)),
    (3, WizardOptions(monochrome=True, bidding="blind")),
    (3, WizardOptions(uneven=True, dark_wizard=True)),
    (4, WizardOptions(monochrome=True, clairvoyance=True, bidding="hidden")),
    (6, WizardOptions()),
)


class Position(NamedTuple):
    """A state of a match with the events that led to it."""

    state: WizardState
    events: tuple[Event, ...]
    seats: int

    @property
    def names(self) -> dict[Seat, str]:
        return {seat: NAMES[seat] for seat in range(self.seats)}

    @property
    def viewers(self) -> tuple[Seat | None, ...]:
        return (*range(self.seats), None)

    def views(self) -> Iterator[WizardView]:
        return (RULES.view(self.state, viewer) for viewer in self.viewers)

    def decisions(self) -> Iterator[tuple[Seat, Decision]]:
        for seat in self.state.awaited:
            yield seat, RULES.decision(self.state, seat)


@cache
def positions() -> tuple[Position, ...]:
    """Positions of matches in which every variant occurs: all of the first, then every third."""
    found: list[Position] = []
    for number, (seats, options) in enumerate(TABLES):
        found.extend(list(_match(seats, options, f"words-{number}"))[:: 3 if found else 1])
    return tuple(found)


@cache
def whole_matches() -> tuple[Position, ...]:
    """Every position of the same matches."""
    return tuple(
        position
        for number, (seats, options) in enumerate(TABLES)
        for position in _match(seats, options, f"words-{number}")
    )


def _match(seats: int, options: WizardOptions, seed: str) -> Iterator[Position]:
    dice = Dice(seed, "orders")
    step = RULES.start(Setup(seats, options, Chance(seed)))
    yield Position(step.state, step.events, seats)
    while step.state.awaited:
        orders = {
            seat: BOTS["random"].order({}, RULES.decision(step.state, seat), (), dice)
            for seat in step.state.awaited
        }
        step = RULES.adjudicate(step.state, orders)
        yield Position(step.state, step.events, seats)
