"""What happens in a match: what each kind of event holds, in the order in which it is stored."""

from __future__ import annotations

from collections.abc import Mapping

from games.catalogue.emu_ranchers.rules.scoring import CountedBird
from games.rules.protocol import EventData, Seat


class EmuMatch(EventData, frozen=True):
    """How the match was opened."""

    years: int
    deck: str
    excuse: bool


class EmuYear(EventData, frozen=True):
    """A year begins."""

    year: int
    years: int
    starter: Seat


class RancherCards(EventData, frozen=True):
    """Cards of a hand, as far as the reader may see them."""

    seat: Seat
    cards: tuple[str, ...]


class RancherCard(EventData, frozen=True):
    """One card."""

    seat: Seat
    card: str


class BirdCard(EventData, frozen=True):
    """A card laid to a bird, by the bird’s number."""

    seat: Seat
    card: str
    bird: int


class EmuDraw(EventData, frozen=True):
    """A card drawn from the deck, and how many are left there."""

    seat: Seat
    left: int


class LastCard(EventData, frozen=True):
    """The deck is empty."""

    seat: Seat
    year: int


class YearEndGrowth(EventData, frozen=True):
    """Cards laid at the end of the year, each with its bird’s number."""

    seat: Seat
    placed: tuple[tuple[str, int], ...]


class YearEndRanch(EventData, frozen=True):
    """What a year left; `let_go` is the bird that the Excuse kept from counting."""

    seat: Seat
    birds: tuple[CountedBird, ...]
    left: tuple[str, ...]
    let_go: int | None
    points: int


class YearEnd(EventData, frozen=True):
    """A year is over, the ranches in seat order."""

    year: int
    ranches: tuple[YearEndRanch, ...]
    totals: tuple[int, ...]


class EmuEnd(EventData, frozen=True):
    """How the match ended."""

    reason: str
    scores: tuple[int, ...]
    places: tuple[int, ...]


EVENTS: Mapping[str, type[EventData]] = {
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
