"""How fast the rules are: playouts, checked orders, replays, and states as text.

Ours and the reference engine are done by turns, in slices of some milliseconds. Bounds in time hold
for a machine on which the reference engine takes REFERENCE_ORDER for an order, and grow with it:
another machine, or a busy one, is slower at both.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, cycle, islice
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
from tests.bench.figures import Effort, Figure, at_most, compared, duration, interleaved

LEAST_PLAYED = 0.35
LEAST_ORDERS = 0.7
MOST_REPLAY = 2.0
"""A replayed order takes at most so many times as long as one that is only applied."""

REFERENCE_ORDER = 5.3e-6
MOST_ENCODE_AND_DECODE = 15e-6
MOST_VIEW = 10e-6
MOST_STATE_BYTES = 4096
POSITIONS = 2000
"""So many positions are kept of the playouts; more would only be slower."""

FLOOR = "reference engine"
Work = Callable[[], int]
"""Does something some times, and says how often."""

Records = Sequence[tuple[Configuration, MatchRecord]]


class Position(NamedTuple):
    """A state of a match that was played, and the orders that closed its phase."""

    state: Any
    orders: dict[int, Any]


def rules_figures(seconds: float) -> Iterator[Figure]:
    """Every registered game, in few setups that together have every table size and option."""
    for rules in (game.rules for game in GAMES.values()):
        yield from _figures_of(rules, seconds)


def _figures_of(rules: AnyRules, seconds: float) -> Iterator[Figure]:
    records: list[tuple[Configuration, MatchRecord]] = []
    played = _by_turns({FLOOR: _reference_matches(), "ours": _matches(rules, records)}, seconds)
    yield compared(
        f"{rules.key}: random playouts, orders", played["ours"], played[FLOOR], least=LEAST_PLAYED
    )
    positions = _positions(rules, records)
    texts = [rules.encode(position.state) for one in positions for position in one]
    efforts = _by_turns(
        {
            FLOOR: _reference_orders(),
            "applied": _applied(rules, records),
            "replayed": _replays(rules, records),
            "encoded": _each(positions, lambda one: rules.encode(one.state)),
            "decoded": _each([texts], rules.decode),
            "viewed": _each(positions, lambda one: rules.view(one.state, next(iter(one.orders)))),
        },
        seconds,
    )
    floor, applied, replayed = (efforts[name] for name in (FLOOR, "applied", "replayed"))
    yield compared(f"{rules.key}: orders checked and applied", applied, floor, least=LEAST_ORDERS)
    yield _times(f"{rules.key}: replay, per order", replayed, applied)
    both = Effort(1, 0.0, efforts["encoded"].each + efforts["decoded"].each)
    yield _bounded(f"{rules.key}: encode and decode a state", both, MOST_ENCODE_AND_DECODE, floor)
    yield _bounded(f"{rules.key}: view of one seat", efforts["viewed"], MOST_VIEW, floor)
    largest = max(len(text.encode()) for text in texts)
    yield at_most(f"{rules.key}: largest state", largest, MOST_STATE_BYTES, "bytes")


def _by_turns(works: Mapping[str, Work], seconds: float) -> dict[str, Effort]:
    """Like `interleaved`, counting what the works say that they did."""
    done: dict[str, list[int]] = {name: [] for name in works}

    def counted(name: str) -> Callable[[], object]:
        return lambda: done[name].append(works[name]())

    efforts = interleaved({name: counted(name) for name in works}, seconds)
    for name, effort in efforts.items():
        effort.count = sum(done[name][-effort.count :])
    return efforts


def _reference_matches() -> Work:
    chance, seeds = random.Random(1), count()
    return lambda: len(reference_engine.random_match(next(seeds), chance))


def _reference_orders() -> Work:
    """Applies the orders of the next match to its first state."""
    chance = random.Random(1)
    matches = cycle([(seed, reference_engine.random_match(seed, chance)) for seed in range(50)])

    def work() -> int:
        seed, orders = next(matches)
        reference_engine.replayed(seed, orders)
        return len(orders)

    return work


def _matches(rules: AnyRules, records: list[tuple[Configuration, MatchRecord]]) -> Work:
    """Plays the next match of random orders and keeps its record, the setups in turn."""
    bot = next(iter(bots_for(rules.key).values()))
    setups = cycle(covering(rules))

    def work() -> int:
        setup = next(setups)
        seed = match_seed("bench", len(records))
        record = play_match(rules, [bot] * setup.seats, setup.options, seed)
        records.append((setup, record))
        return len(record.orders)

    return work


def _applied(rules: AnyRules, records: Records) -> Work:
    """Checks and applies the orders of the next match from its first state on, a few a setup."""
    matches = []
    for setup in dict.fromkeys(setup for setup, _record in records):
        some = (record for other, record in records if other == setup)
        matches += [list(_positions_of(rules, setup, record)) for record in islice(some, 3)]
    turns = cycle(matches)

    def work() -> int:
        positions = next(turns)
        state, orders = positions[0].state, 0
        for position in positions:
            state = rules.adjudicate(state, position.orders).state
            orders += len(position.orders)
        return orders

    return work


def _each(groups: Sequence[Sequence[Any]], work: Callable[[Any], object]) -> Work:
    """`work` on each of the next group."""
    turns = cycle(groups)

    def once() -> int:
        group = next(turns)
        for one in group:
            work(one)
        return len(group)

    return once


def _positions(rules: AnyRules, records: Records) -> list[list[Position]]:
    """Some positions of every setup, as many of each, from whole matches."""
    setups = dict.fromkeys(setup for setup, _record in records)
    share = POSITIONS // len(setups)
    found: dict[Configuration, list[Position]] = {setup: [] for setup in setups}
    for setup, record in records:
        if len(found[setup]) < share:
            found[setup] += _positions_of(rules, setup, record)
    return [positions[:share] for positions in found.values()]


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


def _replays(rules: AnyRules, records: Records) -> Work:
    """Plays the next journal again from its texts, the deal included; the setups in turn."""
    turns = cycle(records)

    def work() -> int:
        setup, record = next(turns)
        for _step in replay(rules, _setup_of(setup, record), record.orders):
            pass
        return len(record.orders)

    return work


def _setup_of(setup: Configuration, record: MatchRecord) -> Setup[Any]:
    return Setup(setup.seats, setup.options, Chance(record.seed))


def _times(name: str, ours: Effort, other: Effort) -> Figure:
    times = ours.each / other.each
    return Figure(
        name,
        f"cpu {duration(ours.each)}",
        f"cpu {duration(other.each)}",
        1 / times,
        f"≤ {MOST_REPLAY:.2f} × applying",
        times <= MOST_REPLAY,
        ours.each,
    )


def _bounded(name: str, ours: Effort, most: float, floor: Effort) -> Figure:
    bound = most * floor.each / REFERENCE_ORDER
    return Figure(
        name,
        f"cpu {duration(ours.each)}",
        f"cpu {duration(floor.each)}",
        floor.each / ours.each,
        f"≤ {duration(bound)}",
        ours.each <= bound,
        ours.each,
    )
