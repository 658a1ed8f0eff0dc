"""How likely each candidate is, and whether the likeliest is to be trusted: what was learnt."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec

from games.words.learnt_weights import unpacked
from games.words.likelihood.candidates import BUCKETS, Candidate, Features

WEIGHTS = Path(__file__).resolve().parents[3] / "seeds" / "words" / "phrases.weights"


class Split(msgspec.Struct, array_like=True):
    """Where a tree parts: a sign up to the limit goes below. A leaf is a number."""

    sign: str
    limit: float
    below: Split | float
    above: Split | float


class OrderWeights(msgspec.Struct):
    """What was learnt: a weight for each bucket, a byte that is so many times the scale of its part
    of them, and the trees of trust, whose leaves add up to its log-odds. `digest` is that of the
    phrases, which are of these `games`."""

    digest: str
    scales: list[float]
    steps: bytes
    trees: list[Split | float]
    games: list[str]


@cache
def trained_weights() -> OrderWeights:
    """The weights of the last training."""
    return unpacked(WEIGHTS, OrderWeights)


def likelihoods(found: Sequence[Candidate]) -> dict[str, float]:
    """Each candidate's share of 1: how likely it is that one of them is meant, and this one."""
    weights = trained_weights()
    steps = memoryview(weights.steps).cast("b")
    sums: dict[Features, float] = {}
    totals = []
    for one in found:
        for part in one.parts:
            if part not in sums:
                scale = weights.scales[part[0] // BUCKETS] if part else 0.0
                sums[part] = scale * sum(steps[bucket] for bucket in part)
        totals.append(sum(sums[part] for part in one.parts))
    most = max(totals)
    shares = [math.exp(total - most) for total in totals]
    whole = sum(shares)
    return {one.order: share / whole for one, share in zip(found, shares, strict=True)}


def trust(signs: Mapping[str, float]) -> float:
    """How likely it is, from 0 to 1, that the order with these signs is what is meant."""
    total = sum(leaf_of(tree, signs) for tree in trained_weights().trees)
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def leaf_of(tree: Split | float, signs: Mapping[str, float]) -> float:
    """The leaf of a tree that these signs lead to; a sign that is not there is 0."""
    while isinstance(tree, Split):
        tree = tree.below if signs.get(tree.sign, 0.0) <= tree.limit else tree.above
    return tree
