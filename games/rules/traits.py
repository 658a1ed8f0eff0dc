"""What a game has counted of its finished matches besides places, as openings and leaders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.protocol import Seat

MOST_TRAITS = 12
LONGEST_TRAIT = 18


@dataclass(frozen=True, slots=True)
class Traits:
    """How the traits of each seat are found when a match is over.

    `groups` are the kinds of traits in the order in which they are shown, `phase` names the
    decisions whose orders `of` is given: by seat, in canonical text, the first one first. What it
    returns are texts such as `leader-lion`, a group and a value.
    """

    groups: tuple[str, ...]
    phase: str
    of: Callable[[Any, Mapping[Seat, Sequence[str]]], Mapping[Seat, Sequence[str]]]


def no_traits(state: object, orders: Mapping[Seat, Sequence[str]]) -> Mapping[Seat, Sequence[str]]:
    """A game that has none counted."""
    del state, orders
    return {}


NO_TRAITS = Traits((), "", no_traits)
