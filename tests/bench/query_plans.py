"""Which statements read a table to its end, as PostgreSQL plans them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any

from django.db import connection
from django.db.backends.postgresql.base import ServerBindingCursor

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

_PLACE = re.compile(r"(?<!%)%s")


@contextmanager
def plans_looked_at() -> Iterator[dict[str, str]]:
    """Within the block each statement is explained first: of those that read one of the growing
    tables to its end, the table with the statement. One that is planned for all values at once, as
    those of `prepared_cursor` are from the sixth time on, is explained as it is then."""
    read: dict[str, str] = {}
    growing = {kind._meta.db_table for kind in GROWING}

    def explain(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().startswith(("SELECT", "UPDATE", "DELETE", "WITH")):
            given = parameters[0] if many else parameters
            with context["connection"].connection.cursor() as cursor:
                if type(context["cursor"].cursor) is ServerBindingCursor and given:
                    plan = _plan_for_all_values(cursor, sql, given)
                else:
                    cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", given)
                    plan = cursor.fetchone()[0][0]["Plan"]
            read.update(dict.fromkeys(growing & set(_whole_scans(plan)), sql))
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(explain):
        yield read


def _plan_for_all_values(cursor: Any, sql: str, given: Sequence[Any]) -> Mapping[str, Any]:
    numbers = count(1)
    numbered = _PLACE.sub(lambda _place: f"${next(numbers)}", sql).replace("%%", "%")
    cursor.execute(f"PREPARE looked_at AS {numbered}")
    cursor.execute("SET plan_cache_mode = force_generic_plan")
    places = ", ".join(["%s"] * len(given))
    cursor.execute(f"EXPLAIN (FORMAT JSON) EXECUTE looked_at({places})", given)
    plan: Mapping[str, Any] = cursor.fetchone()[0][0]["Plan"]
    cursor.execute("RESET plan_cache_mode")
    cursor.execute("DEALLOCATE looked_at")
    return plan


def _whole_scans(plan: Mapping[str, Any]) -> Iterator[str]:
    if plan["Node Type"] == "Seq Scan":
        yield plan["Relation Name"]
    for inner in plan.get("Plans", ()):
        yield from _whole_scans(inner)
