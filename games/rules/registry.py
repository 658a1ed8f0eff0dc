"""Every game of the service by its key: those of `games/catalogue` and of installed packages."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules

from games import catalogue
from games.rules.game import AnyRules, Game
from games.rules.playout import PLAIN_BOTS
from games.rules.protocol import Bot, Decision, GameView

ENTRY_POINTS = "wildcards.games"
"""The group of entry points by which another package brings games; each names a `Game`."""


class UnknownGameError(LookupError):
    """No game has this key."""


class UnknownVersionError(UnknownGameError):
    """This version of a game's rules is not here."""


class DuplicateGameError(ValueError):
    """Two packages bring a game of the same key."""


def find_games() -> dict[str, Game]:
    """Every game that is declared, in the order in which the site offers them.

    Raises DuplicateGameError, and what an installed package raises that cannot be imported.
    """
    found: dict[str, Game] = {}
    for game in sorted(_declared(), key=lambda game: (game.rank, game.name)):
        if game.key in found:
            raise DuplicateGameError(f"{found[game.key].package} and {game.package}: {game.key}")
        found[game.key] = game
    return found


def _declared() -> Iterator[Game]:
    for package in iter_modules(catalogue.__path__):
        yield import_module(f"{catalogue.__name__}.{package.name}").GAME
    for entry_point in entry_points(group=ENTRY_POINTS):
        yield entry_point.load()


GAMES: dict[str, Game] = find_games()


def main_game() -> Game:
    """The one that examples are made of: the first."""
    return next(iter(GAMES.values()))


def game_for(key: str) -> Game:
    """The game of this key. Raises UnknownGameError."""
    try:
        return GAMES[key]
    except KeyError:
        raise UnknownGameError(key) from None


def plan_of(key: str, view: GameView, decision: Decision) -> str:
    """What the game would have a seat of this view order and leave for later, offered ready to be
    sent; "" where it has nothing to offer. What is offered in a phase stays the same."""
    plan = game_for(key).plan
    return plan(view, decision) if plan is not None else ""


def rules_for(key: str, version: int | None = None) -> AnyRules:
    """The rules of a game: the newest, or those that a match began with.

    Raises UnknownGameError, or its kind UnknownVersionError for a version that is not here.
    """
    game = game_for(key)
    for rules in (game.rules, *game.earlier):
        if version in (None, rules.version):
            return rules
    raise UnknownVersionError(key, version)


def rules_of_record(key: str, version: int) -> AnyRules:
    """The rules to show something by that is over: the newest where its own are gone."""
    try:
        return rules_for(key, version)
    except UnknownVersionError:
        return GAMES[key].rules


def has_version(key: str, version: int) -> bool:
    """Whether a match of this game can go on under this version of its rules."""
    try:
        rules_for(key, version)
    except UnknownGameError:
        return False
    return True


def bots_for(key: str) -> dict[str, Bot]:
    """The virtual players of a game by their keys, the strongest last; raises UnknownGameError.

    Every game has `random` and `steady`, who keeps the seat of somebody who left.
    """
    return {**PLAIN_BOTS, **game_for(key).bots}
