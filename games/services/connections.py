"""A database connection that nobody can trust any more is thrown away."""

from __future__ import annotations

from contextlib import suppress

from django.db import connections


def connections_drop() -> None:
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
