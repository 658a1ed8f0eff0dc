"""Positions and phrasings from their data files."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from games.rules.chance import Chance
from games.rules.playout import Dice, ask_bot
from games.rules.protocol import Seat, Setup
from games.rules.registry import bots_for, rules_for
from games.words import Result, understand
from games.words.likelihood.judge import unjudged

HERE = Path(__file__).resolve().parent
_OWN_KEYS = frozenset(("seats", "seed", "after", "seat", "hand"))


class Position(NamedTuple):
    """A seat's decision in a match of bots."""

    game: str
    name: str
    state: Any
    seat: Seat


class Phrasing(NamedTuple):
    """What somebody writes in a position, and what it should come to."""

    game: str
    language: str
    position: str
    text: str
    expected: str


@cache
def positions() -> dict[tuple[str, str], Position]:
    """Every position by game and name."""
    with (HERE / "positions.toml").open("rb") as file:
        described = tomllib.load(file)
    return {
        (game, name): Position(game, name, _state(game, values), values["seat"])
        for game, names in described.items()
        for name, values in names.items()
    }


def _state(game: str, values: dict[str, Any]) -> Any:
    rules, bot = rules_for(game), bots_for(game)["steady"]
    options = {key: value for key, value in values.items() if key not in _OWN_KEYS}
    seed = values["seed"]
    setup = Setup(values["seats"], rules.options.from_mapping(options), Chance(seed))
    state = rules.start(setup).state
    dice = Dice(seed, "bots")
    played = 0
    while played < values["after"]:
        phase = rules.phase(state)
        assert phase is not None
        orders = {seat: ask_bot(rules, bot, state, seat, dice) for seat in phase.awaited}
        played += len(orders)
        state = rules.adjudicate(state, orders).state
    assert played == values["after"]
    hand = rules.view(state, values["seat"]).hand or ()
    assert not values["hand"] or " ".join(hand) == values["hand"], hand
    return state


def phrasings(folder: str = "phrasings") -> Iterator[Phrasing]:
    """Every phrasing of the data files."""
    for path in sorted((HERE / folder).glob("*.toml")):
        game, language = path.stem.rsplit(".", 1)
        with path.open("rb") as file:
            found = tomllib.load(file)
        for position, texts in found.items():
            for text, expected in texts.items():
                yield Phrasing(game, language, position, text, expected)


def read(game: str, place: str, language: str, text: str, names: Sequence[str] = ()) -> Result:
    """How somebody who writes this language is read in a position of the data files, before it is
    judged how likely that is meant."""
    position = positions()[game, place]
    rules = rules_for(game)
    return understand(
        rules, position.state, position.seat, text, [language], names=names, judge=unjudged
    )


__all__ = ["Phrasing", "Position", "phrasings", "positions", "read"]
