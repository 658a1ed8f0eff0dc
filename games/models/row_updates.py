"""Rows written in one batch, and what has changed of a row since it was read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeAlias

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Field, ForeignKey, JSONField, Model

from games.models.fixed_queries import prepared_cursor

RowValues = Mapping[str, object]
"""The fields of a row with their values, by the fields' attribute names."""

Fields: TypeAlias = "Sequence[Field[object, object]]"


def row_values(row: Model) -> RowValues:
    """The values of a row's fields as they are now, to be compared with later ones.

    Lists and mappings are copied on their own level: what lies deeper must be replaced, not changed
    in place, to be noticed.
    """
    names, of_json = _field_names(type(row))
    values = vars(row)
    kept = {name: values[name] for name in names if name in values}
    for name in of_json:
        if isinstance(value := kept.get(name), (dict, list)):
            kept[name] = value.copy()
    return kept


@cache
def _field_names(kind: type[Model]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The attributes of all fields, and of those whose values may be changed in place."""
    fields = kind._meta.concrete_fields
    of_json = (field.attname for field in fields if isinstance(field, JSONField))
    return tuple(field.attname for field in fields), tuple(of_json)


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
    that decides by row and field, which costs more still. PostgreSQL plans one statement for all.
    """
    if not rows or not names:
        return 0
    kind = type(rows[0])
    fields = [_field(kind, name) for name in names]
    conditions = [_field(kind, name) for name in ("id", *if_still)]
    database = connections[DEFAULT_DB_ALIAS]  # itself: the proxy would be asked for every value
    parameters = [
        [field.get_db_prep_save(getattr(row, field.attname), database) for field in fields]
        + [
            field.get_db_prep_save(value, database)
            for field, value in zip(conditions, (row.pk, *before), strict=True)
        ]
        for row, before in zip(rows, read or [()] * len(rows), strict=True)
    ]
    with prepared_cursor() if len(rows) == 1 else connection.cursor() as cursor:
        if len(rows) == 1:
            cursor.execute(_sql_for_each(kind, fields, conditions), parameters[0])
        elif connection.vendor == "postgresql":
            columns = [list(values) for values in zip(*parameters, strict=True)]
            cursor.execute(_sql_for_all(kind, fields, conditions), columns)
        else:
            cursor.executemany(_sql_for_each(kind, fields, conditions), parameters)
        return int(cursor.rowcount)


def insert_rows(rows: Sequence[Model], *, is_once: bool = False) -> None:
    """Insert new rows in one batch, and give them their ids; none are given to rows that are
    `is_once`: of these, any whose unique key is taken already is left out.

    Django's own way makes the SQL anew for every row, which costs more than its execution. No
    signals are sent, and fields know no defaults of the database.
    """
    if not rows:
        return
    kind = type(rows[0])
    if connection.vendor != "postgresql":
        kind._default_manager.bulk_create(rows, ignore_conflicts=is_once)
        return
    fields = [field for field in kind._meta.concrete_fields if not field.primary_key]
    _settle_relations(rows, fields)
    database = connections[DEFAULT_DB_ALIAS]
    columns = [
        [field.get_db_prep_save(field.pre_save(row, add=True), database) for row in rows]
        for field in fields
    ]
    with connection.cursor() as cursor:
        cursor.execute(_sql_to_insert(kind, is_once), columns)
        made = [] if is_once else cursor.fetchall()
    for row, (pk,) in zip(rows, made, strict=not is_once):
        row.pk = pk
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def _settle_relations(rows: Sequence[Model], fields: Fields) -> None:
    """What a row refers to may have been saved since it was made."""
    for field in fields:
        if isinstance(field, ForeignKey):
            for row in rows:
                if getattr(row, field.attname) is None and field.is_cached(row):
                    setattr(row, field.name, getattr(row, field.name))


@cache
def _sql_to_insert(kind: type[Model], is_once: bool) -> str:
    fields = [field for field in kind._meta.concrete_fields if not field.primary_key]
    names = ", ".join(map(_column, fields))
    otherwise = "ON CONFLICT DO NOTHING" if is_once else f"RETURNING {_column(kind._meta.pk)}"
    return (
        f"INSERT INTO {_table(kind)} ({names}) "  # noqa: S608
        f"SELECT * FROM unnest({_arrays(fields)}) {otherwise}"
    )


def _sql_for_each(kind: type[Model], fields: Fields, conditions: Fields) -> str:
    """An update of one row, whose parameters are the values and then what is known of it."""
    values = ", ".join(f"{_column(field)} = %s" for field in fields)
    known = " AND ".join(f"{_column(field)} = %s" for field in conditions)
    return f"UPDATE {_table(kind)} SET {values} WHERE {known}"  # noqa: S608


def _sql_for_all(kind: type[Model], fields: Fields, conditions: Fields) -> str:
    """An update of many rows, whose parameters are the same by column, as PostgreSQL's arrays."""
    every = [*fields, *conditions]
    names = [f"given{place}" for place in range(len(every))]
    pairs = [f"{_column(field)} = {name}" for field, name in zip(every, names, strict=True)]
    known = " AND ".join(f"own.{pair}" for pair in pairs[len(fields) :])
    return (
        f"UPDATE {_table(kind)} own SET {', '.join(pairs[: len(fields)])} "  # noqa: S608
        f"FROM unnest({_arrays(every)}) AS given({', '.join(names)}) WHERE {known}"
    )


def _arrays(fields: Fields) -> str:
    """Parameters that are a column's values each."""
    return ", ".join(f"%s::{field.db_type(connection)}[]" for field in fields)


def _table(kind: type[Model]) -> str:
    return str(connection.ops.quote_name(kind._meta.db_table))


def _field(kind: type[Model], name: str) -> Field[object, object]:
    return next(
        field for field in kind._meta.concrete_fields if name in {field.name, field.attname}
    )


def _column(field: Field[object, object]) -> str:
    return str(connection.ops.quote_name(str(field.column)))
