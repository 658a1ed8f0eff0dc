"""What an organiser states of a tournament: the values that its format reads."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from fractions import Fraction

EntryId = int


Figure = int | str | Fraction | tuple[int, ...]


class TournamentSetupError(ValueError):
    """A tournament that cannot be played as it is set up; `code` and `figures` say why."""

    def __init__(self, code: str, **figures: Figure) -> None:
        super().__init__(code)
        self.code = code
        self.figures = figures


class Seeding(enum.StrEnum):
    """Where the order at the start comes from; what is equal is settled by lot."""

    RATING = "rating"
    STRENGTH = "strength"  # what all results together say, as it was at the start
    HAND = "hand"
    LOT = "lot"


class Points(enum.StrEnum):
    """How places at a table become tournament points; `points.table_points` counts them."""

    PLACES = "places"  # 6 for the first, 0 for the last, even steps between: 6-4-2-0 at four
    STEEP = "steep"  # 7-4-2-0 at four, drawn out or in for other sizes
    WINS = "wins"  # 1 for the first, shared among equals, nothing for the others


class UnevenTables(enum.StrEnum):
    """Where a number does not divide: 13 at tables of 4."""

    SHORT = "short"  # 4, 3, 3 and 3
    LONG = "long"  # 5, 4 and 4


class GrandFinal(enum.StrEnum):
    """How a double knockout ends."""

    NONE = "none"  # the winner of the upper bracket has won
    SIMPLE = "simple"  # one match between the two brackets' winners
    RESET = "reset"  # a second one if the upper bracket's winner lost the first


@dataclass(frozen=True, slots=True)
class TournamentSetup:
    """A tournament as its organiser states it; each format says which of the fields it reads.

    `seed` is the text that every lot is drawn with. `smallest` and `largest` are the table sizes
    that the game allows, `table_size` the one wanted. `at_once` is how many rounds a Swiss deals
    together. `cut` is how many reach the last stages, `advance` how many go on from one table or
    group, `games` how many matches each table of those stages plays. `apart` names pairs that are
    never seated together while that can be helped. After `last_round` nothing more is dealt: an
    organiser has wound the tournament up (0: it ends by itself). With `play_off` those who share
    the first place, if they fit at one table, play one more match for it; else they share it.
    """

    format: str
    seed: str
    table_size: int = 4
    smallest: int = 3
    largest: int = 6
    uneven_tables: UnevenTables = UnevenTables.SHORT
    rounds: int = 4
    points: Points = Points.PLACES
    tie_breaks: tuple[str, ...] = ()
    seeding: Seeding = Seeding.RATING
    at_once: int = 1
    cut: int = 16
    advance: int = 1
    games: int = 1
    seasons: int = 1  # of a league; 0: without end, and so for a ladder's rounds
    group_size: int = 4
    third_place: bool = False
    grand_final: GrandFinal = GrandFinal.SIMPLE
    strict: bool = (
        True  # no repeat that can be avoided; else leaders may meet again in small fields
    )
    strict_seats: bool = False  # where two play: whoever must change seats never meets the like
    apart: frozenset[frozenset[EntryId]] = frozenset()
    half_byes: int = 0  # so many rounds may an entrant sit out for half a win each, or their rung
    review_hours: int = 0  # so long has the organiser to look at a round's tables
    last_round: int = 0
    play_off: bool = False
