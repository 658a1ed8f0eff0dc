"""What is to be expected of a match, by the strengths of those who play it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tournaments.rating.elo import START

POINTS = 400 / math.log(10)
"""What a strength of 1 is worth on the ratings' scale: 400 points are odds of ten to one."""
SOFTENING = math.pi / 8


@dataclass(frozen=True, slots=True)
class SkillStrength:
    """How strong all results together say a player is, and a standard deviation of that.

    Both are logits: of two who are known well, a difference of 1 makes odds of e to one.
    """

    mean: float
    deviation: float

    @property
    def shown(self) -> int:
        """On the scale of ratings, in whole points."""
        return round(START / 1000 + POINTS * self.mean)

    @property
    def band(self) -> int:
        """One standard deviation in whole points."""
        return round(POINTS * self.deviation)


def chance(one: SkillStrength, other: SkillStrength, factor: float = 1.0) -> float:
    """What the first is expected to score against the second, 0 to 1.

    `factor` is what the pool's own results have shown such differences to be worth.
    """
    blur = 1 + SOFTENING * (one.deviation**2 + other.deviation**2)
    return 1 / (1 + math.exp(-factor * (one.mean - other.mean) / math.sqrt(blur)))
