"""The state of a match of Wizard: one frozen value that holds everything, secrets included."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from games.catalogue.wizard.rules.cards import DECK, Cards
from games.catalogue.wizard.rules.options import WizardOptions
from games.rules.chance import Chance
from games.rules.protocol import Seat

Phase: TypeAlias = Literal["trump", "bid", "play", "over"]

MONOCHROME_ROUNDS = 12
TWO_SEATS_ROUNDS = 6


class WizardState(msgspec.Struct, frozen=True):
    """Everything at one decision point. Tuples are in seat order; hands in written order.

    `leaders` holds the leader of each trick of the round, the one under way included, so each
    but the first is the winner of the trick before; at the very end it holds the last winner too.
    """

    options: WizardOptions
    seats: int
    chance: Chance
    number: int
    round: int
    phase: Phase
    awaited: tuple[Seat, ...]
    piles: tuple[Cards, ...]  # not dealt, top card first: one pile, in monochrome one a seat
    gone: Cards  # two seats: cards of earlier rounds, out of the match
    turned: str | None
    trump: str | None
    hands: tuple[Cards, ...]
    bids: tuple[int | None, ...]
    played: Cards  # of this round, in the order in which they were played
    leaders: tuple[Seat, ...]
    tricks: tuple[int, ...]  # won in this round
    totals: tuple[int, ...]  # points after the last finished round
    sheet: tuple[int, ...]  # of each finished round the bids, then the tricks, seat by seat

    @property
    def dealer(self) -> Seat:
        """The dealer of this round, or who holds the start marker (Z1, V7d)."""
        return (self.round - 1) % self.seats

    @property
    def cards(self) -> int:
        """How many cards each hand had at the beginning of this round."""
        return cards_of(self.seats, self.options, self.round)

    @property
    def rounds(self) -> int:
        """How many rounds the match has."""
        return rounds_of(self.seats, self.options)

    @property
    def trick(self) -> Cards:
        """The cards of the trick under way, in the order in which they were played."""
        return self.played[len(self.played) // self.seats * self.seats :]


def rounds_of(seats: int, options: WizardOptions) -> int:
    """How many rounds a match has: until all cards are dealt, 12 in monochrome, 6 for two."""
    if options.monochrome:
        return MONOCHROME_ROUNDS
    return TWO_SEATS_ROUNDS if seats == 2 else len(DECK) // seats


def cards_of(seats: int, options: WizardOptions, number: int) -> int:
    """The size of a hand in a round: one more each round, from 4 in monochrome and 2 for two."""
    if options.monochrome:
        return number + 3
    return number + 1 if seats == 2 else number
