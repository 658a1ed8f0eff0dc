"""Rounds of a schedule made as a whole: everybody's matches dealt at once."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.base import Entry, EntryId, RoundPlan, Setup, TableResult
from tournaments.formats.field import dealt, playing, seeded
from tournaments.formats.swiss import paired_round
from tournaments.pairing.lots import lot
from tournaments.pairing.schedules import schedule
from tournaments.pairing.sizes import sizes_with_byes


def scheduled_round(
    setup: Setup, entries: Sequence[Entry], results: Sequence[TableResult], number: int, stage: str
) -> RoundPlan | None:
    """That round of the one schedule for these entries, dealt whatever is still open.

    If somebody has left since, or pairs are to be kept apart, or some must sit out, the round is
    paired by itself, as if all had equal points. None if too few are left.
    """
    here = playing(entries, number)
    order = [entry for entry in seeded(setup, entries) if entry in here]
    if len(order) < setup.smallest:
        return None
    sizes, byes = sizes_with_byes(len(order), setup)
    whole = len(order) == len(entries) and not byes and not setup.apart
    if whole and setup.table_size > 2:
        positions = tiers(setup, order, len(sizes))
        tables = [
            tuple(positions[one] for one in table)
            for table in schedule(sizes, setup.rounds, setup.seed)[number - 1]
        ]
    else:
        order.sort(key=lambda entry: lot(setup.seed, "heats", entry))
        tables = paired_round(setup, order, {}, results)
    return dealt(setup, number, stage, tables, results)


def tiers(setup: Setup, order: Sequence[EntryId], tables: int) -> list[EntryId]:
    """The seeds in tiers of as many as there are tables, each tier in an order drawn by lot."""
    drawn: list[EntryId] = []
    for first in range(0, len(order), tables):
        tier = order[first : first + tables]
        drawn += sorted(tier, key=lambda entry: lot(setup.seed, "tier", entry))
    return drawn
