"""Every game of the service by its key."""

from __future__ import annotations

from typing import Any

from games.catalogue.cubirds.rules import BOTS as CUBIRDS_BOTS
from games.catalogue.cubirds.rules import CuBirds
from games.catalogue.emu_ranchers.rules import BOTS as EMU_RANCHERS_BOTS
from games.catalogue.emu_ranchers.rules import EmuRanchers
from games.catalogue.wild_cards.rules import BOTS as WILD_CARDS_BOTS
from games.catalogue.wild_cards.rules import WildCards
from games.catalogue.wizard.rules import BOTS as WIZARD_BOTS
from games.catalogue.wizard.rules import Wizard
from games.rules.protocol import Bot, Rules

AnyRules = Rules[Any, Any]

GAMES: dict[str, AnyRules] = {
    WildCards.key: WildCards(),
    Wizard.key: Wizard(),
    CuBirds.key: CuBirds(),
    EmuRanchers.key: EmuRanchers(),
}
"""The newest version of each, in the order in which the site offers them."""

EARLIER_VERSIONS: dict[tuple[str, int], AnyRules] = {}
"""Versions under which matches may still run, by game and version.

A release that changes what a game's rules do raises their `version`, keeps what was before as a
module of its own, and registers it here until no match runs under it: `games.E001` says when.
"""

_BOTS: dict[str, dict[str, Bot]] = {
    WildCards.key: WILD_CARDS_BOTS,
    Wizard.key: WIZARD_BOTS,
    CuBirds.key: CUBIRDS_BOTS,
    EmuRanchers.key: EMU_RANCHERS_BOTS,
}


class UnknownGameError(LookupError):
    """No game has this key."""


class UnknownVersionError(UnknownGameError):
    """This version of a game's rules is not here."""


def rules_for(key: str, version: int | None = None) -> AnyRules:
    """The rules of a game: the newest, or those that a match began with.

    Raises UnknownGameError, or its kind UnknownVersionError for a version that is not here.
    """
    newest = GAMES.get(key)
    if newest is None:
        raise UnknownGameError(key)
    if version is None or version == newest.version:
        return newest
    try:
        return EARLIER_VERSIONS[key, version]
    except KeyError:
        raise UnknownVersionError(key, version) from None


def rules_of_record(key: str, version: int) -> AnyRules:
    """The rules to show something by that is over: the newest where its own are gone."""
    try:
        return rules_for(key, version)
    except UnknownVersionError:
        return GAMES[key]


def has_version(key: str, version: int) -> bool:
    """Whether a match of this game can go on under this version of its rules."""
    try:
        rules_for(key, version)
    except UnknownGameError:
        return False
    return True


def bots_for(key: str) -> dict[str, Bot]:
    """The virtual players of a game by their keys, the strongest last; raises UnknownGameError."""
    rules_for(key)
    return dict(_BOTS[key])
