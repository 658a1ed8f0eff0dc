"""Two worlds that differ only in cards that one viewer must not know, and how play goes on in both.

Pure rules: a match is played to some phase by bots, its hidden cards are dealt anew, and the same
orders are given in both worlds for as long as they are legal in both and the cards that come up
show the viewer nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from games.rules.chance import Chance
from games.rules.configurations import Configuration, configurations
from games.rules.game import AnyRules
from games.rules.playout import Dice, ask_bot
from games.rules.protocol import Seat, Setup
from games.rules.registry import bots_for

DEALS = 8
"""So many other deals are looked at for one in which a seat is forced that is not, or the contrary.
"""

POSITIONS = 5
"""So many positions are tried for that."""

SHORTEST_PLAYED = 3
MOST_PLAYED = 150
MOST_SOUGHT = 80
MOST_CHOICES = 60
ANYBODY = -1
"""No viewer: the position may be any."""


@dataclass(frozen=True, slots=True)
class Step:
    """One phase that both worlds play alike. `is_telling`: a seat has a choice in one alone."""

    number: int
    orders: Mapping[Seat, str]
    is_telling: bool
    goes_on: bool
    """Whether the next phase answers itself, for all to see: it belongs to this step then."""


@dataclass(frozen=True, slots=True)
class Worlds:
    """A position in two deals that the viewer (None: a stranger) cannot tell apart."""

    configuration: Configuration
    viewer: Seat | None
    states: tuple[Any, Any]
    steps: tuple[Step, ...]

    @property
    def is_telling(self) -> bool:
        """Whether a choice that only one of the worlds has comes up."""
        return any(step.is_telling for step in self.steps)


class ViewTellsError(AssertionError):
    """The rules' own view already tells the two deals apart."""


def worlds_of(rules: AnyRules, seed: str, most_steps: int) -> Worlds | None:
    """Two worlds of one match; None where no order is possible in both. The same seed, the same.

    Raises ViewTellsError.
    """
    dice = Dice(seed, "worlds")
    tables = [table for table in configurations(rules) if table.seats > 1]
    best: Worlds | None = None
    for position in range(POSITIONS):
        table = tables[dice.randrange(len(tables))]
        viewer = (*range(table.seats), None)[dice.randrange(table.seats + 1)]
        state = _played(
            rules, table, viewer if position % 2 else ANYBODY, f"{seed} {position}", dice
        )
        if state is None or _answers_itself(rules, state):
            continue
        for deal in range(DEALS):
            chance = Chance(f"{seed} {position} deal {deal}")
            found = _dealt_anew(rules, table, viewer, state, chance, most_steps, dice)
            if found is not None and (best is None or _worth(found) > _worth(best)):
                best = found
            if best is not None and best.is_telling:
                return best
    return best


def _dealt_anew(
    rules: AnyRules,
    table: Configuration,
    viewer: Seat | None,
    state: Any,
    chance: Chance,
    most_steps: int,
    dice: Dice,
) -> Worlds | None:
    other = rules.resample(state, viewer, chance)
    if rules.view(state, viewer) != rules.view(other, viewer):
        raise ViewTellsError(f"{rules.key}: the view of {viewer} tells two deals apart")
    if rules.encode(state) == rules.encode(other):
        return None
    steps = _steps(rules, state, other, viewer, most_steps, dice)
    return Worlds(table, viewer, (state, other), steps) if steps else None


def _worth(worlds: Worlds) -> tuple[bool, int]:
    return worlds.is_telling, len(worlds.steps)


def _played(
    rules: AnyRules, table: Configuration, viewer: Seat | None, seed: str, dice: Dice
) -> Any | None:
    """A position in the middle of a match of random orders.

    For a viewer, if the next phases have it, one where a seat has no choice and they cannot see it.
    """
    state = rules.start(Setup(table.seats, table.options, Chance(seed))).state
    bot = bots_for(rules.key)["random"]
    least = SHORTEST_PLAYED + dice.randrange(MOST_PLAYED)
    for phase in range(least + (0 if viewer == ANYBODY else MOST_SOUGHT)):
        opened = rules.phase(state)
        if opened is None:
            return None
        if phase >= least and any(
            seat != viewer and _is_forced_unseen(rules, state, seat) for seat in opened.awaited
        ):
            return state
        orders = {seat: ask_bot(rules, bot, state, seat, dice) for seat in opened.awaited}
        state = rules.adjudicate(state, orders).state
    return state if rules.phase(state) is not None else None


def _is_forced_unseen(rules: AnyRules, state: Any, seat: Seat) -> bool:
    legal = list(islice(rules.legal_orders(state, seat), 2))
    return len(legal) == 1 and not rules.is_forced_openly(state, seat)


def _steps(
    rules: AnyRules, one: Any, two: Any, viewer: Seat | None, most: int, dice: Dice
) -> tuple[Step, ...]:
    steps: list[Step] = []
    while len(steps) < most or steps[-1].goes_on:
        opened = rules.phase(one)
        if opened is None or rules.phase(two) != opened:
            break
        orders: dict[Seat, str] = {}
        is_telling = False
        for seat in opened.awaited:
            choices = [_choices(rules, state, seat) for state in (one, two)]
            both = [text for text in choices[0] if text in choices[1]]
            if not both:
                return _whole(steps)
            orders[seat] = both[dice.randrange(len(both))]
            is_telling |= (len(choices[0]) == 1) != (len(choices[1]) == 1)
        made = [
            rules.adjudicate(
                state, {seat: rules.parse_order(state, seat, text) for seat, text in orders.items()}
            )
            for state in (one, two)
        ]
        one, two = made[0].state, made[1].state
        if rules.phase(one) is None or rules.phase(two) is None:
            break
        if _seen(made[0], viewer) != _seen(made[1], viewer):
            break
        if rules.view(one, viewer) != rules.view(two, viewer):
            break
        if rules.phase(one) != rules.phase(two):
            break
        steps.append(Step(opened.number, orders, is_telling, _answers_itself(rules, one)))
    return _whole(steps)


def _answers_itself(rules: AnyRules, state: Any) -> bool:
    opened = rules.phase(state)
    return opened is not None and all(
        rules.is_forced_openly(state, seat) for seat in opened.awaited
    )


def _whole(steps: list[Step]) -> tuple[Step, ...]:
    """Without those at the end whose further course is not known."""
    while steps and steps[-1].goes_on:
        steps.pop()
    return tuple(steps)


def _choices(rules: AnyRules, state: Any, seat: Seat) -> list[str]:
    legal = islice(rules.legal_orders(state, seat), MOST_CHOICES)
    return [rules.format_order(order) for order in legal]


def _seen(made: Any, viewer: Seat | None) -> list[Any]:
    return [
        (event.kind, event.data)
        for event in made.events
        if event.seen_by is None or (viewer is not None and viewer in event.seen_by)
    ]
