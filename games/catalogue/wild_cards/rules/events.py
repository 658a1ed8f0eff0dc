"""What happens in a match, by kind: the shape of each event's data, for programs that read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from games.rules.protocol import Seat


class WildMatch(TypedDict):
    """How the match was opened, and who holds Leo and the talisman."""

    seats: int
    edition: str
    leo: Seat | None
    talisman: Seat | None


class WildRound(TypedDict):
    """A round begins."""

    round: int
    rounds: int
    market: Sequence[str]


class WildCardsOf(TypedDict):
    """Cards of a hand, as far as the reader may see them, or put away."""

    seat: Seat
    cards: Sequence[str]


class WildCardOf(TypedDict):
    """One card."""

    seat: Seat
    card: str


class RevealedBid(TypedDict):
    """A bid: its cards, or how many still lie face down."""

    seat: Seat
    cards: NotRequired[Sequence[str]]
    hidden: NotRequired[int]


class RevealedBids(TypedDict):
    """All bids."""

    bids: Sequence[RevealedBid]


class WildTie(TypedDict):
    """Who bid the same."""

    seats: Sequence[Seat]
    value: int


class TieRule(TypedDict):
    """What decided: the step, and who held the lion, or Leo."""

    step: str
    lion: Seat | None
    leo: bool


class OrderedTie(TypedDict):
    """In which order the tied go on."""

    order: Sequence[Seat]
    by: TieRule


class TiePayment(TypedDict):
    """What somebody paid in a tie; None for nothing."""

    seat: Seat
    cards: Sequence[str] | None


class TiePayments(TypedDict):
    """All payments of a tie."""

    payments: Sequence[TiePayment]


class ShownCard(TypedDict):
    """A card shown in a tie, and where it came from."""

    seat: Seat
    card: str
    source: str


class ShownCards(TypedDict):
    """The cards shown in a tie."""

    cards: Sequence[ShownCard]


class TakenAnimal(TypedDict):
    """An animal taken from the market, and how it was paid."""

    seat: Seat
    animal: str
    slot: int
    bid: str
    payment: Sequence[str]
    bonus: bool


class PassedTurn(TypedDict):
    """Somebody took nothing, and what went back to their hand."""

    seat: Seat
    why: str
    returned: Sequence[str]


class WildDraw(TypedDict):
    """How many cards were drawn, and why."""

    seat: Seat
    number: int
    why: str


class LeoRefill(TypedDict):
    """What Leo put away and drew."""

    discarded: Sequence[str]
    number: int


class ClearedMarket(TypedDict):
    """Animals that left the market."""

    animals: Sequence[str]


class SwappedCard(TypedDict):
    """A card of the bid exchanged for one of the hand."""

    seat: Seat
    give: str
    take: str


class WildSeat(TypedDict):
    """Somebody who did it."""

    seat: Seat


class ReshuffledPile(TypedDict):
    """A pile that was shuffled anew."""

    pile: str
    number: int


class LostLeader(TypedDict):
    """A leader that nobody holds any more."""

    species: str
    seat: Seat


GainedLeader = TypedDict("GainedLeader", {"species": "str", "seat": "Seat", "from": "Seat | None"})
"""A leader, and from whom it came."""


MovedTalisman = TypedDict("MovedTalisman", {"from": "Seat", "to": "Seat"})
"""The talisman, and from whom to whom it went."""


class WildSums(TypedDict):
    """What a player’s animals counted."""

    first_species: str
    first: int
    second_species: str
    second: int
    leaders: int
    tokens: int
    total: int


class WildEnd(TypedDict):
    """How the match ended."""

    reason: str
    scores: Sequence[int]
    places: Sequence[int]
    breakdown: Sequence[WildSums]


EVENTS: Mapping[str, type] = {
    "match-began": WildMatch,
    "dealt": WildCardsOf,
    "round-began": WildRound,
    "bids-revealed": RevealedBids,
    "eagle-chose": WildCardOf,
    "leo-refilled": LeoRefill,
    "took": TakenAnimal,
    "leader-gained": GainedLeader,
    "leader-lost": LostLeader,
    "passed": PassedTurn,
    "drew": WildDraw,
    "drew-cards": WildCardsOf,
    "market-cleared": ClearedMarket,
    "tie": WildTie,
    "tie-ordered": OrderedTie,
    "payments-revealed": TiePayments,
    "cards-shown": ShownCards,
    "swapped": SwappedCard,
    "swap-declined": WildSeat,
    "discarded": WildCardsOf,
    "reshuffled": ReshuffledPile,
    "talisman-moved": MovedTalisman,
    "ibex-returned": WildCardOf,
    "match-ended": WildEnd,
}
