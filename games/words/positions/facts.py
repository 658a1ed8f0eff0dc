"""What a writer sees of the position, as conditions and descriptions speak of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from games.words.positions.scene import OrderScene

Things: TypeAlias = Sequence[str]
"""Animals, birds and cards as the notation writes them."""


class Hatched(NamedTuple):
    """A bird that is made of cards: the suits that it is of, and its cards."""

    suits: str
    cards: Things


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What lies open at the table, and the writer's own hand; every sequence goes by seat.

    `figures` are numbers by name; `usual` is the one that "ahead" speaks of, `level` the
    one that "tied" does. `held` is what people
    have, by the place where they have it, None for what the writer does not see of somebody.
    """

    figures: Mapping[str, Sequence[int | None]] = field(default_factory=dict)
    usual: str = "points"
    level: str = "points"
    held: Mapping[str, Sequence[Things | None]] = field(default_factory=dict)
    lying: Mapping[str, Things] = field(default_factory=dict)
    """What lies on the table, by place: `row 2`, `market`, `discard`; a condition that names no
    place speaks of all of them."""

    parts: Mapping[str, Sequence[Sequence[int]]] = field(default_factory=dict)
    """Numbers that somebody has several of, in their sequence: the points of each bird."""

    hatched: Sequence[Sequence[Hatched]] = ()
    """The birds of each seat, where birds are made of cards."""

    traits: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What a thing that is no card shows: the habitat of an animal."""

    owners: Mapping[str, int | None] = field(default_factory=dict)
    """Who leads what, None for what nobody leads."""

    deck: int | None = None
    trump: str | None = None
    """The colour that is trump, "" for none; None where that is not settled, or never."""

    gone: Things = ()
    """The cards that have been played in the round."""

    turned: str = ""
    """The card that was turned up for trump, and is in nobody's hand."""

    wins: Mapping[str, bool] = field(default_factory=dict)
    """Of each card that may be played to the open trick whether it beats all that lie there."""

    to_come: int = 0
    """How many play to it after the writer."""

    gains: Mapping[str, Things] = field(default_factory=dict)
    """What each legal order takes for sure."""


FactsOf: TypeAlias = Callable[[OrderScene], Facts]


def no_facts(scene: OrderScene) -> Facts:
    """Nothing is told of the table."""
    del scene
    return Facts()
