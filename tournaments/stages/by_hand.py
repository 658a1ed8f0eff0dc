"""A round whose tables the organiser has set otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tournaments.stages.dealing import dealt
from tournaments.stages.reasons import RoundCounts, SetByHand, ShortTable
from tournaments.stages.reasons import Seat as SeatReason
from tournaments.values.setup import EntryId, TournamentSetup
from tournaments.values.tables import Reason, RoundPlan, TableResult

_GIVEN_AGAIN = (RoundCounts, SeatReason, ShortTable)


def with_tables(
    setup: TournamentSetup,
    plan: RoundPlan,
    tables: Sequence[Sequence[EntryId]],
    results: Sequence[TableResult],
) -> RoundPlan:
    """The plan with these tables; what stays as it was keeps its reasons. Byes that were asked
    for stay."""
    asked = [table for table in plan.tables if table.is_half_bye]
    resting = {table.entries[0] for table in asked}
    kept = {frozenset(table.entries) for table in plan.tables}
    own: dict[EntryId | None, list[Reason]] = {}
    for reason in plan.reasons:
        if not isinstance(reason, _GIVEN_AGAIN):
            own.setdefault(reason.entry, []).append(reason)

    def because(table: Sequence[EntryId], entry: EntryId) -> Iterator[Reason]:
        if frozenset(table) in kept:
            yield from own.get(entry, [])
        else:
            yield SetByHand(entry)

    seated = [table for table in tables if not resting & set(table)]
    made = dealt(setup, plan.number, plan.stage, seated, results, because)
    after = [replace(one, number=len(seated) + at) for at, one in enumerate(asked, start=1)]
    resting_reasons = [one for entry in resting for one in own.get(entry, [])]
    return replace(made, tables=(*made.tables, *after), reasons=(*made.reasons, *resting_reasons))
