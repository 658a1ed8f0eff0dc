"""F14: the database undoes transactions in favour of others: serialization failures, deadlocks."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection

from games.common import clock
from games.models import Match, Phase
from games.services.deadline_sweep import sweep_due
from tests.bench.faults.doors import callers_made, orders_kept
from tests.bench.faults.results import DrillImpossibleError, DrillResult
from tests.bench.faults.tables import (
    doubled_counted,
    leases_end,
    lost_counted,
    made_due,
    matches_made,
)

SHARE = 0.1
CODES = ("40001", "40P01")
LATEST_STATEMENT = 8
CLOSED_TOGETHER = 2
"""So few matches in a transaction, so that a tenth of them are many."""


class _Undoing:
    """Undoes a tenth of the transactions that lock a match, at one of their statements."""

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.left, self.undone = chance, 0, 0

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        if not connection.in_atomic_block:
            self.left = 0
        elif self.left:
            self.left -= 1
            if not self.left:
                self._undo(execute, many, context)
        elif "FOR UPDATE" in sql and self.chance.random() < SHARE:
            self.left = self.chance.randint(1, LATEST_STATEMENT)
        return execute(sql, params, many, context)

    def _undo(self, execute: Callable[..., Any], many: bool, context: Any) -> None:
        """The server itself raises it, so that the transaction is really spoilt."""
        self.undone += 1
        code = self.chance.choice(CODES)
        raising = f"DO $$ BEGIN RAISE EXCEPTION 'drill' USING ERRCODE = '{code}'; END $$"
        execute(raising, [()] if many else None, many, context)


def transactions_undone(count: int) -> Sequence[DrillResult]:
    """So many orders over http and their closings, a tenth of the transactions undone."""
    if connection.vendor != "postgresql":
        raise DrillImpossibleError("SQLite undoes no transaction: one writes at a time")
    matches = matches_made(count)
    ids = [match.pk for match in matches]
    callers = callers_made(matches)
    undoing = _Undoing(random.Random(count))
    with connection.execute_wrapper(undoing):
        answers = [caller.order_here(1) for caller in callers]
    surfaced = len(answers) - answers.count(200)
    in_orders = undoing.undone
    lost = len(callers) - len(orders_kept(callers, 1)) - surfaced
    made_due(ids)
    _swept(ids, undoing)
    in_closings = undoing.undone - in_orders
    lost += lost_counted(matches)
    parked = Match.objects.filter(pk__in=ids, status=Match.Status.PARKED).count()
    doubled = doubled_counted()
    return [
        DrillResult(
            name="a tenth of the transactions undone: orders that failed, lost, doubled, parked",
            wanted="0, 0, 0, 0",
            measured=f"{surfaced} {dict(Counter(answers))}, {lost}, {doubled}, {parked}; "
            f"{in_orders} undone in orders, {in_closings} in closings",
            passed=not (surfaced or lost or doubled or parked) and min(in_orders, in_closings) > 0,
            count=count,
        )
    ]


def _swept(ids: Sequence[int], undoing: _Undoing) -> None:
    while Match.objects.filter(pk__in=ids, phase_number=1, status="running").exists():
        Phase.objects.filter(match__in=ids, number=1, closed_at=None).update(wake_at=clock.now())
        leases_end()
        with connection.execute_wrapper(undoing):
            try:
                sweep_due(CLOSED_TOGETHER)
            except Exception:
                undoing.left = 0
