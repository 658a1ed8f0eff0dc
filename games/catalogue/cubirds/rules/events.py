"""What happens in a match: what each kind of event holds, in the order in which it is stored."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.protocol import EventData, Seat


class CuBirdsMatch(EventData, frozen=True):
    """How the match was opened."""

    seats: int
    robin_birds: int


class LaidRows(EventData, frozen=True):
    """The rows at the start, and what went to the discard pile for them."""

    rows: tuple[tuple[str, ...], ...]
    discarded: tuple[str, ...]


class BirdCards(EventData, frozen=True):
    """Cards of a hand, as far as the reader may see them."""

    seat: Seat
    cards: tuple[str, ...]


class FirstBirds(EventData, frozen=True):
    """The collections at the start, in seat order: birds by species."""

    collections: tuple[Mapping[str, int], ...]


class LaidBirds(EventData, frozen=True):
    """Birds laid to an end of a row, and those that were taken."""

    turn: int
    seat: Seat
    species: str
    number: int
    row: int
    side: str
    taken: tuple[str, ...]


class BirdsSeat(EventData, frozen=True):
    """Somebody who did it."""

    seat: Seat


class FilledRow(EventData, frozen=True):
    """A row that was filled up from the deck."""

    row: int
    birds: tuple[str, ...]


class FormedFamily(EventData, frozen=True):
    """A family laid down, and how many birds went to the collection."""

    seat: Seat
    species: str
    number: int
    birds: int


class DrawnBirds(EventData, frozen=True):
    """How many cards were drawn."""

    seat: Seat
    number: int


class DiscardedHand(EventData, frozen=True):
    """How many cards somebody put away."""

    seat: Seat
    number: int


class EmptyHand(EventData, frozen=True):
    """A hand is empty: what the others put away, and whether new cards were dealt."""

    seat: Seat
    discarded: tuple[DiscardedHand, ...]
    dealt: bool


class NewDeck(EventData, frozen=True):
    """The discard pile became the deck."""

    number: int


class CuBirdsEnd(EventData, frozen=True):
    """How the match ended."""

    reason: str
    winner: Seat | None
    birds: tuple[int, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]


EVENTS: Mapping[str, type[EventData]] = {
    "match-began": CuBirdsMatch,
    "rows-laid": LaidRows,
    "dealt": BirdCards,
    "first-birds": FirstBirds,
    "laid": LaidBirds,
    "robin-laid": LaidBirds,
    "stayed": BirdsSeat,
    "no-family": BirdsSeat,
    "row-filled": FilledRow,
    "family": FormedFamily,
    "drew": DrawnBirds,
    "drew-cards": BirdCards,
    "hand-empty": EmptyHand,
    "reshuffled": NewDeck,
    "match-ended": CuBirdsEnd,
}
