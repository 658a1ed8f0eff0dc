"""What every tournament format speaks of: entries, tables, rounds, results, and the protocol.

All are frozen values. A format keeps nothing between two calls: it is told the set-up, the entries
and every table dealt so far, and answers with the next round. The same arguments give the same
answer on every machine, in whatever order the tables are listed.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Protocol

EntryId = int
Figure = int | str | Fraction | tuple[int, ...]


class SetupError(ValueError):
    """A tournament that cannot be played as it is set up; `code` and `figures` say why."""

    def __init__(self, code: str, **figures: Figure) -> None:
        super().__init__(code)
        self.code = code
        self.figures = figures


class Seeding(enum.StrEnum):
    """Where the order at the start comes from; what is equal is settled by lot."""

    RATING = "rating"
    HAND = "hand"
    LOT = "lot"


class Points(enum.StrEnum):
    """How places at a table become tournament points; `points.table_points` counts them."""

    PLACES = "places"  # 6 for the first, 0 for the last, even steps between: 6-4-2-0 at four
    STEEP = "steep"  # 7-4-2-0 at four, drawn out or in for other sizes
    WINS = "wins"  # 1 for the first, shared among equals, nothing for the others


class GrandFinal(enum.StrEnum):
    """How a double knockout ends."""

    NONE = "none"  # the winner of the upper bracket has won
    SIMPLE = "simple"  # one match between the two brackets' winners
    RESET = "reset"  # a second one if the upper bracket's winner lost the first


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody who plays: `seeding` 1 is the best by hand; plays from and until these rounds.

    `until_round` is the last round to be dealt in: whoever withdraws during round 3 has 3.
    """

    id: EntryId
    seeding: int | None = None
    rating: int | None = None
    from_round: int = 1
    until_round: int | None = None

    def plays_in(self, round_number: int) -> bool:
        """Whether the entry is to be dealt into that round."""
        left = self.until_round is not None and round_number > self.until_round
        return self.from_round <= round_number and not left


@dataclass(frozen=True, slots=True)
class Setup:
    """A tournament as its organiser states it; each format says which of the fields it reads.

    `seed` is the text that every lot is drawn with. `smallest` and `largest` are the table sizes
    that the game allows, `table_size` the one wanted. `at_once` is how many rounds a Swiss deals
    together. `cut` is how many reach the last stages, `advance` how many go on from one table or
    group, `games` how many matches each table of those stages plays. `apart` names pairs that are
    never seated together while that can be helped.
    """

    format: str
    seed: str
    table_size: int = 4
    smallest: int = 3
    largest: int = 6
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
    apart: frozenset[frozenset[EntryId]] = frozenset()


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a round, its entries in seat order; a table for one is a bye."""

    number: int
    entries: tuple[EntryId, ...]

    @property
    def is_bye(self) -> bool:
        """Whether nobody sits opposite: the entry goes on, or scores, without a match."""
        return len(self.entries) == 1


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an entry (None: everybody) sits where it does: a code and its figures, no prose."""

    code: str
    entry: EntryId | None = None
    figures: Mapping[str, Figure] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """A round to be dealt: numbered from 1 through all stages, `stage` names the format's part."""

    number: int
    stage: str
    tables: tuple[Table, ...]
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table that was dealt, and what came of it; `seats` are its entries in seat order.

    `places` holds 1 for the best, equal numbers for equals (1, 2, 2, 4), and is empty while the
    match is open. `points` are the game's own points. Whoever left or overslept the match is in
    `forfeits` and has a last place. A bye is a result too: see `opened`.
    """

    round: int
    table: int
    stage: str
    seats: tuple[EntryId, ...]
    places: Mapping[EntryId, int] = field(default_factory=dict)
    points: Mapping[EntryId, int] = field(default_factory=dict)
    forfeits: frozenset[EntryId] = frozenset()

    @property
    def is_open(self) -> bool:
        """Whether the match still runs."""
        return not self.places

    @property
    def is_bye(self) -> bool:
        """Whether the entry sat alone."""
        return len(self.seats) == 1


class Format(Protocol):
    """One format. `results` are all tables dealt so far, open ones among them, in any order.

    Who enters late plays where `accepts_late`; the other formats leave late entries aside.
    """

    key: str
    accepts_late: bool

    def check(self, setup: Setup, entries: int) -> None:
        """Raise SetupError if so many entries cannot play the set-up."""

    def next_plan(
        self, setup: Setup, entries: Sequence[Entry], results: Sequence[TableResult]
    ) -> RoundPlan | None:
        """The next tables that can be dealt now; None: it waits for results, or all is over.

        Several rounds may run side by side, and of a bracket's round a part may be ready before
        the rest: deal (see `opened`) and ask again until None comes.
        """

    def is_over(
        self, setup: Setup, entries: Sequence[Entry], results: Sequence[TableResult]
    ) -> bool:
        """Whether the last match has ended and no round follows."""

    def qualified(
        self, setup: Setup, entries: Sequence[Entry], results: Sequence[TableResult]
    ) -> tuple[EntryId, ...]:
        """Who goes on from the latest closed stage, best first; none while the first is open."""

    def placing(
        self, setup: Setup, entries: Sequence[Entry], results: Sequence[TableResult]
    ) -> tuple[tuple[EntryId, ...], ...]:
        """All entries, best first, as things stand; those who share a place stand together."""


def opened(plan: RoundPlan) -> tuple[TableResult, ...]:
    """The plan's tables as they are when dealt: open matches, and byes that are settled."""
    return tuple(
        TableResult(
            round=plan.number,
            table=table.number,
            stage=plan.stage,
            seats=table.entries,
            places={table.entries[0]: 1} if table.is_bye else {},
        )
        for table in plan.tables
    )


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


def explain(plan: RoundPlan, entry: EntryId) -> tuple[Reason, ...]:
    """Why this entry is paired as it is: the reasons of its own, then those for everybody."""
    own = tuple(reason for reason in plan.reasons if reason.entry == entry)
    return own + tuple(reason for reason in plan.reasons if reason.entry is None)
