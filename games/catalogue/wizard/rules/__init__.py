"""Wizard, for two to six players, with its seven variants."""

from games.catalogue.wizard.rules.bots import BOTS
from games.catalogue.wizard.rules.game import Wizard

__all__ = ["BOTS", "Wizard"]
