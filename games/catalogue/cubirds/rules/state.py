"""The state of a match of CuBirds: one frozen value that holds everything, secrets included."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from games.catalogue.cubirds.rules.cards import Counts, Letters
from games.catalogue.cubirds.rules.options import CuBirdsOptions
from games.rules.chance import Chance
from games.rules.protocol import Seat

Phase: TypeAlias = Literal["lay", "draw", "family", "over"]
Rows: TypeAlias = tuple[Letters, ...]

TURN_LIMIT = 2000
"""The last turn that is played, extra turns and RobinBird's counted (C23)."""


class CuBirdsState(msgspec.Struct, frozen=True):
    """Everything at one decision point.

    Tuples "per player" have RobinBird, where she plays, behind the one person: her number is 1.
    """

    options: CuBirdsOptions
    seats: int
    chance: Chance
    number: int
    turn: int
    phase: Phase
    active: Seat  # whose turn it is; of a match that was won: who won it
    rows: Rows  # from the top, each from left to right
    hands: tuple[Counts, ...]  # per player
    known: tuple[Counts, ...]  # per player: of the hand, what everybody saw being taken
    collections: tuple[Counts, ...]  # per player
    deck: Letters  # the top card last
    discard: Counts  # face down (C22), so without an order of its own
    reason: str  # why the match ended; empty while it runs

    @property
    def robin(self) -> Seat | None:
        """RobinBird's number among the players, if she plays."""
        return self.seats if self.options.robin_birds else None

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seat that is asked."""
        return () if self.phase == "over" else (self.active,)
