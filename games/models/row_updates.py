"""Rows written in one batch, and what has changed of a row since it was read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import connection
from django.db.models import Field, Model

RowValues = Mapping[str, object]
"""The fields of a row with their values, by the fields' attribute names."""


def row_values(row: Model) -> RowValues:
    """The values of a row's fields as they are now, to be compared with later ones.

    Lists and mappings are copied on their own level: what lies deeper must be replaced, not changed
    in place, to be noticed.
    """
    values = vars(row)
    return {
        field.attname: value.copy() if isinstance(value, (dict, list)) else value
        for field in row._meta.concrete_fields
        if (value := values.get(field.attname)) is not None or field.attname in values
    }


def changed_fields(row: Model, before: RowValues) -> set[str]:
    """The names of the fields whose values differ from those."""
    values = vars(row)
    return {name for name, value in before.items() if values[name] != value}


def update_rows(
    rows: Sequence[Model],
    names: Sequence[str],
    *,
    if_still: Sequence[str] = (),
    read: Sequence[Sequence[object]] = (),
) -> int:
    """Write these fields of each row, in one batch; returns how many rows were there.

    A row whose fields `if_still` no longer hold what was `read` is left as it is. Django's own
    ways are an update a row, whose making costs more than its execution, or one statement for all
    that decides by row and field, which costs more still.
    """
    if not rows or not names:
        return 0
    kind = type(rows[0])
    fields = [_field(kind, name) for name in names]
    conditions = [_field(kind, name) for name in ("id", *if_still)]
    values = ", ".join(f"{_column(field)} = %s" for field in fields)
    known = " AND ".join(f"{_column(field)} = %s" for field in conditions)
    table = connection.ops.quote_name(kind._meta.db_table)
    parameters = [
        [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
        + [
            field.get_db_prep_save(value, connection)
            for field, value in zip(conditions, (row.pk, *before), strict=True)
        ]
        for row, before in zip(rows, read or [()] * len(rows), strict=True)
    ]
    with connection.cursor() as cursor:
        cursor.executemany(f"UPDATE {table} SET {values} WHERE {known}", parameters)  # noqa: S608
        return int(cursor.rowcount)


def _field(kind: type[Model], name: str) -> Field[object, object]:
    return next(
        field for field in kind._meta.concrete_fields if name in {field.name, field.attname}
    )


def _column(field: Field[object, object]) -> str:
    return str(connection.ops.quote_name(str(field.column)))
