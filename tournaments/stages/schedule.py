"""Rounds of a schedule made as a whole: everybody's matches dealt at once."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.chance.lots import lot
from tournaments.chance.seeding import seeded
from tournaments.pairing.history import history_of
from tournaments.pairing.rounds import paired_round
from tournaments.pairing.schedules import schedule
from tournaments.pairing.table_sizes import sizes_with_byes
from tournaments.stages.dealing import dealt
from tournaments.stages.reasons import Because, by_schedule
from tournaments.stages.requested_byes import resting, with_requested_byes
from tournaments.values.setup import EntryId, TournamentSetup
from tournaments.values.tables import Entrant, RoundPlan, TableResult, playing


def scheduled_tables(
    setup: TournamentSetup,
    order: Sequence[EntryId],
    here: set[EntryId],
    results: Sequence[TableResult],
    number: int,
) -> list[tuple[EntryId, ...]]:
    """That round's tables of the one schedule for the entries, given best first.

    If some are not here any more, or pairs are to be kept apart, or some must sit out, the round
    is paired by itself, as if all had equal points. None at all if too few are left.
    """
    left = [entry for entry in order if entry in here]
    if len(left) < setup.smallest:
        return []
    if is_scheduled(setup, order, here):
        sizes, _ = sizes_with_byes(len(order), setup)
        positions = [entry for tier in tiers(setup, order) for entry in tier]
        rounds = schedule(sizes, setup.rounds, setup.seed)
        return [tuple(positions[one] for one in table) for table in rounds[number - 1]]
    drawn = sorted(left, key=lambda entry: lot(setup.seed, "heats", entry))
    return paired_round(setup, drawn, {}, results)


def scheduled_round(
    setup: TournamentSetup,
    entries: Sequence[Entrant],
    results: Sequence[TableResult],
    number: int,
    stage: str,
) -> RoundPlan | None:
    """That round of the entries' schedule, dealt whatever is open; None if too few are left."""
    out = resting(setup, entries, number)
    here = playing(entries, number) - set(out)
    order = seeded(setup, entries)
    tables = scheduled_tables(setup, order, here, results, number)
    because = drawn_for(setup, [order], here, results)
    if not tables:
        return None
    return with_requested_byes(dealt(setup, number, stage, tables, results, because), out)


def is_scheduled(setup: TournamentSetup, order: Sequence[EntryId], here: set[EntryId]) -> bool:
    """Whether the schedule serves: everybody is here, nobody sits out or is to be kept apart."""
    if setup.table_size == 2 or setup.apart or len(order) < setup.smallest or not here >= {*order}:
        return False
    return not sizes_with_byes(len(order), setup)[1]


def drawn_for(
    setup: TournamentSetup,
    groups: Sequence[Sequence[EntryId]],
    here: set[EntryId],
    results: Sequence[TableResult],
) -> Because:
    """The reasons of a round that is scheduled in each of the groups, or drawn where it is not."""
    places = {
        entry: (number, len(listed))
        for group in groups
        if is_scheduled(setup, group, here)
        for listed in [tiers(setup, group)]
        for number, tier in enumerate(listed, 1)
        for entry in tier
    }
    return by_schedule(places, history_of(results, setup.table_size))


def tiers(setup: TournamentSetup, order: Sequence[EntryId]) -> list[list[EntryId]]:
    """The seeds in tiers of as many as there are tables, each tier in an order drawn by lot."""
    tables = len(sizes_with_byes(len(order), setup)[0])
    return [
        sorted(order[first : first + tables], key=lambda entry: lot(setup.seed, "tier", entry))
        for first in range(0, len(order), tables)
    ]
