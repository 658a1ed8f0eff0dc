"""A database of the benchmark's own: made beside the configured one, destroyed at the end.

The configured database is never opened for anything but that. Nor are the queue and the mail
server: tasks go to a queue in memory, mails into a list.
"""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test.utils import override_settings

from games.common.task_queue import celery_app
from games.models import Match, Member
from tests.migrated import copy_migrated, keep_migrated

NAME_PREFIX = "wildcards_bench_"


class NoScratchDatabaseError(Exception):
    """No database of our own could be made, so nothing may be measured."""


@contextmanager
def scratch_database() -> Iterator[None]:
    """Within the block the default connection is to a new, migrated, empty database.

    Raises NoScratchDatabaseError, and nothing has happened, where the server gives none.
    """
    real = str(connection.settings_dict["NAME"])
    tests = connection.settings_dict["TEST"]
    kept = tests["NAME"]
    if template := os.environ.get("TEST_DATABASE_TEMPLATE"):
        tests["TEMPLATE"] = template
    with tempfile.TemporaryDirectory(prefix=NAME_PREFIX) as directory:
        name = f"{NAME_PREFIX}{os.getpid()}_{secrets.token_hex(4)}"
        in_files = connection.vendor == "sqlite"
        file = Path(directory) / name if in_files else None
        tests["NAME"] = str(file or name)
        try:
            _create(file)
            require_scratch(real)
            with _nobody_is_told(), _connection_kept():
                yield
        finally:
            tests["NAME"] = kept
            # Only from the moment at which the new one stands there is there one to destroy.
            if str(connection.settings_dict["NAME"]) != real:
                connection.creation.destroy_test_db(real, verbosity=0)
            connection.close()


def _create(file: Path | None) -> None:
    is_copy = file is not None and copy_migrated(file)
    try:
        connection.creation.create_test_db(
            verbosity=0, autoclobber=False, serialize=False, keepdb=is_copy
        )
        if file and not is_copy:
            keep_migrated()
    # Django ends the process where the server refuses a new database.
    except (SystemExit, DatabaseError, EOFError) as error:
        raise NoScratchDatabaseError(str(error) or type(error).__name__) from error


def require_scratch(real: str) -> None:
    """Raises NoScratchDatabaseError where the connection is not to a new database of our own."""
    if NAME_PREFIX not in str(connection.settings_dict["NAME"]) or (
        str(connection.settings_dict["NAME"]) == real
    ):
        raise NoScratchDatabaseError("the connection is still to the configured database")
    if Member.objects.exists() or Match.objects.exists():
        raise NoScratchDatabaseError("the new database is not empty")


@contextmanager
def _connection_kept() -> Iterator[None]:
    """One process of the database for the whole measurement, so that all it spends is counted."""
    age = connection.settings_dict["CONN_MAX_AGE"]
    connection.settings_dict["CONN_MAX_AGE"] = None
    connection.close()
    try:
        yield
    finally:
        connection.settings_dict["CONN_MAX_AGE"] = age


@contextmanager
def _nobody_is_told() -> Iterator[None]:
    """A worker of the real service must not hear of rows that it cannot see."""
    app = celery_app()
    broker = app.conf["broker_url"]
    app.conf["broker_url"] = "memory://localhost/"
    try:
        with override_settings(
            EMAIL_BACKEND="tests.bench.mail_backend.BytesBackend",
            CACHES={"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}},
        ):
            yield
    finally:
        app.conf["broker_url"] = broker


def database_times() -> dict[int, float]:
    """Processor seconds so far of the database's process for this connection, by its number.

    Empty where it cannot be read: it can on Linux with PostgreSQL on the same machine. SQLite works
    within this process.
    """
    process = _database_process(connection)
    if process is None:
        return {}
    try:
        return {process: processor_seconds(process)}
    except OSError:
        return {}


def processor_seconds(process: int) -> float:
    """What a process has spent so far. Raises OSError where Linux does not tell."""
    # Nanoseconds; what /proc tells as ticks is too coarse for a slice of a measurement.
    spent = Path(f"/proc/{process}/schedstat").read_text(encoding="ascii").split()[0]
    return int(spent) / 1e9


def database_seconds_since(before: Mapping[int, float]) -> float:
    """What the database has spent since `database_times` said so.

    A connection that was renewed meanwhile counts from its own beginning; what the old one spent
    until its end is not known and left out.
    """
    return sum(spent - before.get(process, 0.0) for process, spent in database_times().items())


def _database_process(database: BaseDatabaseWrapper) -> int | None:
    if database.vendor != "postgresql" or database.connection is None:
        return None
    raw: Any = database.connection
    parameters = raw.info.get_parameters()
    is_here = parameters.get("host", "/").startswith(("/", "127.", "localhost", "::1"))
    return int(raw.info.backend_pid) if is_here else None
