"""What happens in a match: what each kind of event holds, in the order in which it is stored."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET, UnsetType, field

from games.catalogue.wild_cards.rules.scoring import WildCardsScore
from games.rules.protocol import EventData, Seat


class WildMatch(EventData, frozen=True):
    """How the match was opened, and who holds Leo and the talisman."""

    seats: int
    edition: str
    leo: Seat | None
    talisman: Seat | None


class WildRound(EventData, frozen=True):
    """A round begins."""

    round: int
    rounds: int
    market: tuple[str, ...]


class WildCardsOf(EventData, frozen=True):
    """Cards of a hand, as far as the reader may see them, or put away."""

    seat: Seat
    cards: tuple[str, ...]


class WildCardOf(EventData, frozen=True):
    """One card."""

    seat: Seat
    card: str


class RevealedBid(EventData, frozen=True):
    """A bid: its cards, or how many still lie face down."""

    seat: Seat
    cards: tuple[str, ...] | UnsetType = UNSET
    hidden: int | UnsetType = UNSET


class RevealedBids(EventData, frozen=True):
    """All bids."""

    bids: tuple[RevealedBid, ...]


class WildTie(EventData, frozen=True):
    """Who bid the same."""

    seats: tuple[Seat, ...]
    value: int


class TieRule(EventData, frozen=True):
    """What decided: the step, and who held the lion, or Leo."""

    lion: Seat | None
    leo: bool
    step: str


class OrderedTie(EventData, frozen=True):
    """In which order the tied go on."""

    order: tuple[Seat, ...]
    by: TieRule


class TiePayment(EventData, frozen=True):
    """What somebody paid in a tie; None for nothing."""

    seat: Seat
    cards: tuple[str, ...] | None


class TiePayments(EventData, frozen=True):
    """All payments of a tie."""

    payments: tuple[TiePayment, ...]


class ShownCard(EventData, frozen=True):
    """A card shown in a tie, and where it came from."""

    seat: Seat
    card: str | None
    source: str


class ShownCards(EventData, frozen=True):
    """The cards shown in a tie."""

    cards: tuple[ShownCard, ...]


class TakenAnimal(EventData, frozen=True):
    """An animal taken from the market, and how it was paid."""

    seat: Seat
    animal: str
    slot: int
    bid: str
    payment: tuple[str, ...]
    bonus: bool


class PassedTurn(EventData, frozen=True):
    """Somebody took nothing, and what went back to their hand."""

    seat: Seat
    why: str
    returned: tuple[str, ...]


class WildDraw(EventData, frozen=True):
    """How many cards were drawn, and why."""

    seat: Seat
    number: int
    why: str


class LeoRefill(EventData, frozen=True):
    """What Leo put away and drew."""

    discarded: tuple[str, ...]
    number: int


class ClearedMarket(EventData, frozen=True):
    """Animals that left the market."""

    animals: tuple[str, ...]


class SwappedCard(EventData, frozen=True):
    """A card of the bid exchanged for one of the hand."""

    seat: Seat
    give: str
    take: str


class WildSeat(EventData, frozen=True):
    """Somebody who did it."""

    seat: Seat


class ReshuffledPile(EventData, frozen=True):
    """A pile that was shuffled anew."""

    pile: str
    number: int


class LostLeader(EventData, frozen=True):
    """A leader that nobody holds any more."""

    species: str
    seat: Seat


class GainedLeader(EventData, frozen=True):
    """A leader, and from whom it came."""

    species: str
    seat: Seat
    from_: Seat | None = field(name="from")


class MovedTalisman(EventData, frozen=True):
    """The talisman, and from whom to whom it went."""

    from_: Seat = field(name="from")
    to: Seat


class WildEnd(EventData, frozen=True):
    """How the match ended."""

    reason: str
    scores: tuple[int, ...]
    places: tuple[int, ...]
    breakdown: tuple[WildCardsScore, ...]


EVENTS: Mapping[str, type[EventData]] = {
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
