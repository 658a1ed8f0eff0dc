"""The state of a match of Wild Cards: one frozen value that holds everything, secrets included."""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from games.catalogue.wild_cards.rules.cards import Cards
from games.catalogue.wild_cards.rules.options import WildCardsOptions
from games.rules.chance import Chance
from games.rules.protocol import Seat

Phase: TypeAlias = Literal["bid", "reveal", "swap", "refill", "pay", "show", "take", "over"]
Standing: TypeAlias = Literal["bidding", "waiting", "refilled", "tied", "took", "passed"]
TieStep: TypeAlias = Literal["none", "total", "shown", "talisman", "lot"]


class Tie(NamedTuple):
    """A tie that is being put in order.

    `front` goes first without comparing (lion's owner, Leo); `groups` are the compared seats, best
    first, level seats together; `passed` gave up and stand behind. `step` is the last one that
    decided anything.
    """

    value: int
    lion: Seat | None
    front: tuple[Seat, ...]
    groups: tuple[tuple[Seat, ...], ...]
    passed: tuple[Seat, ...] = ()
    paid: bool = False
    step: TieStep = "none"


class WildState(msgspec.Struct, frozen=True):
    """Everything at one decision point.

    Piles lie with their top card last. Tuples "per player" have Leo, where he plays, behind the
    people; his index is `seats`. Hands hold habitat cards in written order; a person's Refill card
    is in the hand unless it lies in `bids`.
    """

    options: WildCardsOptions
    seats: int
    chance: Chance
    number: int
    round: int
    phase: Phase
    awaited: tuple[Seat, ...]
    hands: tuple[Cards, ...]
    deck: Cards
    discard: Cards
    leo_pile: Cards
    animals: Cards
    removed: Cards  # left out of the match unseen (W46)
    cleared: Cards  # out of the match in front of everybody
    market: tuple[str | None, ...]  # slot 0 nearest the pile; None: taken
    collections: tuple[tuple[int, ...], ...]  # per player, by species
    leaders: tuple[Seat | None, ...]  # by species; None: in the supply
    tokens: tuple[int, ...]
    talisman: Seat | None
    talisman_used: bool
    bids: tuple[Cards, ...]  # per player; two cards: the eagle's, still face down
    payments: tuple[Cards | None, ...]  # per player; None: nothing laid yet
    shown: tuple[Cards, ...]  # per player: this tie's cards of the 2020 duel
    standing: tuple[Standing, ...]  # per player
    took: tuple[str | None, ...]  # per player
    swapped: tuple[Seat, ...]  # asked for a swap in this round already
    declined: tuple[Seat, ...]  # passed while a tie was compared
    queue: tuple[Seat, ...]  # of the bids in hand: who still acts, in order
    tie: Tie | None

    @property
    def leo(self) -> Seat | None:
        """Leo's number among the players, if he plays."""
        return self.seats if self.options.leo else None


@cache
def rounds_of(players: int) -> int:
    """How many rounds a match lasts: 14, 12 or 10 for three, four or five players (W47)."""
    return (42 - removed_of(players)) // (players - 1)


def removed_of(players: int) -> int:
    """How many animals leave before the start."""
    return {3: 14, 4: 6, 5: 2}[players]
