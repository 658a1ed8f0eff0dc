"""Queries whose SQL is made once: for what runs for every order and every mail.

Django makes the SQL of a query anew each time, which costs several times what the database takes to
answer when one row is asked for. A FixedQuery is written as any other query, with its arguments in
the places of values; its SQL is kept, and rows become instances by Django's own means.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import cache
from itertools import count
from typing import Any, Generic, TypeAlias, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.backends.utils import CursorWrapper
from django.db.models import Expression, Model, QuerySet
from django.db.models.query import get_related_populators

M = TypeVar("M", bound=Model)

Shape: TypeAlias = "tuple[int | None, ...]"
"""Of each argument: how many values it has, None for one that is no list."""


_PLACE = re.compile(r"(?<!%)%s")
"""Django writes a percent sign of the SQL itself twice."""


class _Argument(Expression):
    """Stands in the query for a value, the one at this place, that is given when it runs."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place

    def as_sql(self, _compiler: object, _connection: object) -> tuple[str, list[_Argument]]:  # type: ignore[override]
        return "%s", [self]


class FixedQuery(Generic[M]):
    """A query by its making, which is given one stand-in for each argument.

    An argument that is a list gives a list of stand-ins, for `__in`; the SQL is kept for each
    length, so lists must be short. What the making asks of the world, such as the time, is asked
    once: only arguments may differ from call to call. Locks hold as in any other query: the caller
    has begun a transaction.
    """

    def __init__(self, make: Callable[..., QuerySet[M]]) -> None:
        self._make = make
        self._kept: dict[tuple[str, Shape], _Compiled[M] | None] = {}

    def rows(self, *arguments: object) -> list[M]:
        """The rows for these arguments, read now."""
        shape = tuple(len(each) if isinstance(each, list) else None for each in arguments)
        key = (connection.vendor, shape)
        if key not in self._kept:
            self._kept[key] = self._compiled(shape)
        compiled = self._kept[key]
        return compiled.rows(list(_flat(arguments))) if compiled is not None else []

    def first(self, *arguments: object) -> M | None:
        """The first of the rows; the query should ask for no more."""
        return next(iter(self.rows(*arguments)), None)

    def _compiled(self, shape: Shape) -> _Compiled[M] | None:
        places = count()
        stand_ins = [
            _Argument(next(places))
            if length is None
            else [_Argument(next(places)) for _ in range(length)]
            for length in shape
        ]
        try:
            return _Compiled(self._make(*stand_ins))
        except EmptyResultSet:  # a list without values
            return None


def prepared_cursor() -> CursorWrapper:
    """A cursor whose statements PostgreSQL plans once for each connection, not each time.

    For SQL that is the same each time: values go to the server by themselves, so it must know their
    types from the statement. Behind a pooler nothing stays prepared, and all else is the same. A
    statement that is logged has its values in its text, as all others have.
    """
    if connection.vendor != "postgresql" or connection.queries_logged:
        return connection.cursor()
    from django.db.backends.postgresql.base import ServerBindingCursor  # there may be no psycopg

    connection.ensure_connection()
    database: Any = connection
    with database.wrap_database_errors:
        made: CursorWrapper = database._prepare_cursor(ServerBindingCursor(database.connection))  # type: ignore[call-arg]
    return made


def insert_row(row: Model, *, is_once: bool = False) -> bool:
    """Insert a new row by SQL that is made once, and give it its id.

    Where a unique key of a row that `is_once` is taken already, nothing happens and the answer is
    False. No signals are sent.
    """
    kind = type(row)
    fields = [field for field in kind._meta.concrete_fields if not field.primary_key]
    values = [field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in fields]
    with prepared_cursor() as cursor:
        cursor.execute(_insert_sql(connection.vendor, kind, is_once), values)
        made = cursor.fetchone()
    if made is None:
        return False
    (row.pk,) = made
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
    return True


@cache
def _insert_sql(_vendor: str, kind: type[Model], is_once: bool) -> str:
    quoted = connection.ops.quote_name
    columns = [str(field.column) for field in kind._meta.concrete_fields if not field.primary_key]
    names = ", ".join(map(quoted, columns))
    places = ", ".join(["%s"] * len(columns))
    table, key = quoted(kind._meta.db_table), quoted(str(kind._meta.pk.column))
    otherwise = "ON CONFLICT DO NOTHING " if is_once else ""
    return f"INSERT INTO {table} ({names}) VALUES ({places}) {otherwise}RETURNING {key}"  # noqa: S608


class _Compiled(Generic[M]):
    """The SQL of a query with stand-ins, and how its rows become instances."""

    def __init__(self, queryset: QuerySet[M]) -> None:
        self._compiler = compiler = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
        self._sql, self._places = _written_out(*compiler.as_sql())
        select: Any = compiler.select
        known: Any = compiler.klass_info
        self._converters = compiler.get_converters([each[0] for each in select])
        places = known["select_fields"]
        self._model: type[M] = known["model"]
        self._own = slice(places[0], places[-1] + 1)
        self._names = [each[0].target.attname for each in select[self._own]]
        # The stubs are of a later Django.
        self._related = get_related_populators(known, select, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]
        self._annotated = dict(compiler.annotation_col_map or {})

    def rows(self, values: Sequence[object]) -> list[M]:
        given = [
            _prepared(values[each.place]) if isinstance(each, _Argument) else each
            for each in self._places
        ]
        with prepared_cursor() as cursor:
            cursor.execute(self._sql, given)
            rows = cursor.fetchall()
        if self._converters:
            rows = self._compiler.apply_converters(rows, self._converters)
        return [self._instance(row) for row in rows]

    def _instance(self, row: Sequence[object]) -> M:
        made = self._model.from_db(DEFAULT_DB_ALIAS, self._names, row[self._own])
        for each in self._related:
            each.populate(row, made)
        for name, place in self._annotated.items():
            setattr(made, name, row[place])
        return made


def _written_out(sql: str, parameters: Sequence[Any]) -> tuple[str, list[Any]]:
    """The SQL with its words and truths in it, and what is left to be given each time.

    A plan that is made once for all values can use an index of one status alone (`status =
    'pending'`) only where it sees the status.
    """
    first, *pieces = _PLACE.split(sql)
    written: list[str] = [first]
    left: list[Any] = []
    for value, piece in zip(parameters, pieces, strict=True):
        if isinstance(value, bool):
            written.append("TRUE" if value else "FALSE")
        elif isinstance(value, str):
            quoted = str(value).replace("'", "''").replace("%", "%%")
            written.append(f"'{quoted}'")
        else:
            written.append("%s")
            left.append(value)
        written.append(piece)
    return "".join(written), left


def _flat(arguments: Sequence[object]) -> Iterator[object]:
    for each in arguments:
        if isinstance(each, list):
            yield from each
        else:
            yield each


def _prepared(value: object) -> Any:
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value
