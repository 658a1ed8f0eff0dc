"""The state of a match of Emu Ranchers: one frozen value of everything, secrets included."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

import msgspec

from games.catalogue.emu_ranchers.rules.birds import Bird
from games.catalogue.emu_ranchers.rules.cards import Cards
from games.catalogue.emu_ranchers.rules.options import EmuRanchersOptions
from games.rules.chance import Chance
from games.rules.protocol import Seat

Phase: TypeAlias = Literal["act", "draw", "growth", "over"]


class Season(NamedTuple):
    """What a seat had when the last year ended: its birds, and the cards that it could not place.

    `let_go` is the number of the bird that the Excuse took away.
    """

    birds: tuple[Cards, ...]
    left: Cards
    let_go: int | None


class EmuState(msgspec.Struct, frozen=True):
    """Everything at one decision point.

    Piles lie with their top card last; hands are in written order. `known` are the cards of each
    hand that everybody has seen go there from the discard pile (E26). `scores` has a pair for each
    finished year, `seasons` what the last of them left, nothing in the first year.
    """

    options: EmuRanchersOptions
    chance: Chance
    number: int
    year: int
    phase: Phase
    awaited: tuple[Seat, ...]
    hands: tuple[Cards, Cards]
    known: tuple[Cards, Cards]
    deck: Cards
    discard: Cards
    birds: tuple[tuple[Bird, ...], tuple[Bird, ...]]
    scores: tuple[tuple[int, int], ...]
    seasons: tuple[Season, ...]


def starter_of(year: int) -> Seat:
    """Who begins a year: seat 0 the first, then in turns (E1)."""
    return (year - 1) % 2
