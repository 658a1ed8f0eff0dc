"""Why entries sit where they do: the kinds of reason that several ways to make tables share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from tournaments.pairing.history import History
from tournaments.pairing.seat_order import taken
from tournaments.values.setup import EntryId
from tournaments.values.tables import Reason

Because = Callable[[Sequence[EntryId], EntryId], Iterator[Reason]]
"""The reasons for one entry at a table, which are those of the way the tables were made."""


@dataclass(frozen=True)
class RoundCounts(Reason):
    """Of a round's part that was dealt at once: for everybody."""

    code: ClassVar[str] = "round"
    tables: int
    repeats: int


@dataclass(frozen=True)
class SetByHand(Reason):
    """The organiser set the table; the log says why."""

    code: ClassVar[str] = "by_hand"


@dataclass(frozen=True)
class ShortTable(Reason):
    """The table has fewer seats than wanted; the entry sat at so many such ones before."""

    code: ClassVar[str] = "short_table"
    size: int
    before: int


@dataclass(frozen=True)
class Seat(Reason):
    """The entry's seat, counted from 0, and how often it had this seat in its matches before."""

    code: ClassVar[str] = "seat"
    seat: int
    of: int
    before: Fraction
    games: int


@dataclass(frozen=True)
class MetBefore(Reason):
    """Somebody at the table has been met before."""

    code: ClassVar[str] = "met_before"
    opponent: EntryId
    times: int


@dataclass(frozen=True)
class Tier(Reason):
    """A place in a schedule, drawn within a tier of the seeding."""

    code: ClassVar[str] = "tier"
    tier: int
    of: int


@dataclass(frozen=True)
class Lot(Reason):
    """Drawn by lot."""

    code: ClassVar[str] = "lot"


@dataclass(frozen=True)
class LotBye(Reason):
    """Sits out by lot, after so many byes before."""

    code: ClassVar[str] = "lot_bye"
    before: int


@dataclass(frozen=True)
class HalfBye(Reason):
    """Asked to sit out."""

    code: ClassVar[str] = "half_bye"


@dataclass(frozen=True)
class SeedingPair(Reason):
    """The bracket brings two seeds together."""

    code: ClassVar[str] = "seeding"
    own: int
    other: int


@dataclass(frozen=True)
class Serpentine(Reason):
    """Seeds dealt to and fro over the tables."""

    code: ClassVar[str] = "serpentine"
    own: int
    others: tuple[int, ...]


@dataclass(frozen=True)
class SeedingBye(Reason):
    """A seed for whom the bracket has nobody."""

    code: ClassVar[str] = "seeding_bye"
    own: int


@dataclass(frozen=True)
class Circle(Reason):
    """Everybody meets everybody."""

    code: ClassVar[str] = "circle"


@dataclass(frozen=True)
class CircleBye(Reason):
    """The circle has no opponent, or that one has left."""

    code: ClassVar[str] = "circle_bye"


def by_schedule(tiers: Mapping[EntryId, tuple[int, int]], history: History) -> Because:
    """Drawn for a place in a schedule, by tiers as (number, of so many), or simply drawn."""

    def reasons(table: Sequence[EntryId], entry: EntryId) -> Iterator[Reason]:
        if len(table) == 1:
            yield LotBye(entry, history.byes[entry])
        elif entry in tiers:
            yield Tier(entry, *tiers[entry])
        else:
            yield Lot(entry)
        yield from met_before(table, entry, history)

    return reasons


@dataclass(frozen=True)
class ForFirstPlace(Reason):
    """So many share the first place after the last round, and play for it."""

    code: ClassVar[str] = "for_first_place"
    sharing: int


def for_first_place(table: Sequence[EntryId], entry: EntryId) -> Iterator[Reason]:
    """Points and tie-breaks left these first."""
    yield ForFirstPlace(entry, len(table))


def by_seeding(seeds: Sequence[EntryId]) -> Because:
    """In a bracket, or dealt to and fro over the tables; `seeds` are best first."""
    rank = {entry: place for place, entry in enumerate(seeds, 1)}

    def reasons(table: Sequence[EntryId], entry: EntryId) -> Iterator[Reason]:
        own = rank.get(entry, len(rank))
        others = [rank.get(other, len(rank)) for other in table if other != entry]
        if not others:
            yield SeedingBye(entry, own)
        elif len(others) == 1:
            yield SeedingPair(entry, own, others[0])
        else:
            yield Serpentine(entry, own, tuple(sorted(others)))

    return reasons


def by_circle(table: Sequence[EntryId], entry: EntryId) -> Iterator[Reason]:
    """Everybody against everybody."""
    yield Circle(entry) if len(table) > 1 else CircleBye(entry)


def of_the_seat(
    seats: Sequence[EntryId], entry: EntryId, table_size: int, history: History
) -> Iterator[Reason]:
    """Why the table is short, and why the entry has its seat there; nothing for a bye."""
    size = len(seats)
    if size == 1:
        return
    if size < table_size:
        yield ShortTable(entry, size, history.short_tables[entry])
    seat, past = seats.index(entry), history.seats.get(entry, ())
    yield Seat(entry, seat, size, Fraction(taken(past, seat, size), 60), len(past))


def met_before(table: Sequence[EntryId], entry: EntryId, history: History) -> Iterator[Reason]:
    """Everybody at the table whom the entry has met."""
    for other in table:
        if other != entry and (times := history.met(entry, other)):
            yield MetBefore(entry, other, times)
