"""The one clock that decides what is late: the database's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import DateTimeField, Func
from django.db.models.sql.compiler import SQLCompiler

_simulated: ContextVar[datetime | None] = ContextVar("simulated_clock", default=None)


def now() -> datetime:
    """The instant that the database reads at this moment, not at its transaction's start.

    Several machines may disagree about the time, and a transaction may have waited for a lock
    across a deadline; asked after the lock, this is the only answer that counts. SQLite runs in
    this process, so its clock is the process's.
    """
    simulated = _simulated.get()
    if simulated is not None:
        return simulated
    if connection.vendor != "postgresql":
        return datetime.now(UTC)
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        instant: datetime = cursor.fetchone()[0]
    return instant


class ClockReading(Func):
    """In a query what `now` asks for, so that what is read after a lock tells the time, too.

    `instant_read` turns it into an instant. Null where the database's clock is the process's.
    """

    template = "NULL"
    output_field = DateTimeField(null=True)

    def as_postgresql(
        self, compiler: SQLCompiler, database: BaseDatabaseWrapper, **_context: object
    ) -> tuple[str, list[object]]:
        sql, parameters = self.as_sql(compiler, database, template="clock_timestamp()")
        return sql, list(parameters)


def instant_read(read: datetime | None) -> datetime:
    """The instant of a query that was annotated with a ClockReading."""
    return _simulated.get() or read or datetime.now(UTC)


def roughly_now() -> datetime:
    """This process's clock, which costs no query: for what is shown, never for what is late."""
    return _simulated.get() or datetime.now(UTC)


@contextmanager
def simulated(instant: datetime) -> Iterator[None]:
    """Within the block the clock stands at `instant`: for simulations of weeks in seconds."""
    token = _simulated.set(instant)
    try:
        yield
    finally:
        _simulated.reset(token)
