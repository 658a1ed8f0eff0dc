"""What happens in a match, by kind: the shape of each event's data, for programs that read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from games.rules.protocol import Seat


class WizardMatch(TypedDict):
    """How the match was opened; the options with their values."""

    seats: int
    rounds: int
    options: Mapping[str, bool | str]


class WizardRound(TypedDict):
    """A round begins."""

    round: int
    rounds: int
    cards: int
    dealer: Seat


class WizardCards(TypedDict):
    """Cards of a hand, as far as the reader may see them."""

    seat: Seat
    cards: Sequence[str]


class TrumpCard(TypedDict):
    """What was turned up; None where nothing was, or where it makes no trump yet."""

    card: str | None
    trump: str | None
    dealer: Seat


class ChosenTrump(TypedDict):
    """The suit that a player chose."""

    seat: Seat
    trump: str


class LaidBids(TypedDict):
    """Everybody has bid, face down."""

    seats: int


class OpenBid(TypedDict):
    """A bid that all see."""

    seat: Seat
    bid: int


class BidSum(TypedDict):
    """All have bid: how many tricks in all, of how many."""

    total: int
    cards: int


class WizardBids(TypedDict):
    """All bids, in seat order."""

    bids: Sequence[int]


class PlayedCard(TypedDict):
    """A card played to a trick."""

    seat: Seat
    card: str
    trick: int


class WonTrick(TypedDict):
    """Who takes a trick, its cards from the leader clockwise."""

    seat: Seat
    card: str
    trick: int
    leader: Seat
    cards: Sequence[str]


class WizardSums(TypedDict):
    """A round on the score sheet, each part in seat order."""

    round: int
    bids: Sequence[int]
    tricks: Sequence[int]
    points: Sequence[int]
    totals: Sequence[int]


class WizardEnd(TypedDict):
    """How the match ended."""

    reason: str
    scores: Sequence[int]
    places: Sequence[int]


EVENTS: Mapping[str, type] = {
    "match-began": WizardMatch,
    "round-began": WizardRound,
    "dealt": WizardCards,
    "held-up": WizardCards,
    "hand-seen": WizardCards,
    "turned-up": TrumpCard,
    "trump-chosen": ChosenTrump,
    "bids-laid": LaidBids,
    "bid": OpenBid,
    "bids-complete": BidSum,
    "bids-revealed": WizardBids,
    "played": PlayedCard,
    "trick-won": WonTrick,
    "round-ended": WizardSums,
    "match-ended": WizardEnd,
}
