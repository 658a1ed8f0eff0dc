"""Emu Ranchers, a game for two with the Decktet."""

from games.catalogue.emu_ranchers.rules.bots import BOTS
from games.catalogue.emu_ranchers.rules.game import EmuRanchers

__all__ = ["BOTS", "EmuRanchers"]
