"""Wild Cards, editions 2020 and 2022, with the virtual player Leo."""

from games.catalogue.wild_cards.rules.bots import BOTS
from games.catalogue.wild_cards.rules.game import WildCards

__all__ = ["BOTS", "WildCards"]
