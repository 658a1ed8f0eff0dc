"""Entrants, tables, rounds and their results, as every format speaks of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from tournaments.values.setup import (
    EntryId,
)

HALF_BYE_PLACE = 2


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who plays: `seeding` 1 is the best by hand or strength; plays in these rounds.

    `until_round` is the last round to be dealt in: whoever withdraws during round 3 has 3.
    Whoever `is_removed` comes after all who stayed, whatever they won. `byes` are the rounds that
    they asked to sit out.
    """

    id: EntryId
    seeding: int | None = None
    rating: int | None = None
    from_round: int = 1
    until_round: int | None = None
    is_removed: bool = False
    byes: frozenset[int] = frozenset()

    def plays_in(self, round_number: int) -> bool:
        """Whether the entry is to be dealt into that round."""
        left = self.until_round is not None and round_number > self.until_round
        return self.from_round <= round_number and not left


@dataclass(frozen=True, slots=True)
class TablePlan:
    """One table of a round, its entries in seat order; a table for one is a bye."""

    number: int
    entries: tuple[EntryId, ...]
    is_half_bye: bool = False

    @property
    def is_bye(self) -> bool:
        """Whether nobody sits opposite: the entry goes on, or scores, without a match."""
        return len(self.entries) == 1


@dataclass(frozen=True)
class Reason:
    """Why an entry (None: everybody) sits where it does: figures of its own kind, no prose.

    Each kind is a class with a `code`, under which a round keeps it.
    """

    code: ClassVar[str]
    entry: EntryId | None


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """A round to be dealt: numbered from 1 through all stages, `stage` names the format's part."""

    number: int
    stage: str
    tables: tuple[TablePlan, ...]
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class PairingMeasures:
    """What pairing a round took, all its parts together, and what it came to."""

    tables: int = 0
    repeats: int = 0
    seconds: float = 0.0
    algorithm: int = 0


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table that was dealt, and what came of it; `seats` are its entries in seat order.

    `places` holds 1 for the best, equal numbers for equals (1, 2, 2, 4), and is empty while the
    match is open. `points` are the game's own points. Whoever left or overslept the match is in
    `forfeits` and has a last place. For points and tie-breaks those in `annulled` never sat there:
    a last place, which sends the others of a bracket on, is all that is left of them. A bye is a
    result too: see `opened`.
    """

    round: int
    table: int
    stage: str
    seats: tuple[EntryId, ...]
    places: Mapping[EntryId, int] = field(default_factory=dict)
    points: Mapping[EntryId, int] = field(default_factory=dict)
    forfeits: frozenset[EntryId] = frozenset()
    annulled: frozenset[EntryId] = frozenset()

    @property
    def counted_places(self) -> Mapping[EntryId, int]:
        """The places that points are given for; none where nobody is left to have been met."""
        if not self.annulled:
            return self.places
        counted = {one: place for one, place in self.places.items() if one not in self.annulled}
        if len(counted) < 2:
            return {}
        return {
            one: 1 + sum(other < place for other in counted.values())
            for one, place in counted.items()
        }

    @property
    def is_open(self) -> bool:
        """Whether the match still runs."""
        return not self.places

    @property
    def is_bye(self) -> bool:
        """Whether the entry sat alone."""
        return len(self.seats) == 1

    @property
    def is_half_bye(self) -> bool:
        """Whether it was asked for, and is worth half a win: the place is the second then."""
        return self.is_bye and self.places.get(self.seats[0]) == HALF_BYE_PLACE


def opened(plan: RoundPlan) -> tuple[TableResult, ...]:
    """The plan's tables as they are when dealt: open matches, and byes that are settled."""
    return tuple(
        TableResult(
            round=plan.number,
            table=table.number,
            stage=plan.stage,
            seats=table.entries,
            places={table.entries[0]: bye_place(table)} if table.is_bye else {},
        )
        for table in plan.tables
    )


def bye_place(table: TablePlan) -> int:
    """The place that a table for one is kept with."""
    return HALF_BYE_PLACE if table.is_half_bye else 1


def closed(
    table: TableResult,
    places: Mapping[EntryId, int],
    points: Mapping[EntryId, int] | None = None,
    forfeits: frozenset[EntryId] = frozenset(),
) -> TableResult:
    """The table with its result; raise ValueError unless everybody seated has a place."""
    if set(places) != set(table.seats) or min(places.values()) != 1:
        raise ValueError("every seat has a place, and somebody the first")
    return replace(table, places=places, points=points or {}, forfeits=forfeits)


def starters(entries: Iterable[Entrant]) -> list[Entrant]:
    """Who plays from the first round."""
    return [entry for entry in entries if entry.plays_in(1)]


def playing(entries: Iterable[Entrant], round_number: int) -> set[EntryId]:
    """Who is to be dealt into that round."""
    return {entry.id for entry in entries if entry.plays_in(round_number)}


def last_round(results: Iterable[TableResult]) -> int:
    """The latest round of which a table is dealt; 0 before the first."""
    return max((result.round for result in results), default=0)


def ended(results: Iterable[TableResult]) -> bool:
    """Whether no match is open."""
    return not any(result.is_open for result in results)
