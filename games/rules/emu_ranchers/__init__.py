"""Emu Ranchers, a game for two with the Decktet."""

from games.rules.emu_ranchers.bots import BOTS
from games.rules.emu_ranchers.game import EmuRanchers

__all__ = ["BOTS", "EmuRanchers"]
