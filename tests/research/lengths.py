"""How many days a tournament takes: a model of how long matches between busy people last.

Lengths are log-normal with a median of six days; whoever plays several matches at once is a tenth
slower for each further one; what is open after the cap is adjudicated. These are assumptions.
"""

from __future__ import annotations

import math
from itertools import groupby
from random import Random

from tests.research.predictions import normal
from tests.research.simulation import Simulated

MEDIAN_DAYS = 6
SPREAD = 0.6
SLOWER_EACH = 0.1


def match_days(chance: Random, at_once: int, cap: float) -> float:
    """The days that one match takes beside the others of its players."""
    slower = 1 + SLOWER_EACH * (at_once - 1)
    return min(cap, MEDIAN_DAYS * math.exp(SPREAD * normal(chance)) * slower)


def days_of(event: Simulated, chance: Random, cap: float) -> float:
    """The days from the first match to the last, each stage waiting for the longest before it.

    A stage is what is dealt at once.
    """
    total = 0.0
    for _, dealt in groupby(event.rounds, lambda one: one.wave):
        rounds = list(dealt)
        matches = sum(not table.is_bye for one in rounds for table in one.plan.tables)
        days = (match_days(chance, len(rounds), cap) for _ in range(matches))
        total += max(days, default=0.0)
    return total
