"""CuBirds, for two to five players, and alone against RobinBird."""

from games.catalogue.cubirds.rules.bots import BOTS
from games.catalogue.cubirds.rules.game import CuBirds

__all__ = ["BOTS", "CuBirds"]
