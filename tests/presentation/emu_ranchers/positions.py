"""Positions and events of real matches, for tests that read everything the game can say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from games.catalogue.emu_ranchers.rules import BOTS, EmuRanchers
from games.catalogue.emu_ranchers.rules.options import EmuRanchersOptions
from games.catalogue.emu_ranchers.rules.state import EmuState
from games.catalogue.emu_ranchers.rules.view import EmuRanchersView
from games.presentation import presentation_for
from games.rules.chance import Chance
from games.rules.configurations import configurations
from games.rules.playout import Dice, ask_bot
from games.rules.protocol import Decision, Event, Seat, Setup

RULES = EmuRanchers()
WORDS = presentation_for("emu-ranchers")
NAMES = {0: "Anna", 1: "Bo"}
VIEWERS = (0, 1, None)


class Position(NamedTuple):
    """A state of a match with the events that led to it."""

    state: EmuState
    events: tuple[Event, ...]

    def views(self) -> Iterator[EmuRanchersView]:
        return (RULES.view(self.state, viewer) for viewer in VIEWERS)

    def decisions(self) -> Iterator[tuple[Seat, Decision]]:
        phase = RULES.phase(self.state)
        for seat in phase.awaited if phase else ():
            yield seat, RULES.decision(self.state, seat)


@cache
def positions() -> tuple[Position, ...]:
    """Every position of a short match under each deck, one player random and one steady."""
    tables = [one.options for one in configurations(RULES) if one.options.years == 2]
    return tuple(position for options in tables for position in _match(options))


def _match(options: EmuRanchersOptions) -> Iterator[Position]:
    bots = (BOTS["steady"], BOTS["random"])
    dice = Dice("words", "bots")
    step = RULES.start(Setup(2, options, Chance(f"words {options}")))
    yield Position(step.state, step.events)
    while phase := RULES.phase(step.state):
        orders = {
            seat: ask_bot(RULES, bots[seat], step.state, seat, dice) for seat in phase.awaited
        }
        step = RULES.adjudicate(step.state, orders)
        yield Position(step.state, step.events)
