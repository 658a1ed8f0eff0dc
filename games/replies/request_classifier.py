"""What a text asks of a match, judged by its likeness to examples: `seeds/mail/examples.jsonl`.

A linear classifier over words, pairs of words and runs of letters, so that slips, slang and word
forms that no example has count for what they resemble. Its weights are trained once, by
`manage.py trainrequests`, and kept beside the examples. scikit-learn would do the same, at 100 MB
in each process that reads mail; the sum below is all that is needed of it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from games.replies.command_words import folded
from games.words.learnt_weights import bucket_of, unpacked

EXAMPLES = Path(__file__).resolve().parents[2] / "seeds" / "mail" / "examples.jsonl"
WEIGHTS = EXAMPLES.with_suffix(".weights")

NOTHING = "none"
"""What examples are marked with that ask for nothing: orders, and talk of time, cards and days."""

BUCKETS = 1 << 17
"""So many features are told apart."""

MOST_WORDS, MOST_CHARACTERS = 60, 1000
"""Longer texts are judged by their beginning."""

_WORD = re.compile(r"\w+|[?!]")
_NUMBER = re.compile(r"\d+")
_RUNS = (2, 3, 4, 5)


class Example(msgspec.Struct):
    """A text that somebody wrote, and which command of a match it asks for."""

    language: str
    request: str
    text: str


class Weights(msgspec.Struct):
    """What was learnt: for each bucket in turn a weight for each request, and how rare it is.

    `digest` is that of the examples; a weight is `scale` times a step.
    """

    digest: str
    requests: list[str]
    scale: float
    steps: bytes
    rarities: list[float]


class RequestGuess(NamedTuple):
    """The likeliest request, and by how much it is likelier than the second: 0 for a tie, 1 for
    about as far as an example is from other requests."""

    request: str
    margin: float

    @property
    def likely(self) -> str:
        """The request, where it is likely enough to be answered; "" where it is not."""
        return self.request if self.request != NOTHING and self.margin >= _LIKELY else ""

    @property
    def is_certain(self) -> bool:
        """Whether words that are usually said of something else are no reason to doubt it."""
        return self.request != NOTHING and self.margin >= _CERTAIN


_CERTAIN = 0.6
_LIKELY = 0.2
"""Of the texts kept aside that are answered so, fewer than one in ten ask for something else."""


def guess_request(text: str) -> RequestGuess:
    """What the text most likely asks for, `NOTHING` among the answers. Bounded in time."""
    weights = trained_weights()
    number = len(weights.requests)
    steps = memoryview(weights.steps).cast("b")
    totals = [0.0] * number
    for bucket, value in vector(text, weights.rarities):
        start = bucket * number
        for place, step in enumerate(steps[start : start + number]):
            totals[place] += value * step
    ranked = sorted(zip(totals, weights.requests, strict=True), reverse=True)
    (first, request), (second, _other) = ranked[:2]
    return RequestGuess(request, (first - second) * weights.scale)


def vector(text: str, rarities: Sequence[float]) -> Iterator[tuple[int, float]]:
    """The buckets of a text's features with their values, words and runs of letters weighed alike;
    what few examples have counts more (tf–idf)."""
    for buckets in features(text):
        length = math.sqrt(sum(rarities[one] ** 2 for one in buckets)) or 1.0
        yield from ((one, rarities[one] / length) for one in buckets)


def features(text: str) -> tuple[list[int], list[int]]:
    """The buckets of its words and pairs of words, and of the runs of letters within its words."""
    words = _WORD.findall(_NUMBER.sub("0", folded(text[:MOST_CHARACTERS])))[:MOST_WORDS]
    framed = ["<", *words, ">"]
    pairs = (" ".join(framed[place : place + 2]) for place in range(len(framed) - 1))
    return _buckets((*words, *pairs)), _buckets(_runs(words))


def _runs(words: Sequence[str]) -> Iterator[str]:
    for word in words:
        spaced = f" {word[:_LONGEST]} "
        for size in _RUNS:
            for start in range(len(spaced) - size + 1):
                yield "#" + spaced[start : start + size]


_LONGEST = 30
"""Of a longer word, its first letters."""


def _buckets(found: Sequence[str] | Iterator[str]) -> list[int]:
    return sorted({bucket_of(one, BUCKETS) for one in found})


@cache
def trained_weights() -> Weights:
    """The weights of the last training."""
    return unpacked(WEIGHTS, Weights)
