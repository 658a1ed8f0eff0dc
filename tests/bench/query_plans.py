"""Which statements read a table to its end, as PostgreSQL plans them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import connection

from games.models import (
    DeadlineChange,
    InboundMail,
    Match,
    Order,
    OutboundMail,
    Phase,
    Player,
    StandingOrder,
)

GROWING = (
    Match, Player, Phase, Order, OutboundMail, InboundMail, DeadlineChange, StandingOrder,
)  # fmt: skip
"""The tables that grow with matches."""


@contextmanager
def plans_looked_at() -> Iterator[dict[str, str]]:
    """Within the block each statement is explained first: of those that read one of the growing
    tables to its end, the table with the statement."""
    read: dict[str, str] = {}
    growing = {kind._meta.db_table for kind in GROWING}

    def explain(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().startswith(("SELECT", "UPDATE", "DELETE", "WITH")):
            with context["connection"].connection.cursor() as cursor:
                given = parameters[0] if many else parameters
                cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", given)
                ((plan, *_others),) = cursor.fetchone()
            read.update(dict.fromkeys(growing & set(_whole_scans(plan["Plan"])), sql))
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(explain):
        yield read


def _whole_scans(plan: Mapping[str, Any]) -> Iterator[str]:
    if plan["Node Type"] == "Seq Scan":
        yield plan["Relation Name"]
    for inner in plan.get("Plans", ()):
        yield from _whole_scans(inner)
