"""What is asked of one thing after the other, asked of the next ones with it."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

GOOD_FOR_SECONDS = 0.05
"""As long as it takes a mail server to take one mail: what changes meanwhile would be too late for
a mail that is being sent."""

MOST_AT_ONCE = 10
"""So many are looked up together at most, or as many as three of the kind that asked for more."""


class Lookahead(Generic[K, V]):
    """Answers for a moment, for those in turn who are asked for next."""

    def __init__(
        self, turns: Iterable[K], look_up: Callable[[Collection[K]], Mapping[K, V]]
    ) -> None:
        self._turns = list(dict.fromkeys(turns))
        self._places = {key: place for place, key in enumerate(self._turns)}
        self._look_up = look_up
        self._seen: Mapping[K, V] = {}
        self._asked: frozenset[K] = frozenset()
        self._ends_at = 0.0

    def of(self, keys: Collection[K]) -> dict[K, V]:
        """What is found for these now, or was a moment ago; without those that have no answer."""
        if time.monotonic() > self._ends_at or not self._asked.issuperset(keys):
            last = max((self._places.get(key, -1) for key in keys), default=-1)
            room = max(MOST_AT_ONCE, 3 * len(keys)) - len(keys)
            self._asked = frozenset((*keys, *self._turns[last + 1 : last + 1 + room]))
            self._ends_at = time.monotonic() + GOOD_FOR_SECONDS
            self._seen = self._look_up(self._asked)
        return {key: self._seen[key] for key in keys if key in self._seen}
