"""Rating systems side by side on the same populations: what `manage.py tournament ratings` does."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import fields
from statistics import fmean
from typing import Any

from tests.research.predictions import (
    EloSystem,
    Measures,
    Nothing,
    PlainElo,
    Population,
    StrengthSystem,
    System,
    TrueSkills,
    measure,
    population,
)
from tournaments.rating.elo import NEWCOMER_STEP, SETTLED_STEP, SETTLING_MATCHES
from tournaments.rating.published_measurements import SystemFigures, Trial

Systems = Mapping[str, Callable[[Population], System]]
STEPS = ((80, 16, 30), (80, 16, 15), (80, 8, 30), (80, 24, 30), (48, 16, 30), (120, 16, 30),
         (120, 8, 40), (16, 16, 30), (32, 32, 30))  # fmt: skip


def rating_systems() -> Systems:
    """Our own ratings, those of other packages, and the two that nobody beats or falls below."""
    from tests.research.yardsticks import Glicko2, OpenSkill

    return {
        "all equal": lambda _people: Nothing(),
        "Elo as shown": lambda _people: EloSystem(),
        "Strength": lambda _people: StrengthSystem(),
        "Elo, logistic curve": lambda _people: _stepped(
            NEWCOMER_STEP, SETTLED_STEP, SETTLING_MATCHES
        ),
        "Elo, K 32 throughout": lambda _people: _stepped(32, 32, SETTLING_MATCHES),
        "OpenSkill Plackett-Luce": lambda _people: OpenSkill(),
        "Glicko-2": lambda _people: Glicko2(),
        "if skills were known": TrueSkills,
    }


def step_systems() -> Systems:
    """Elo with other steps than ours, which is the first."""
    return {
        f"K {first} to {last} over {settling}": _steady(first, last, settling)
        for first, last, settling in STEPS
    }


def _steady(first: float, last: float, settling: int) -> Callable[[Population], System]:
    return lambda _people: _stepped(first, last, settling)


def _stepped(first: float, last: float, settling: int) -> PlainElo:
    def step(matches: int, players: int) -> float:
        left = max(0, settling - matches) / settling
        return (last + (first - last) * left) / math.sqrt(players - 1)

    return PlainElo(step)


def measured_trial(
    spread: float, options: Mapping[str, Any], systems: Systems, say: Callable[[str], None]
) -> tuple[Trial, list[float]]:
    """All systems on the populations of one spread: their means, and matches rated a second."""
    players, matches = options["players"], options["matches"]
    taken: dict[str, list[tuple[Measures, float]]] = {name: [] for name in systems}
    for number in range(1, options["populations"] + 1):
        seed = f"{options['seed']} {number}"
        people = population(seed, players=players, matches=matches, spread=spread)
        for name, system in systems.items():
            say(f"spread {spread}, population {number}: {name}")
            taken[name].append((measure(people, system(people)), _seconds(people, system(people))))
    lines = tuple(
        SystemFigures(
            name, *(fmean(getattr(one, of.name) for one, _ in pairs) for of in fields(Measures))
        )
        for name, pairs in taken.items()
    )
    speeds = [matches / fmean(seconds for _, seconds in pairs) for pairs in taken.values()]
    return Trial(spread, lines), speeds


def _seconds(people: Population, system: System) -> float:
    """Processor time for rating all matches, without predicting any."""
    begun = time.process_time()
    for match in people.matches:
        system.play(match)
    return time.process_time() - begun
