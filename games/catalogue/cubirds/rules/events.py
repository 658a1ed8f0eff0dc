"""What happens in a match, by kind: the shape of each event's data, for programs that read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from games.rules.protocol import Seat


class CuBirdsMatch(TypedDict):
    """How the match was opened."""

    seats: int
    robin_birds: int


class LaidRows(TypedDict):
    """The rows at the start, and what went to the discard pile for them."""

    rows: Sequence[Sequence[str]]
    discarded: Sequence[str]


class BirdCards(TypedDict):
    """Cards of a hand, as far as the reader may see them."""

    seat: Seat
    cards: Sequence[str]


class FirstBirds(TypedDict):
    """The collections at the start, in seat order: birds by species."""

    collections: Sequence[Mapping[str, int]]


class LaidBirds(TypedDict):
    """Birds laid to an end of a row, and those that were taken."""

    turn: int
    seat: Seat
    species: str
    number: int
    row: int
    side: str
    taken: Sequence[str]


class BirdsSeat(TypedDict):
    """Somebody who did it."""

    seat: Seat


class FilledRow(TypedDict):
    """A row that was filled up from the deck."""

    row: int
    birds: Sequence[str]


class FormedFamily(TypedDict):
    """A family laid down, and how many birds went to the collection."""

    seat: Seat
    species: str
    number: int
    birds: int


class DrawnBirds(TypedDict):
    """How many cards were drawn."""

    seat: Seat
    number: int


class DiscardedHand(TypedDict):
    """How many cards somebody put away."""

    seat: Seat
    number: int


class EmptyHand(TypedDict):
    """A hand is empty: what the others put away, and whether new cards were dealt."""

    seat: Seat
    discarded: Sequence[DiscardedHand]
    dealt: bool


class NewDeck(TypedDict):
    """The discard pile became the deck."""

    number: int


class CuBirdsEnd(TypedDict):
    """How the match ended."""

    reason: str
    winner: Seat | None
    birds: Sequence[int]
    scores: Sequence[int]
    places: Sequence[int]


EVENTS: Mapping[str, type] = {
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
