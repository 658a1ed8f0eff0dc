"""Wild Cards, editions 2020 and 2022, with the virtual player Leo."""

from games.rules.wild_cards.bots import BOTS
from games.rules.wild_cards.game import WildCards

__all__ = ["BOTS", "WildCards"]
