"""A whole tournament as the values that formats reckon with, without a row of the database."""

from __future__ import annotations

import hashlib
from collections import OrderedDict, defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from tournaments.formats.base import Format
from tournaments.formats.registry import format_of
from tournaments.models import Entry, Pairing, PairingSeat, Tournament
from tournaments.selectors.tournament_state import setup_of
from tournaments.stages.bracket import Bracket
from tournaments.values.setup import TournamentSetup
from tournaments.values.tables import Entrant, TableResult

KEPT = 8
"""Tournaments whose values a process keeps: a large one takes some megabytes."""


@dataclass
class TournamentValues:
    """Set-up, entries and results at one version; `decided` is when tables of each round were."""

    setup: TournamentSetup
    entries: list[Entrant]
    results: list[TableResult]
    decided: dict[int, list[datetime]]

    @cached_property
    def format(self) -> Format:
        """How it is played."""
        return format_of(self.setup.format)

    @cached_property
    def bracket(self) -> Bracket | None:
        """The bracket for two at a table, where there is one."""
        if not self.entries or not self.results:
            return None
        return self.format.bracket(self.setup, self.entries, self.results)


def digest_of(setup: TournamentSetup, entries: list[Entrant], results: list[TableResult]) -> str:
    """A short text that differs whenever something differs that chances depend on."""
    told = repr(
        [
            (one.round, one.table, one.seats, sorted(one.places.items()), sorted(one.annulled))
            for one in results
        ]
    ) + repr([(one.id, one.until_round, one.is_removed) for one in entries])
    return hashlib.sha256(f"{setup}{told}".encode()).hexdigest()


_kept: OrderedDict[str, tuple[int, TournamentValues]] = OrderedDict()


def kept_values(tournament: Tournament) -> TournamentValues:
    """The values at the tournament's version: read once in this process, never changed.

    Not for a transaction that holds the tournament's lock: what it has not committed would be kept.
    """
    known = _kept.get(tournament.code)
    if known is None or known[0] != tournament.version:
        known = tournament.version, read_values(tournament)
        _kept[tournament.code] = known
    _kept.move_to_end(tournament.code)
    while len(_kept) > KEPT:
        _kept.popitem(last=False)
    return known[1]


def read_values(tournament: Tournament) -> TournamentValues:
    """The values as they are now, in three queries."""
    # Seats first: a table that is dealt meanwhile has none here, and is left to the next version.
    seats = defaultdict(list)
    rows = PairingSeat.objects.filter(pairing__round__tournament=tournament)
    fields = ("pairing_id", "entry_id", "place", "points", "is_forfeit", "is_annulled")
    for pairing, *seat in rows.order_by("seat").values_list(*fields):
        seats[pairing].append(tuple(seat))
    results, decided = [], defaultdict(list)
    tables = Pairing.objects.filter(round__tournament=tournament)
    for pk, number, table, stage, at in tables.order_by("round__number", "number").values_list(
        "pk", "round__number", "number", "stage", "decided_at"
    ):
        if own := seats.get(pk):
            results.append(_result(number, table, stage, own, is_closed=at is not None))
            if at is not None and len(own) > 1:
                decided[number].append(at)
    seated = {seat[0] for own in seats.values() for seat in own}
    return TournamentValues(setup_of(tournament), _entries(tournament, seated), results, decided)


def results_of(entries: Collection[int]) -> tuple[list[TableResult], dict[int, str]]:
    """All tables of these entries, by round, and what everybody there is called; in two queries."""
    own = PairingSeat.objects.filter(entry__in=entries).values("pairing")
    seats, called = defaultdict(list), {}
    fields = ("pairing_id", "entry__member__name", "entry_id", "place", "points")
    rows = PairingSeat.objects.filter(pairing__in=own).order_by("seat")
    for pairing, name, entry, *seat in rows.values_list(*fields, "is_forfeit", "is_annulled"):
        seats[pairing].append((entry, *seat))
        called[entry] = name
    tables = Pairing.objects.filter(pk__in=own).order_by("round__number", "number")
    results = [
        _result(number, table, stage, seats[pk], is_closed=at is not None)
        for pk, number, table, stage, at in tables.values_list(
            "pk", "round__number", "number", "stage", "decided_at"
        )
        if pk in seats
    ]
    return results, called


def _result(
    number: int,
    table: int,
    stage: str,
    seats: list[tuple[int, int | None, int | None, bool, bool]],
    *,
    is_closed: bool,
) -> TableResult:
    own = tuple(seat[0] for seat in seats)
    if not is_closed:
        return TableResult(number, table, stage, own)
    return TableResult(
        number,
        table,
        stage,
        own,
        {entry: place for entry, place, *_rest in seats if place is not None},
        {entry: points for entry, _place, points, *_rest in seats if points is not None},
        frozenset(seat[0] for seat in seats if seat[3]),
        frozenset(seat[0] for seat in seats if seat[4]),
    )


def _entries(tournament: Tournament, seated: set[int]) -> list[Entrant]:
    """Who plays or has played: not who only waits, was invited, or left before the start."""
    fields = ("pk", "status", "seeding", "rating", "from_round", "until_round", "byes")
    return [
        Entrant(pk, seeding, rating, begun, until, status == Entry.Status.REMOVED, frozenset(byes))
        for pk, status, seeding, rating, begun, until, byes in tournament.entries.order_by(
            "pk"
        ).values_list(*fields)
        if status == Entry.Status.ENTERED or pk in seated
    ]
