"""What many tests of a file begin with, made once a process: its rows are put in again afterwards.

Only on SQLite, where rows with their numbers may be put in without more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import connection

from games.models import Member
from tests.migrated import filled_tables

_KEPT: dict[object, dict[str, list[tuple[Any, ...]]]] = {}


def remembered(key: object, make: Callable[[], object]) -> None:
    """Make it, or put in the rows that it made before: the key says what they depend on.

    Where there is somebody already, it is made anew: rows would have other numbers.
    """
    if connection.vendor != "sqlite" or Member.objects.exists():
        make()
    elif key in _KEPT:
        _put_in(_KEPT[key])
    else:
        make()
        _KEPT[key] = _rows()


def _rows() -> dict[str, list[tuple[Any, ...]]]:
    rows = {}
    with connection.cursor() as cursor:
        for table in filled_tables():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            rows[table] = cursor.fetchall()
    return {table: found for table, found in rows.items() if found}


def _put_in(rows: dict[str, list[tuple[Any, ...]]]) -> None:
    with connection.cursor() as cursor:
        for table, found in rows.items():
            marks = ", ".join(["%s"] * len(found[0]))
            name = connection.ops.quote_name(table)
            cursor.executemany(f"INSERT INTO {name} VALUES ({marks})", found)
