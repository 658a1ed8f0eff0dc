"""Rows written in one batch, and what has changed of a row since it was read.

PostgreSQL gets many rows as one value, in JSON: of arrays, one for each column, making the text
takes several times longer than writing the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgspec
from django.db import DEFAULT_DB_ALIAS, connection, connections, models
from django.db.models import Field, ForeignKey, JSONField, Model
from django.db.models.base import ModelState

from games.models.fixed_queries import prepared_cursor

RowValues = Mapping[str, object]
"""The fields of a row with their values, by the fields' attribute names."""

M = TypeVar("M", bound=Model)

Fields: TypeAlias = "Sequence[Field[object, object]]"

_AS_THEY_ARE = {
    models.BigAutoField, models.BigIntegerField, models.BooleanField, models.CharField,
    models.DateField, models.FloatField, models.ForeignKey, models.IntegerField, models.JSONField,
    models.OneToOneField, models.PositiveBigIntegerField, models.PositiveIntegerField,
    models.PositiveSmallIntegerField, models.SmallIntegerField, models.TextField,
}  # fmt: skip
"""Fields of which an attribute is written as it is; so is a moment that is not set by itself."""


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
    return {
        name
        for name, value in before.items()
        if values[name] is not value and values[name] != value
    }


def new_row(kind: type[M], /, **values: object) -> M:
    """An unsaved row as `kind(**values)` makes it, several times faster: no signals are sent.

    Raises TypeError for what is no field. For rows that a sweep makes by the thousand.
    """
    made = kind.__new__(kind)
    plain, defaults, relations = _new_values(kind)
    attributes, state = vars(made), ModelState()
    attributes.update(plain, _state=state)
    for name, default in defaults:
        attributes[name] = default()
    for name, value in values.items():
        if (attribute := relations.get(name)) is not None:
            state.fields_cache[name] = value
            attributes[attribute] = value.pk if isinstance(value, Model) else None
        elif name in attributes:
            attributes[name] = value
        else:
            raise TypeError(f"{kind.__name__} has no field {name!r}")
    return made


@cache
def _new_values(
    kind: type[Model],
) -> tuple[RowValues, Sequence[tuple[str, Callable[[], object]]], Mapping[str, str]]:
    """Values of a new row, what makes those that are made anew, and the attributes of relations."""
    fields = kind._meta.concrete_fields
    made = [(f.attname, f.default) for f in fields if f.has_default() and callable(f.default)]
    anew = {name for name, _default in made}
    plain = {f.attname: None if f.attname in anew else f.get_default() for f in fields}
    return plain, made, {field.name: field.attname for field in fields if field.is_relation}


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
    update = _update(connection.vendor, type(rows[0]), tuple(names), tuple(if_still))
    known = [(row.pk, *before) for row, before in zip(rows, read or [()] * len(rows), strict=True)]
    if len(rows) > 1 and connection.vendor == "postgresql":
        return _update_at_once(update, rows, known)
    database = connections[DEFAULT_DB_ALIAS]  # itself: the proxy would be asked for every value
    parameters = [
        [
            field.get_db_prep_save(value, database)
            for field, value in (
                *((field, getattr(row, field.attname)) for field in update.fields),
                *zip(update.conditions, before, strict=True),
            )
        ]
        for row, before in zip(rows, known, strict=True)
    ]
    with prepared_cursor() if len(rows) == 1 else connection.cursor() as cursor:
        if len(rows) == 1:
            cursor.execute(update.of_each, parameters[0])
        else:
            cursor.executemany(update.of_each, parameters)
        return int(cursor.rowcount)


def _update_at_once(
    update: _Update, rows: Sequence[Model], known: Sequence[Sequence[object]]
) -> int:
    columns = [_json_column(rows, field) for field in update.fields]
    columns += map(_json_values, zip(*known, strict=True), update.conditions)
    keys = ",".join(str(row.pk) for row in rows)
    with prepared_cursor() as cursor:
        cursor.execute(update.of_all, [_json_rows(columns), f"{{{keys}}}"])
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
    columns = [_json_column(rows, field) for field in fields]
    with prepared_cursor() as cursor:
        cursor.execute(_sql_to_insert(kind, is_once), [_json_rows(columns)])
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


def _json_rows(columns: Sequence[Sequence[object]]) -> str:
    """The rows of `_given`, from the values of each column."""
    names = [f"v{place}" for place in range(len(columns))]
    rows = [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]
    return msgspec.json.encode(rows).decode()


def _json_column(rows: Sequence[Model], field: Field[object, object]) -> Sequence[object]:
    """What is to be written of these rows for a field, each as JSON has it."""
    sets_itself = getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False)
    if sets_itself or type(field).pre_save not in (Field.pre_save, models.DateTimeField.pre_save):
        return _json_values([field.pre_save(row, add=True) for row in rows], field)
    return _json_values(list(map(attrgetter(field.attname), rows)), field)


def _json_values(values: Sequence[object], field: Field[object, object]) -> Sequence[object]:
    write = _written(field)
    return values if write is None else [v if v is None else write(v) for v in values]


@cache
def _written(field: Field[object, object]) -> Callable[[Any], object] | None:
    """How a value of this field is told to PostgreSQL; None as it is."""
    if type(field) in _AS_THEY_ARE or isinstance(field, models.DateTimeField):
        return None
    if isinstance(field, models.DurationField):
        return _interval
    if isinstance(field, models.BinaryField):
        return lambda value: f"\\x{bytes(value).hex()}"
    return lambda value: field.get_db_prep_save(value, connections[DEFAULT_DB_ALIAS])


def _interval(span: timedelta) -> str:
    # JSON's own form of a negative one is none that PostgreSQL reads.
    return f"{span.days} days {span.seconds}.{span.microseconds:06} seconds"


class _Update(NamedTuple):
    """An update by its fields, those compared, and the SQL for one row and for many."""

    fields: Fields
    conditions: Fields
    of_each: str
    of_all: str


@cache
def _update(
    _vendor: str, kind: type[Model], names: tuple[str, ...], if_still: tuple[str, ...]
) -> _Update:
    fields = [_field(kind, name) for name in names]
    conditions = [_field(kind, name) for name in ("id", *if_still)]
    values = ", ".join(f"{_column(field)} = %s" for field in fields)
    known = " AND ".join(f"{_column(field)} = %s" for field in conditions)
    each = f"UPDATE {_table(kind)} SET {values} WHERE {known}"  # noqa: S608
    every = [f"{_column(field)} = v{place}" for place, field in enumerate([*fields, *conditions])]
    compared = " AND ".join(f"own.{pair}" for pair in every[len(fields) :])
    return _Update(
        fields,
        conditions,
        each,
        f"UPDATE {_table(kind)} own SET {', '.join(every[: len(fields)])} "  # noqa: S608
        f"FROM {_given([*fields, *conditions])} WHERE {compared} "
        # All JSON is a hundred rows to the planner: it would read a table of thousands whole.
        f"AND own.{_column(conditions[0])} = ANY(%s::{conditions[0].db_type(connection)}[])",
    )


@cache
def _sql_to_insert(kind: type[Model], is_once: bool) -> str:
    fields = [field for field in kind._meta.concrete_fields if not field.primary_key]
    names = ", ".join(map(_column, fields))
    otherwise = "ON CONFLICT DO NOTHING" if is_once else f"RETURNING {_column(kind._meta.pk)}"
    return (
        f"INSERT INTO {_table(kind)} ({names}) SELECT * FROM {_given(fields)} "  # noqa: S608
        f"{otherwise}"
    )


def _given(fields: Fields) -> str:
    """The one parameter as rows with these columns: v0, v1 and so on."""
    columns = (f"v{place} {field.db_type(connection)}" for place, field in enumerate(fields))
    return f"json_to_recordset(%s::json) AS given({', '.join(columns)})"


def _table(kind: type[Model]) -> str:
    return str(connection.ops.quote_name(kind._meta.db_table))


def _field(kind: type[Model], name: str) -> Field[object, object]:
    return next(
        field for field in kind._meta.concrete_fields if name in {field.name, field.attname}
    )


def _column(field: Field[object, object]) -> str:
    return str(connection.ops.quote_name(str(field.column)))
