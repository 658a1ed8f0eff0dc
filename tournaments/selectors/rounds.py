"""The rounds of a tournament as a person looks at them: tables with names, states and links."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from games.models import Match
from tournaments.models import Entry, Pairing, PairingSeat, Round, StandingsSummary, Tournament
from tournaments.selectors.kept_standings import round_counts
from tournaments.selectors.tournament_state import TournamentState


@dataclass(frozen=True, slots=True)
class SeatLine:
    """Who sits there, with the place and the points of a table that is closed."""

    entry: int
    name: str
    seat: int
    place: int | None
    points: int | None
    is_forfeit: bool
    is_annulled: bool


@dataclass(frozen=True, slots=True)
class TableLine:
    """One table: its match, where there is one that may be seen, and its seats."""

    pairing: Pairing
    match: Match | None
    seats: tuple[SeatLine, ...]

    @property
    def is_open(self) -> bool:
        """Whether it is still played."""
        return self.pairing.decided_at is None

    def others(self, entry: Entry) -> list[SeatLine]:
        """Who sits here besides this entry."""
        return [seat for seat in self.seats if seat.entry != entry.pk]

    def seat_of(self, entry: Entry) -> SeatLine:
        """Where this entry sits; raises StopIteration where it does not."""
        return next(seat for seat in self.seats if seat.entry == entry.pk)

    @property
    def is_bye(self) -> bool:
        """Whether somebody sits out here."""
        return len(self.seats) == 1


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One round with its tables."""

    row: Round
    tables: tuple[TableLine, ...]

    @property
    def open_count(self) -> int:
        """How many of its tables are still played."""
        return sum(table.is_open for table in self.tables)

    @property
    def ended(self) -> tuple[datetime, ...]:
        """When its tables were decided, byes left out."""
        return tuple(
            table.pairing.decided_at
            for table in self.tables
            if table.pairing.decided_at is not None and not table.is_bye
        )


@dataclass(frozen=True, slots=True)
class CountedRound:
    """One round with how many tables it has, how many of them are still played, byes among the
    former, and when some were decided."""

    row: Round
    table_count: int
    open_count: int
    ended: tuple[datetime, ...]


def counted_rounds(tournament: Tournament, summary: StandingsSummary) -> list[CountedRound]:
    """All rounds, the first one first, as they are kept; one query."""
    counts = round_counts(summary)
    rows = tournament.rounds.filter(number__in=counts).defer("reasons", "measures")
    return [
        CountedRound(row, one.tables, one.open, one.decided)
        for row in rows.order_by("number")
        for one in [counts[row.number]]
    ]


def read_tables(
    rows: QuerySet[Pairing], watchable: Collection[int] | None = None
) -> list[TableLine]:
    """These tables in their order, in two queries; see `rounds_of` for who may watch."""
    tables = rows.select_related("match").only(
        *("round_id", "number", "stage", "deadline_at", "decided", "decided_at", "match__code")
    )
    found = list(tables)
    seats = defaultdict(list)
    fields = ("entry_id", "entry__member__name", "seat", "place", "points")
    for pairing, *values in PairingSeat.objects.filter(
        pairing__in=[one.pk for one in found]
    ).values_list("pairing_id", *fields, "is_forfeit", "is_annulled"):
        seats[pairing].append(SeatLine(*values))
    return [
        TableLine(
            one,
            one.match if watchable is None or one.match_id in watchable else None,
            tuple(sorted(seats[one.pk], key=lambda seat: (seat.place or 99, seat.seat))),
        )
        for one in found
    ]


def rounds_of(state: TournamentState, watchable: Collection[int] | None = None) -> list[RoundLine]:
    """All rounds, the first one first. No query but those that read the state.

    Matches that are not `watchable` (by key; None: all are) are left out of their tables.
    """
    by_round: dict[int, list[TableLine]] = {row.pk: [] for row in state.rounds}
    for pairing in state.pairings:
        by_round[pairing.round_id].append(_table(state, pairing, watchable))
    return [RoundLine(row, tuple(by_round[row.pk])) for row in state.rounds]


def tables_of(rounds: Iterable[RoundLine], entry: Entry) -> list[tuple[RoundLine, TableLine]]:
    """Where this entry sat and sits, in the order of the rounds."""
    return [
        (one, table)
        for one in rounds
        for table in one.tables
        if any(seat.entry == entry.pk for seat in table.seats)
    ]


def _table(
    state: TournamentState, pairing: Pairing, watchable: Collection[int] | None
) -> TableLine:
    seats = sorted(pairing.seats.all(), key=lambda row: (row.place or 99, row.seat))
    lines = tuple(
        SeatLine(
            entry=row.entry_id,
            name=state.names[row.entry_id],
            seat=row.seat,
            place=row.place,
            points=row.points,
            is_forfeit=row.is_forfeit,
            is_annulled=row.is_annulled,
        )
        for row in seats
    )
    is_seen = watchable is None or pairing.match_id in watchable
    return TableLine(pairing, pairing.match if is_seen else None, lines)
