"""What happens in a match, by kind: the shape of each event's data, for programs that read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from games.rules.protocol import Seat


class EmuMatch(TypedDict):
    """How the match was opened."""

    years: int
    deck: str
    excuse: bool


class EmuYear(TypedDict):
    """A year begins."""

    year: int
    years: int
    starter: Seat


class RancherCards(TypedDict):
    """Cards of a hand, as far as the reader may see them."""

    seat: Seat
    cards: Sequence[str]


class RancherCard(TypedDict):
    """One card."""

    seat: Seat
    card: str


class BirdCard(TypedDict):
    """A card laid to a bird, by the bird’s number."""

    seat: Seat
    card: str
    bird: int


class EmuDraw(TypedDict):
    """A card drawn from the deck, and how many are left there."""

    seat: Seat
    left: int


class LastCard(TypedDict):
    """The deck is empty."""

    seat: Seat
    year: int


class YearEndGrowth(TypedDict):
    """Cards laid at the end of the year, each with its bird’s number."""

    seat: Seat
    placed: Sequence[tuple[str, int]]


class YearEndBird(TypedDict):
    """How a bird counts."""

    cards: Sequence[str]
    values: Sequence[int]
    total: int
    paid: Sequence[int]
    extra: int
    points: int


class YearEndRanch(TypedDict):
    """What a year left; `let_go` is the bird that the Excuse kept from counting."""

    seat: Seat
    birds: Sequence[YearEndBird]
    left: Sequence[str]
    let_go: int | None
    points: int


class YearEnd(TypedDict):
    """A year is over, the ranches in seat order."""

    year: int
    ranches: Sequence[YearEndRanch]
    totals: Sequence[int]


class EmuEnd(TypedDict):
    """How the match ended."""

    reason: str
    scores: Sequence[int]
    places: Sequence[int]


EVENTS: Mapping[str, type] = {
    "match-began": EmuMatch,
    "year-began": EmuYear,
    "dealt": RancherCards,
    "hatched": BirdCard,
    "grew": BirdCard,
    "drew": EmuDraw,
    "drew-card": RancherCard,
    "drew-discard": RancherCard,
    "discarded": RancherCard,
    "last-card": LastCard,
    "grew-at-year-end": YearEndGrowth,
    "year-ended": YearEnd,
    "match-ended": EmuEnd,
}
