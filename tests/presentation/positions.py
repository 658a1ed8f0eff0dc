"""Positions and events of real matches, for tests that read everything a game can say."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from games.catalogue.wild_cards.rules.state import WildState
from games.rules.chance import Chance
from games.rules.configurations import covering
from games.rules.playout import Dice, LegalOrders
from games.rules.protocol import Decision, Event, GameView, Seat, Setup
from games.rules.registry import rules_for

ROOT = Path(__file__).resolve().parent.parent.parent
NAMES = {0: "Anna", 1: "Bo", 2: "Carla", 3: "Dirk", 4: "Esra"}
RULES = rules_for("wild-cards")


class Position(NamedTuple):
    """A state of a match with the events that led to it."""

    state: WildState
    events: tuple[Event, ...]
    seats: int

    @property
    def names(self) -> dict[Seat, str]:
        return {seat: NAMES[seat] for seat in range(self.seats)}

    @property
    def viewers(self) -> tuple[Seat | None, ...]:
        return (*range(self.seats), None)

    def views(self) -> Iterator[GameView]:
        return (RULES.view(self.state, viewer) for viewer in self.viewers)

    def decisions(self) -> Iterator[tuple[Seat, Decision]]:
        phase = RULES.phase(self.state)
        for seat in phase.awaited if phase else ():
            yield seat, RULES.decision(self.state, seat)


@cache
def positions() -> tuple[Position, ...]:
    """Every position of matches in which each table size and option occurs."""
    return tuple(
        position
        for configuration in covering(RULES)
        for number in range(4)
        for position in _match(configuration.seats, configuration.options, f"words-{number}")
    )


def _match(seats: int, options: object, seed: str) -> Iterator[Position]:
    dice = Dice(seed, "orders")
    step = RULES.start(Setup(seats, options, Chance(seed)))
    yield Position(step.state, step.events, seats)
    while phase := RULES.phase(step.state):
        orders = {seat: _some_order(step.state, seat, dice) for seat in phase.awaited}
        step = RULES.adjudicate(step.state, orders)
        yield Position(step.state, step.events, seats)


def _some_order(state: WildState, seat: Seat, dice: Dice) -> object:
    """One of the first legal orders: by the rules' fixed order, so that no bot's skill matters."""
    orders = list(islice(RULES.legal_orders(state, seat), 60))
    return orders[dice.randrange(len(orders))]


def legal(position: Position, seat: Seat) -> LegalOrders[WildState, object]:
    """The legal orders of an awaited seat, listed lazily."""
    return LegalOrders(RULES, position.state, seat)


def literals_in_calls(folder: Path, accepts: str) -> set[str]:
    """First arguments, where they are texts, of calls whose name matches, in a folder's sources.

    `accepts` is the end of a function's name: `tell`, `Error`.
    """
    found = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _name(node.func).endswith(accepts) and node.args:
                found |= {
                    str(part.value)
                    for part in _alternatives(node.args[0])
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                }
    return found


def _alternatives(node: ast.expr) -> list[ast.expr]:
    return [node.body, node.orelse] if isinstance(node, ast.IfExp) else [node]


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
