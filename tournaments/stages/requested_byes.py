"""Rounds that players asked to sit out: tables for one behind all others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tournaments.chance.seeding import seeded
from tournaments.stages.reasons import HalfBye
from tournaments.values.setup import EntryId, TournamentSetup
from tournaments.values.tables import Entrant, Reason, RoundPlan, TablePlan, playing


def resting(setup: TournamentSetup, entries: Sequence[Entrant], number: int) -> list[EntryId]:
    """Who sits that round out as they asked, by seeding; nobody where too few would be left."""
    here = playing(entries, number)
    asked = {entry.id for entry in entries if entry.id in here and number in entry.byes}
    if len(here) - len(asked) < setup.smallest:
        return []
    return [entry for entry in seeded(setup, entries) if entry in asked]


def with_requested_byes(
    plan: RoundPlan, entries: Sequence[EntryId], because: Callable[[EntryId], Reason] = HalfBye
) -> RoundPlan:
    """The plan with a table for one of each of these, behind all others."""
    numbers = range(len(plan.tables) + 1, len(plan.tables) + len(entries) + 1)
    made = [TablePlan(one, (entry,), True) for one, entry in zip(numbers, entries, strict=True)]
    reasons = [because(entry) for entry in entries]
    return replace(plan, tables=(*plan.tables, *made), reasons=(*plan.reasons, *reasons))
