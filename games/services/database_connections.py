"""A database connection that nobody can trust any more is thrown away."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from django.db import OperationalError, connection, connections

UNDONE_FOR_OTHERS = frozenset(("40001", "40P01"))
"""SQLSTATE of a serialization failure and of a deadlock: the same again may well succeed."""

MOST_RUNS = 5

T = TypeVar("T")


def run_transaction(deed: Callable[[], T]) -> T:
    """Run a deed that is one transaction, again where the database undid it in favour of others.

    Within a transaction it runs once: only the outermost can be run again. Raises what it raises.
    """
    for _run in range(MOST_RUNS - 1):
        try:
            return deed()
        except OperationalError as error:
            sqlstate = getattr(error.__cause__, "sqlstate", None)
            if connection.in_atomic_block or sqlstate not in UNDONE_FOR_OTHERS:
                raise
    return deed()


def drop_connections() -> None:
    """Close this thread's connections, whatever state they are in; the next query opens new ones.

    An exception between two statements of Django's own can leave a transaction that nobody ends,
    and on SQLite that locks everybody out. Django's `close` would keep such a connection for the
    end of its transaction.
    """
    for wrapper in connections.all(initialized_only=True):
        raw, wrapper.connection = wrapper.connection, None
        if raw is not None:
            with suppress(Exception):
                raw.close()
        del connections[wrapper.alias]
