"""Rounds of a schedule made as a whole: everybody's matches dealt at once."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.base import Entry, EntryId, RoundPlan, Setup, TableResult
from tournaments.formats.field import dealt, playing, seeded
from tournaments.formats.swiss import paired_round
from tournaments.pairing.lots import lot
from tournaments.pairing.schedules import schedule
from tournaments.pairing.sizes import sizes_with_byes


def scheduled_tables(
    setup: Setup,
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
    sizes, byes = sizes_with_byes(len(left), setup)
    if len(left) == len(order) and not byes and not setup.apart and setup.table_size > 2:
        positions = tiers(setup, left, len(sizes))
        rounds = schedule(sizes, setup.rounds, setup.seed)
        return [tuple(positions[one] for one in table) for table in rounds[number - 1]]
    drawn = sorted(left, key=lambda entry: lot(setup.seed, "heats", entry))
    return paired_round(setup, drawn, {}, results)


def scheduled_round(
    setup: Setup, entries: Sequence[Entry], results: Sequence[TableResult], number: int, stage: str
) -> RoundPlan | None:
    """That round of the entries' schedule, dealt whatever is open; None if too few are left."""
    here = playing(entries, number)
    tables = scheduled_tables(setup, seeded(setup, entries), here, results, number)
    return dealt(setup, number, stage, tables, results) if tables else None


def tiers(setup: Setup, order: Sequence[EntryId], tables: int) -> list[EntryId]:
    """The seeds in tiers of as many as there are tables, each tier in an order drawn by lot."""
    drawn: list[EntryId] = []
    for first in range(0, len(order), tables):
        tier = order[first : first + tables]
        drawn += sorted(tier, key=lambda entry: lot(setup.seed, "tier", entry))
    return drawn
