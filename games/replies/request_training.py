"""Trains the classifier of requests: a linear support vector machine for each request against all
others, by dual coordinate descent (Hsieh and others, ICML 2008), as LIBLINEAR does.

The same examples give the same weights, byte for byte.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from games.replies.request_classifier import (
    BUCKETS,
    Example,
    Weights,
    features,
    vector,
)
from games.words.learnt_weights import STEPS, digest_of

ROUNDS = 4
COST = 0.7
"""How much an example on the wrong side costs, against large weights."""

Row = list[tuple[int, float]]
"""An example: its buckets and their values."""


def trained(content: bytes, advance: Callable[[str], None] = lambda _request: None) -> Weights:
    """The weights for the lines of `examples.jsonl`. Calls `advance` with each request that is
    done. Raises msgspec.DecodeError for a line that is no example."""
    examples = msgspec.json.Decoder(Example).decode_lines(content)
    rarities = _rarities([one.text for one in examples])
    rows = [list(vector(one.text, rarities)) for one in examples]
    requests = sorted({one.request for one in examples})
    planes = []
    for request in requests:
        signs = [1 if one.request == request else -1 for one in examples]
        planes.append(_plane(rows, signs))
        advance(request)
    most = max(abs(weight) for plane in planes for weight in plane)
    steps = bytes(
        round(plane[bucket] / most * STEPS) % 256 for bucket in range(BUCKETS) for plane in planes
    )
    return Weights(digest_of(content), requests, most / STEPS, steps, rarities)


def _rarities(texts: Sequence[str]) -> list[float]:
    """For each bucket how much it tells: the more, the fewer texts have it."""
    counts = Counter(bucket for text in texts for found in features(text) for bucket in found)
    return [
        round(math.log((1 + len(texts)) / (1 + counts[bucket])) + 1, 3) for bucket in range(BUCKETS)
    ]


def _plane(rows: Sequence[Row], signs: Sequence[int]) -> list[float]:
    """The weights that part the rows of one sign from those of the other."""
    chance = random.Random(1)  # noqa: S311 # the same each time
    weights = [0.0] * BUCKETS
    pulls = [0.0] * len(rows)
    slack = 1 / (2 * COST)
    lengths = [sum(value * value for _bucket, value in row) + slack for row in rows]
    order = list(range(len(rows)))
    for _round in range(ROUNDS):
        chance.shuffle(order)
        for place in order:
            row, sign = rows[place], signs[place]
            side = sign * sum(weights[bucket] * value for bucket, value in row)
            slope = side - 1 + slack * pulls[place]
            pull = max(pulls[place] - slope / lengths[place], 0.0)
            change = (pull - pulls[place]) * sign
            if change:
                pulls[place] = pull
                for bucket, value in row:
                    weights[bucket] += change * value
    return weights
