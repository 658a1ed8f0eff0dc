"""Whether what was dealt since rests on a result that is to be corrected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.formats.base import EntryId, TableResult, opened
from tournaments.models import Pairing
from tournaments.selectors.tournament_state import Field

DEALT_ANYWAY = frozenset({"swiss", "round_robin", "ladder"})
"""Formats whose next round seats everybody again, whatever one result was."""

MOST_PLANS = 100


def would_have_dealt_otherwise(
    field: Field, pairing: Pairing, places: Mapping[EntryId, int]
) -> bool:
    """Whether the tables dealt since the pairing was decided would have been others.

    Both results are tried on what was dealt before it: that asks of every format the same, whether
    its next tables hang on a bracket, on a cut or on a division.
    """
    if field.setup.format in DEALT_ANYWAY or pairing.decided_at is None:
        return False
    before = [
        result
        for row, result in zip(field.pairings, field.results, strict=True)
        if row.pk == pairing.pk or row.dealt_at < pairing.decided_at
    ]
    if len(before) == len(field.results):
        return False
    place = next(
        index
        for index, result in enumerate(before)
        if (result.round, result.table) == (pairing.round.number, pairing.number)
    )
    corrected = list(before)
    corrected[place] = replace(before[place], places=dict(places), forfeits=frozenset())
    return _dealt_next(field, before) != _dealt_next(field, corrected)


def _dealt_next(field: Field, results: Sequence[TableResult]) -> list[tuple[int, frozenset[int]]]:
    known = list(results)
    tables: list[tuple[int, frozenset[int]]] = []
    for _plan in range(MOST_PLANS):
        plan = field.format.next_plan(field.setup, field.entries, known)
        if plan is None:
            break
        tables += [(plan.number, frozenset(table.entries)) for table in plan.tables]
        known += opened(plan)
    return sorted(tables, key=lambda one: (one[0], sorted(one[1])))
