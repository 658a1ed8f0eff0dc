"""Wizard, for two to six players, with its seven variants."""

from games.rules.wizard.bots import BOTS
from games.rules.wizard.game import Wizard

__all__ = ["BOTS", "Wizard"]
