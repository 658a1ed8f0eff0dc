"""Every game of the service by its key."""

from __future__ import annotations

from typing import Any

from games.rules.cubirds import BOTS as CUBIRDS_BOTS
from games.rules.cubirds import CuBirds
from games.rules.emu_ranchers import BOTS as EMU_RANCHERS_BOTS
from games.rules.emu_ranchers import EmuRanchers
from games.rules.protocol import Bot, Rules
from games.rules.wild_cards import BOTS as WILD_CARDS_BOTS
from games.rules.wild_cards import WildCards
from games.rules.wizard import BOTS as WIZARD_BOTS
from games.rules.wizard import Wizard

AnyRules = Rules[Any, Any]

GAMES: dict[str, AnyRules] = {
    WildCards.key: WildCards(),
    Wizard.key: Wizard(),
    CuBirds.key: CuBirds(),
    EmuRanchers.key: EmuRanchers(),
}
"""In the order in which the site offers them."""

_BOTS: dict[str, dict[str, Bot]] = {
    WildCards.key: WILD_CARDS_BOTS,
    Wizard.key: WIZARD_BOTS,
    CuBirds.key: CUBIRDS_BOTS,
    EmuRanchers.key: EMU_RANCHERS_BOTS,
}


class UnknownGameError(LookupError):
    """No game has this key."""


def rules_for(key: str) -> AnyRules:
    """The rules of a game; raises UnknownGameError."""
    try:
        return GAMES[key]
    except KeyError:
        raise UnknownGameError(key) from None


def bots_for(key: str) -> dict[str, Bot]:
    """The virtual players of a game by their keys, the strongest last; raises UnknownGameError."""
    rules_for(key)
    return dict(_BOTS[key])
