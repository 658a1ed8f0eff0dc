"""Queries whose SQL is made once: for what runs for every order and every mail.

Django makes the SQL of a query anew each time, which costs several times what the database takes to
answer when one row is asked for. A FixedQuery is written as any other query, with its arguments in
the places of values; its SQL is kept, and rows become instances by Django's own means.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from itertools import count
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec
from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.utils import CursorWrapper
from django.db.models import Expression, JSONField, Model, QuerySet
from django.db.models.base import ModelState
from django.db.models.expressions import Col
from django.db.models.query import get_related_populators

M = TypeVar("M", bound=Model)

Shape: TypeAlias = "tuple[int | None, ...]"
"""Of each argument: how many values it has, None for one that is no list."""

_ARRAY = -1
"""Any number."""

_MOST_SPELLED = 8
"""So many values of a list are given one by one: of an array PostgreSQL takes ten for granted, and
would read a small table to its end for the one value that is in it."""


_PLACE = re.compile(r"(?<!%)%s")
"""Django writes a percent sign of the SQL itself twice."""


class _Argument(Expression):
    """Stands in the query for a value, the one at this place, that is given when it runs; one that
    is an array stands there for all values of a list."""

    def __init__(self, place: int, *, is_array: bool = False) -> None:
        super().__init__()
        self.place = place
        self.is_array = is_array

    def as_sql(self, _compiler: object, _connection: object) -> tuple[str, list[_Argument]]:  # type: ignore[override]
        return "%s", [self]


class FixedQuery(Generic[M]):
    """A query by its making, which is given one stand-in for each argument.

    An argument that is a list gives a list of stand-ins, for `__in` alone. SQL is kept for lengths
    that are powers of two, where the last value stands again and again; PostgreSQL gets a long list
    as one array. What the making asks of the world, such as the time, is asked once: only arguments
    may differ from call to call. Locks hold as in any other query: the caller has begun a
    transaction.
    """

    def __init__(self, make: Callable[..., QuerySet[M]]) -> None:
        self._make = make
        self._kept: dict[tuple[str, Shape], _Compiled[M] | None] = {}

    def rows(self, *arguments: object) -> list[M]:
        """The rows for these arguments, read now."""
        compiled, given = self._made_for(arguments)
        return compiled.rows(given) if compiled is not None else []

    def values(self, *arguments: object) -> list[tuple[Any, ...]]:
        """As `rows`, of a making that asks for a list of values."""
        compiled, given = self._made_for(arguments)
        return compiled.values(given) if compiled is not None else []

    def _made_for(
        self, arguments: tuple[object, ...]
    ) -> tuple[_Compiled[M] | None, Sequence[object]]:
        laid_out = [_laid_out(each) for each in arguments]
        shape = tuple(length for length, _values in laid_out)
        key = (connection.vendor, shape)
        if key not in self._kept:
            self._kept[key] = self._compiled(shape)
        return self._kept[key], [value for _length, values in laid_out for value in values]

    def first(self, *arguments: object) -> M | None:
        """The first of the rows; the query should ask for no more."""
        return next(iter(self.rows(*arguments)), None)

    def _compiled(self, shape: Shape) -> _Compiled[M] | None:
        places = count()
        stand_ins: list[_Argument | list[_Argument]] = []
        for length in shape:
            if length is None:
                stand_ins.append(_Argument(next(places)))
            elif length == _ARRAY:
                stand_ins.append([_Argument(next(places), is_array=True)])
            else:
                stand_ins.append([_Argument(next(places)) for _ in range(length)])
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
    from psycopg.types.datetime import TimestamptzLoader

    connection.ensure_connection()
    database: Any = connection
    with database.wrap_database_errors:
        raw: Any = ServerBindingCursor(database.connection)  # type: ignore[call-arg]
        if database.timezone == UTC:
            # In C, in the connection's zone; Django's own is Python and takes ten times as long.
            raw.adapters.register_loader("timestamptz", TimestamptzLoader)
        made: CursorWrapper = database._prepare_cursor(raw)
    return made


def insert_row(row: Model, *, is_once: bool = False) -> bool:
    """Insert a new row by SQL that is made once, and give it its id.

    Where a unique key of a row that `is_once` is taken already, nothing happens and the answer is
    False. No signals are sent.
    """
    kind = type(row)
    database = connections[DEFAULT_DB_ALIAS]  # itself: the proxy would be asked for every value
    fields = [field for field in kind._meta.concrete_fields if not field.primary_key]
    values = [field.get_db_prep_save(field.pre_save(row, add=True), database) for field in fields]
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
        self._converters = _read_faster(compiler.get_converters([each[0] for each in select]))
        if known is None:  # a list of values
            return
        places = known["select_fields"]
        self._maker: _Maker[M] = _Maker(known["model"])
        self._own = slice(places[0], places[-1] + 1)
        self._names = [each[0].target.attname for each in select[self._own]]
        # The stubs are of a later Django.
        self._related = get_related_populators(known, select, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]
        _make_by_own_means(self._related)
        self._annotated = dict(compiler.annotation_col_map or {})

    def rows(self, values: Sequence[object]) -> list[M]:
        return [self._instance(row) for row in self._read(values)]

    def values(self, values: Sequence[object]) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in self._read(values)]

    def _read(self, values: Sequence[object]) -> Iterable[Sequence[object]]:
        given = [
            _prepared(values[each.place]) if isinstance(each, _Argument) else each
            for each in self._places
        ]
        with prepared_cursor() as cursor:
            cursor.execute(self._sql, given)
            rows: list[tuple[object, ...]] = cursor.fetchall()
        if not self._converters:
            return rows
        converted: Iterable[list[object]] = self._compiler.apply_converters(rows, self._converters)
        return converted

    def _instance(self, row: Sequence[object]) -> M:
        made = self._maker.from_db(DEFAULT_DB_ALIAS, self._names, row[self._own])
        for each in self._related:
            each.populate(row, made)
        for name, place in self._annotated.items():
            setattr(made, name, row[place])
        return made


class _Maker(Generic[M]):
    """Makes instances of a model as unpickling does: all fields at once, and no signals.

    Django's own way sets field by field, which takes longer than to read the row.
    """

    def __init__(self, model: type[M]) -> None:
        self._model = model

    def from_db(self, db: str, names: Sequence[str], values: Sequence[object]) -> M:
        made = self._model.__new__(self._model)
        state = ModelState()
        state.adding, state.db = False, db
        vars(made).update(zip(names, values, strict=True), _state=state)
        return made


def _make_by_own_means(populators: Iterable[Any]) -> None:
    for each in populators:
        each.model_cls = _Maker(each.model_cls)
        _make_by_own_means(each.related_populators)


def _read_faster(converters: Mapping[int, Any]) -> dict[int, Any]:
    """What Django makes of columns, but for plain JSON, which it reads several times slower."""
    return {
        place: ([_json_read], column) if _is_plain_json(column) else (steps, column)
        for place, (steps, column) in converters.items()
    }


def _is_plain_json(column: object) -> bool:
    field = column.target if isinstance(column, Col) else None
    return type(field) is JSONField and field.decoder is None


def _json_read(value: str | None, *_context: object) -> object:
    return None if value is None else msgspec.json.decode(value)


def _written_out(sql: str, parameters: Sequence[object]) -> tuple[str, list[Any]]:
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
            if isinstance(value, _Argument) and value.is_array:
                written[-1] = f"{written[-1].removesuffix('IN (')}= ANY ("
            written.append("%s")
            left.append(value)
        written.append(piece)
    return "".join(written), left


def _laid_out(argument: object) -> tuple[int | None, Sequence[object]]:
    """How many values an argument has in the SQL, and what is given for them."""
    if not isinstance(argument, list):
        return None, (argument,)
    if len(argument) > _MOST_SPELLED and connection.vendor == "postgresql":
        return _ARRAY, (argument,)
    wanted = 1 << (len(argument) - 1).bit_length() if argument else 0
    return wanted, argument + argument[-1:] * (wanted - len(argument))


def _prepared(value: object) -> Any:
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value
