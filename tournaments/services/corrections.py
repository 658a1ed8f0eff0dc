"""Whether what was dealt since rests on a result that is to be corrected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.models import Pairing
from tournaments.selectors.tournament_state import TournamentState
from tournaments.values.setup import EntryId
from tournaments.values.tables import TableResult, opened

MOST_PLANS = 100


def would_have_dealt_otherwise(
    state: TournamentState, pairing: Pairing, places: Mapping[EntryId, int]
) -> bool:
    """Whether the tables dealt since the pairing was decided would have been others.

    Both results are tried on what was dealt before it: that asks of every format the same, whether
    its next tables hang on a bracket, on a cut or on a division.
    """
    if state.format.seats_everybody_again or pairing.decided_at is None:
        return False
    before = [
        result
        for row, result in zip(state.pairings, state.results, strict=True)
        if row.pk == pairing.pk or row.dealt_at < pairing.decided_at
    ]
    if len(before) == len(state.results):
        return False
    place = next(
        index
        for index, result in enumerate(before)
        if (result.round, result.table) == (pairing.round.number, pairing.number)
    )
    corrected = list(before)
    corrected[place] = replace(before[place], places=dict(places), forfeits=frozenset())
    return _dealt_next(state, before) != _dealt_next(state, corrected)


def _dealt_next(
    state: TournamentState, results: Sequence[TableResult]
) -> list[tuple[int, frozenset[int]]]:
    known = list(results)
    tables: list[tuple[int, frozenset[int]]] = []
    for _plan in range(MOST_PLANS):
        plan = state.format.due(state.setup, state.entries, known)
        if plan is None:
            break
        tables += [(plan.number, frozenset(table.entries)) for table in plan.tables]
        known += opened(plan)
    return sorted(tables, key=lambda one: (one[0], sorted(one[1])))
