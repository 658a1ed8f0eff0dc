"""A fixed, varied set of positions of a game: all its phases, several table sizes and options."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from games.rules.playout import match_seed, play_match
from games.rules.protocol import OptionValue, Seat
from games.rules.record import replay_record
from games.rules.registry import bots_for, rules_for

_SEED = "understand-lines"
_PER_PHASE = 8
_CONFIGURATIONS: dict[str, tuple[tuple[int, dict[str, OptionValue]], ...]] = {
    "wild-cards": ((3, {}), (4, {"edition": "2020"}), (4, {"leo": True}), (5, {})),
    "wizard": ((3, {}), (4, {"bidding": "hidden"}), (5, {})),
    "cubirds": ((2, {}), (4, {})),
    "emu-ranchers": ((2, {}), (2, {"deck": "courts", "excuse": True})),
}
_ANY: tuple[tuple[int, dict[str, OptionValue]], ...] = ((2, {}), (3, {}), (4, {}))


class Position(NamedTuple):
    """A state in which a seat is asked."""

    state: object
    seat: Seat


@cache
def varied_positions(game: str) -> list[Position]:
    """Positions with full hands first, one of each phase after the other."""
    rules = rules_for(game)
    pools: dict[str, list[tuple[int, Position]]] = {}
    for number, (seats, options) in enumerate(_CONFIGURATIONS.get(rules.key, _ANY)):
        chosen = rules.options.from_mapping(options)
        bots = [bots_for(rules.key)["steady"]] * seats
        record = play_match(rules, bots, chosen, match_seed(_SEED, number))
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
