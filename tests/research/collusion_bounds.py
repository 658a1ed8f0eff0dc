"""How many pairs who help each other any test could find: the most powerful one, by enumeration.

Two of a table of four are lifted; the order is Plackett and Luce's, as in `pool_attacks`. Whoever
knew all skills and the lift would do no better than the ratio of the two likelihoods (Neyman and
Pearson). Skills are not known, though: what a pair shows together is only more than usual beside
what they show apart, and where two mostly sit together little else is known of them. That bound
rests on the information that is left once both skills are fitted too.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from tournaments.rating.strengths import Array

SIZES = (2, 3, 4, 5)
"""Of the tables that a pair plays apart, as in `pool_attacks`."""
TOGETHER = 4


class Power(NamedTuple):
    """The share of guilty pairs above the bar, at best: skills known, and skills fitted."""

    known: float
    fitted: float


def lift(effect: float) -> float:
    """The logits by which a chance among equals rises from a half by this effect."""
    return math.log((0.5 + effect) / (0.5 - effect))


def power(effect: float, together: int, apart: int, bar: float) -> Power:
    """What can be found of pairs with so many tables together, and so many apart for each of both,
    at a bar of so many standard deviations."""
    lifted = lift(effect)
    chance, ratios = zip(*_ratios(lifted), strict=True)
    guilty = [honest * math.exp(ratio) for honest, ratio in zip(chance, ratios, strict=True)]
    mean, scatter = _moments(chance, ratios)
    seen, swing = _moments(guilty, ratios)
    root = math.sqrt(together)
    above = (together * (seen - mean) - bar * root * scatter) / (root * swing)
    left = lifted * math.sqrt(_information_left(together, apart)) - bar
    return Power(NormalDist().cdf(above), NormalDist().cdf(left))


def _ratios(lifted: float) -> Iterator[tuple[float, float]]:
    """Every order of a table of four equals: its chance, and by how much the lift makes it
    likelier, as a logarithm."""
    even, odd = [0.0] * TOGETHER, [lifted] * 2 + [0.0] * (TOGETHER - 2)
    for order in permutations(range(TOGETHER)):
        likely = _log_chance(order, even)
        yield math.exp(likely), _log_chance(order, odd) - likely


def _log_chance(order: Sequence[int], skills: Sequence[float]) -> float:
    heights = [math.exp(skills[seat]) for seat in order]
    return sum(math.log(one / sum(heights[stage:])) for stage, one in enumerate(heights))


def _moments(chance: Sequence[float], values: Sequence[float]) -> tuple[float, float]:
    mean = sum(share * value for share, value in zip(chance, values, strict=True))
    square = sum(share * value * value for share, value in zip(chance, values, strict=True))
    return mean, math.sqrt(square - mean * mean)


@cache
def _information(size: int) -> Array:
    """Fisher's information of a table of equals, a row and a column for each seat."""
    total = np.zeros((size, size))
    for order in permutations(range(size)):
        slope = np.zeros(size)
        for stage in range(size):
            slope[list(order[stage:])] -= 1 / (size - stage)
        slope += 1
        total += np.outer(slope, slope)
    return total / math.factorial(size)


def _information_left(together: int, apart: int) -> float:
    """What is known of the lift when both skills are fitted along with it."""
    shared = together * _information(TOGETHER)[:2, :2]
    own = np.mean([_information(size)[0, 0] for size in SIZES])
    both = shared + apart * own * np.eye(2)
    joint = shared.sum(0)
    return float(shared.sum() - joint @ np.linalg.solve(both, joint))
