"""Pools: what is rated together, by its key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from games.rules.registry import GAMES, rules_for

EDITION = "edition"


@dataclass(frozen=True, slots=True)
class PoolName:
    """A pool as people know it: a game, and the edition where the game has some."""

    key: str
    game: str
    name: str
    edition: str = ""

    def __str__(self) -> str:
        return f"{self.name} {self.edition}".rstrip()


def pool_of(game: str, options: Mapping[str, object]) -> str:
    """The key of the pool in which a match is rated: its game, with its edition if it has some."""
    edition = rules_for(game).options.from_mapping(options).as_mapping().get(EDITION)
    return f"{game}/{edition}" if edition else game


@cache
def pool_names() -> Mapping[str, PoolName]:
    """Every pool that there can be, in the order in which the site offers the games."""
    found = {}
    for game, rules in ((key, one.rules) for key, one in GAMES.items()):
        usual = rules.options.from_mapping({}).as_mapping().get(EDITION, "")
        offered = next((one.values for one in rules.option_fields if one.name == EDITION), (usual,))
        for edition in map(str, offered):
            key = f"{game}/{edition}" if edition else game
            found[key] = PoolName(key, game, rules.name, edition)
    return found
