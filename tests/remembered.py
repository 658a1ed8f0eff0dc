"""What many tests of a file begin with, made once a process: its rows are put in again afterwards.

Only on SQLite, where rows with their numbers may be put in without more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.db import connection

from games.models import Member
from tests.migrated import filled_tables

T = TypeVar("T")
Rows = dict[str, list[tuple[Any, ...]]]
_KEPT: dict[object, tuple[Any, Rows]] = {}


def remembered(key: object, make: Callable[[], T]) -> T:
    """What is made; its rows are put in again where it was made before, as the key says.

    Where there is somebody already, it is made anew: rows would have other numbers.
    """
    if connection.vendor != "sqlite" or Member.objects.exists():
        return make()
    if key in _KEPT:
        made, rows = _KEPT[key]
        _put_in(rows)
    else:
        made = make()
        _KEPT[key] = made, _rows()
    return made  # type: ignore[no-any-return]


def _rows() -> Rows:
    rows = {}
    with connection.cursor() as cursor:
        for table in filled_tables():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            rows[table] = cursor.fetchall()
    return {table: found for table, found in rows.items() if found}


def _put_in(rows: Rows) -> None:
    with connection.cursor() as cursor:
        for table, found in rows.items():
            marks = ", ".join(["%s"] * len(found[0]))
            name = connection.ops.quote_name(table)
            cursor.executemany(f"INSERT INTO {name} VALUES ({marks})", found)
