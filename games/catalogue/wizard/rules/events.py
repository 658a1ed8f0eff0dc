"""What happens in a match: what each kind of event holds, in the order in which it is stored."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.protocol import EventData, OptionValue, Seat


class WizardMatch(EventData, frozen=True):
    """How the match was opened; the options with their values."""

    seats: int
    rounds: int
    options: Mapping[str, OptionValue]


class WizardRound(EventData, frozen=True):
    """A round begins."""

    round: int
    rounds: int
    cards: int
    dealer: Seat


class WizardCards(EventData, frozen=True):
    """Cards of a hand, as far as the reader may see them."""

    seat: Seat
    cards: tuple[str, ...]


class TrumpCard(EventData, frozen=True):
    """What was turned up; None where nothing was, or where it makes no trump yet."""

    card: str | None
    trump: str | None
    dealer: Seat


class ChosenTrump(EventData, frozen=True):
    """The suit that a player chose."""

    seat: Seat
    trump: str


class LaidBids(EventData, frozen=True):
    """Everybody has bid, face down."""

    seats: int


class OpenBid(EventData, frozen=True):
    """A bid that all see."""

    seat: Seat
    bid: int


class BidSum(EventData, frozen=True):
    """All have bid: how many tricks in all, of how many."""

    total: int
    cards: int


class WizardBids(EventData, frozen=True):
    """All bids, in seat order."""

    bids: tuple[int, ...]


class PlayedCard(EventData, frozen=True):
    """A card played to a trick."""

    seat: Seat
    card: str
    trick: int


class WonTrick(EventData, frozen=True):
    """Who takes a trick, its cards from the leader clockwise."""

    seat: Seat
    card: str
    trick: int
    leader: Seat
    cards: tuple[str, ...]


class WizardSums(EventData, frozen=True):
    """A round on the score sheet, each part in seat order."""

    round: int
    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


class WizardEnd(EventData, frozen=True):
    """How the match ended."""

    reason: str
    scores: tuple[int, ...]
    places: tuple[int, ...]


EVENTS: Mapping[str, type[EventData]] = {
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
