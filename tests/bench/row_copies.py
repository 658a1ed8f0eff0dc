"""Rows copied by the database itself: many from a few, in one statement for each table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from django.core.management.color import no_style
from django.db import connection
from django.db.models import Model

Changes = Mapping[str, str]
"""SQL for columns that a copy has differently: of `own`, the row that is copied, and `n`."""


def copy_rows(kind: type[Model], numbers: range, changes: Changes, *, source: str) -> None:
    """Copy rows for each of these numbers. `source` is SQL: a table called `own`, and which rows.

    Without an `id` among the changes the table gives one; with it the table goes on behind them.
    """
    columns = [str(field.column) for field in kind._meta.concrete_fields]
    if "id" not in changes:
        columns.remove("id")
    values = ", ".join(f"({changes[one]})" if one in changes else f'own."{one}"' for one in columns)
    names = ", ".join(f'"{one}"' for one in columns)
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH RECURSIVE numbers(n) AS (SELECT CAST({numbers.start} AS bigint) "
            f"UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < {numbers.stop}) "
            f"INSERT INTO {kind._meta.db_table} ({names}) SELECT {values} FROM numbers, {source}"
        )
        if "id" in changes:
            for statement in connection.ops.sequence_reset_sql(no_style(), [kind]):
                cursor.execute(statement)


@contextmanager
def written_in_bulk(kinds: Sequence[type[Model]]) -> Iterator[None]:
    """Within the block these tables have neither foreign keys nor indexes, but for the primary key:
    PostgreSQL builds an index in a fraction of the time that it takes to add its entries singly.

    What is copied within it must be right: it is not checked afterwards. In a transaction nothing
    of that happens: PostgreSQL would not use the new indexes before its end.
    """
    if connection.in_atomic_block:
        yield
        return
    tables = [kind._meta.db_table for kind in kinds]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT conrelid::regclass, conname, pg_get_constraintdef(oid), contype = 'f' "
            "FROM pg_constraint WHERE conrelid::regclass::text = ANY(%s) AND contype IN ('f', 'u')",
            [tables],
        )
        constraints = cursor.fetchall()
        for table, name, _definition, _is_key in constraints:
            cursor.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
        cursor.execute(
            "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = ANY(%s) "
            "AND indexname NOT LIKE '%%_pkey'",
            [tables],
        )
        indexes = cursor.fetchall()
        for name, _definition in indexes:
            cursor.execute(f'DROP INDEX "{name}"')
    yield
    with connection.cursor() as cursor:
        cursor.execute("SET maintenance_work_mem = '512MB'")
        for _name, definition in indexes:
            cursor.execute(definition)
        for table, name, definition, is_foreign in constraints:
            unchecked = " NOT VALID" if is_foreign else ""
            cursor.execute(f'ALTER TABLE {table} ADD CONSTRAINT "{name}" {definition}{unchecked}')
        cursor.execute("RESET maintenance_work_mem")
