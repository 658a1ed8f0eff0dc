"""A fixed, varied set of positions of a game: all its phases, several table sizes and options."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from games.rules.configurations import covering
from games.rules.playout import match_seed, play_match
from games.rules.protocol import Seat
from games.rules.record import replay_record
from games.rules.registry import bots_for, rules_for

_SEED = "understand-lines"
_PER_PHASE = 8
_MOST_CONFIGURATIONS = 5


class Position(NamedTuple):
    """A state in which a seat is asked."""

    state: object
    seat: Seat


@cache
def varied_positions(game: str) -> list[Position]:
    """Positions with full hands first, one of each phase after the other."""
    rules = rules_for(game)
    pools: dict[str, list[tuple[int, Position]]] = {}
    for number, made in enumerate(covering(rules)[:_MOST_CONFIGURATIONS]):
        bots = [bots_for(game)["steady"]] * made.seats
        record = play_match(rules, bots, made.options, match_seed(_SEED, number))
        for phase in replay_record(rules, record):
            state = phase.adjudication.state
            asked = rules.phase(state)
            for seat in asked.awaited if asked is not None else ():
                held = len(set(rules.view(state, seat).hand or ()))
                name = asked.name if asked is not None else ""
                pools.setdefault(name, []).append((held, Position(state, seat)))
    ranked = [
        [position for _held, position in sorted(pool, key=lambda one: -one[0])[:_PER_PHASE]]
        for pool in pools.values()
    ]
    return [pool[index] for index in range(_PER_PHASE) for pool in ranked if index < len(pool)]
