"""CuBirds, for two to five players, and alone against RobinBird."""

from games.rules.cubirds.bots import BOTS
from games.rules.cubirds.game import CuBirds

__all__ = ["BOTS", "CuBirds"]
