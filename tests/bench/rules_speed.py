"""How fast the rules are: playouts, checked orders, replays, and states as text."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any, NamedTuple

from games.rules.chance import Chance
from games.rules.configurations import Configuration, covering
from games.rules.game import AnyRules
from games.rules.journal import replay
from games.rules.playout import match_seed, play_match
from games.rules.protocol import Setup
from games.rules.record import MatchRecord
from games.rules.registry import GAMES, bots_for
from tests.bench import reference_engine
from tests.bench.figures import Effort, Figure, at_most, compared, duration

LEAST_ORDERS = 0.35
MOST_REPLAY = 20e-6
MOST_ENCODE_AND_DECODE = 25e-6
MOST_VIEW = 10e-6
MOST_STATE_BYTES = 4096
POSITIONS = 2000
"""So many positions are kept of the playouts; more would only be slower."""


class Position(NamedTuple):
    """A state of a match that was played, and the orders that closed its phase."""

    state: Any
    orders: dict[int, Any]


def rules_figures(seconds: float) -> Iterator[Figure]:
    """Every registered game, in few setups that together have every table size and option."""
    played, applied = _floors(seconds)
    for rules in (game.rules for game in GAMES.values()):
        setups = covering(rules)
        played_ours, records = Effort(), []
        for setup in setups:
            effort, made = _playouts(rules, setup, seconds / len(setups))
            played_ours = _sum(played_ours, effort)
            records.append((setup, made))
        matches = sum(len(made) for _setup, made in records) / played_ours.wall
        yield compared(
            f"{rules.key}: random playouts, orders",
            played_ours,
            played,
            least=LEAST_ORDERS,
            note=f"{matches:,.0f} matches/s",
        )
        yield from _figures_of(rules, records, applied, seconds)


def _floors(seconds: float) -> tuple[Effort, Effort]:
    """The reference engine's playouts, and its checking of orders that are there."""
    chance = random.Random(1)
    matches: list[list[tuple[int, int]]] = []
    played = _for_so_long(
        lambda number: matches.append(reference_engine.random_match(number, chance)), seconds
    )
    applied = _for_so_long(
        lambda number: reference_engine.replayed(
            number % len(matches), matches[number % len(matches)]
        ),
        seconds,
    )
    played.count *= reference_engine.ORDERS
    applied.count *= reference_engine.ORDERS
    return played, applied


def _playouts(
    rules: AnyRules, setup: Configuration, seconds: float
) -> tuple[Effort, list[MatchRecord]]:
    bot = next(iter(bots_for(rules.key).values()))
    records: list[MatchRecord] = []
    effort = _for_so_long(
        lambda number: records.append(
            play_match(rules, [bot] * setup.seats, setup.options, match_seed("bench", number))
        ),
        seconds,
    )
    effort.count = sum(len(record.orders) for record in records)
    return effort, records


def _figures_of(
    rules: AnyRules,
    records: Sequence[tuple[Configuration, Sequence[MatchRecord]]],
    floor: Effort,
    seconds: float,
) -> Iterator[Figure]:
    positions = _positions(rules, records)
    orders = sum(len(position.orders) for position in positions)
    applied = _over(positions, lambda one: rules.adjudicate(one.state, one.orders), seconds)
    applied.count = applied.count // len(positions) * orders
    yield compared(f"{rules.key}: orders checked and applied", applied, floor, least=LEAST_ORDERS)
    replayed = _replays(rules, records, seconds)
    yield _bounded(f"{rules.key}: replay, per order", replayed, MOST_REPLAY, floor)
    texts = [rules.encode(position.state) for position in positions]
    encoded = _over(positions, lambda one: rules.encode(one.state), seconds / 2)
    decoded = _over(texts, rules.decode, seconds / 2)
    both = Effort(1, 0.0, encoded.each + decoded.each)
    yield _bounded(f"{rules.key}: encode and decode a state", both, MOST_ENCODE_AND_DECODE)
    viewed = _over(positions, lambda one: rules.view(one.state, next(iter(one.orders))), seconds)
    yield _bounded(f"{rules.key}: view of one seat", viewed, MOST_VIEW)
    largest = max(len(text.encode()) for text in texts)
    yield at_most(f"{rules.key}: largest state", largest, MOST_STATE_BYTES, "bytes")


def _positions(
    rules: AnyRules, records: Sequence[tuple[Configuration, Sequence[MatchRecord]]]
) -> list[Position]:
    """Some positions of every setup, as many of each, from whole matches."""
    share = POSITIONS // len(records)
    positions = []
    for setup, made in records:
        found: list[Position] = []
        for record in made:
            found += _positions_of(rules, setup, record)
            if len(found) >= share:
                break
        positions += found[:share]
    return positions


def _positions_of(rules: AnyRules, setup: Configuration, record: MatchRecord) -> Iterator[Position]:
    state = None
    for step in replay(rules, _setup_of(setup, record), record.orders):
        if state is not None:
            orders = {
                entry.seat: rules.parse_order(state, entry.seat, entry.text)
                for entry in step.entries
            }
            yield Position(state, orders)
        state = step.adjudication.state


def _replays(
    rules: AnyRules,
    records: Sequence[tuple[Configuration, Sequence[MatchRecord]]],
    seconds: float,
) -> Effort:
    """Journals played again from their texts, a few of every setup."""
    some = [(setup, record) for setup, made in records for record in made[:5]]
    effort = _over(some, lambda one: list(replay(rules, _setup_of(*one), one[1].orders)), seconds)
    effort.count = effort.count // len(some) * sum(len(record.orders) for _setup, record in some)
    return effort


def _setup_of(setup: Configuration, record: MatchRecord) -> Setup[Any]:
    return Setup(setup.seats, setup.options, Chance(record.seed))


def _bounded(name: str, effort: Effort, most: float, floor: Effort | None = None) -> Figure:
    return Figure(
        name,
        f"cpu {duration(effort.each)}",
        f"cpu {duration(floor.each)}" if floor else "",
        floor.each / effort.each if floor and effort.each else None,
        f"≤ {duration(most)}",
        effort.each <= most,
    )


def _over(things: Sequence[Any], work: Callable[[Any], object], seconds: float) -> Effort:
    """`work` on each of all these things, again and again for so long."""

    def once(_number: int) -> None:
        for thing in things:
            work(thing)

    effort = _for_so_long(once, seconds)
    effort.count *= len(things)
    return effort


def _for_so_long(work: Callable[[int], object], seconds: float) -> Effort:
    effort = Effort()
    ends_at = time.perf_counter() + seconds
    with effort.timed():
        for number in count():
            work(number)
            effort.count += 1
            if time.perf_counter() >= ends_at:
                break
    return effort


def _sum(one: Effort, other: Effort) -> Effort:
    return Effort(one.count + other.count, one.wall + other.wall, one.cpu + other.cpu)
