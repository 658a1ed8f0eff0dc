"""F16: the database is lost, and restored from its copy, on PostgreSQL with what came after it."""

from __future__ import annotations

import os
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

from games.common import clock
from games.mail import outbox
from games.models import OutboundMail
from games.services.database_connections import drop_connections
from games.services.deadline_sweep import sweep_due
from games.services.delivery import withdraw_mails
from tests.bench.faults.doors import callers_made, orders_kept
from tests.bench.faults.mail_out import mail_server, mails_written
from tests.bench.faults.results import DrillResult
from tests.bench.faults.served import waited
from tests.bench.faults.tables import doubled_counted, lost_counted, made_due, matches_made
from tests.bench.faults.throw_away import ThrowAwayServer, throw_away_server

RESTORED_WITHIN_SECONDS = 600.0
RECEIVER = "drill_receiver"
AWAITED_SECONDS = 60.0


def database_restored(count: int) -> Sequence[DrillResult]:
    """So many orders and mails before the copy and after it; then the database is lost.

    On PostgreSQL a base backup and the WAL that was received since are restored, on SQLite the
    copy alone. Raises DrillImpossibleError on PostgreSQL unless it is a throw-away server.
    """
    if connection.vendor == "sqlite":
        return [_restored(count, _copied_file, keeps_all=False)]
    server = throw_away_server()
    with _wal_received(server) as received:
        return [_restored(count, lambda: _copied_server(server, received), keeps_all=True)]


Restore = Callable[[], None]


def _restored(count: int, copy: Callable[[], Restore], *, keeps_all: bool) -> DrillResult:
    matches = matches_made(count)
    callers = callers_made(matches)
    before, after = callers[: count // 2], callers[count // 2 :]
    with mail_server() as server:
        mails_written(count)
        _all_sent()
        taken = [caller for caller in before if caller.order_here(1) == 200]
        waiting = mails_written(count)
        restore, copied_at = copy(), clock.now()
        _all_sent()
        since = [caller for caller in after if caller.order_here(1) == 200]
        late = mails_written(count)
        began = time.monotonic()
        restore()
        if not keeps_all:
            withdraw_mails(before=copied_at)
        made_due([match.pk for match in matches])
        while sweep_due():
            pass
        _all_sent()
        seconds = time.monotonic() - began
    wanted = [*taken, *since] if keeps_all else taken
    lost = len(wanted) - len(orders_kept(wanted, 1)) + lost_counted(matches)
    doubled = sum(number - 1 for number in Counter(server.taken).values()) + doubled_counted()
    statuses = OutboundMail.objects.filter(pk__in=[*waiting, *(late if keeps_all else [])])
    unsettled = statuses.exclude(status__in=["sent", "withdrawn"]).count()
    kind = "base backup and WAL" if keeps_all else "copy of the file"
    return DrillResult(
        name=f"database lost and restored ({kind}): orders lost, mails and phases doubled, unsent",
        wanted=f"0, 0, 0, ≤ {RESTORED_WITHIN_SECONDS:.0f} s",
        measured=f"{lost} of {len(wanted)}, {doubled}, {unsettled}, {seconds:.1f} s"
        + ("" if keeps_all else f"; {len(since)} orders after the copy are gone"),
        passed=len(taken) == len(before)
        and not (lost or doubled or unsettled)
        and seconds <= RESTORED_WITHIN_SECONDS,
        count=count,
    )


def _all_sent() -> None:
    while outbox.send_due():
        pass


def _copied_file() -> Restore:
    """What docs/operating.md says: SQLite's own copy, while the service runs."""
    file = Path(str(connection.settings_dict["NAME"]))
    kept = file.with_suffix(".copy")
    connection.ensure_connection()
    target = sqlite3.connect(kept)
    connection.connection.backup(target)
    target.close()

    def restore() -> None:
        drop_connections()
        for ending in ("-wal", "-shm"):
            file.with_name(file.name + ending).unlink(missing_ok=True)
        kept.replace(file)

    return restore


@contextmanager
def _wal_received(server: ThrowAwayServer) -> Iterator[Path]:
    """Every commit waits until its WAL lies in this directory, which is not the server's."""
    received = server.data.parent / "received"
    received.mkdir()
    owner = server.data.stat()
    os.chown(received, owner.st_uid, owner.st_gid)
    source = f"host={server.data.parent} user=postgres application_name={RECEIVER}"
    receiver = server.begin("pg_receivewal", "-D", str(received), "--synchronous", "-d", source)
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{RECEIVER}'")
            cursor.execute("SELECT pg_reload_conf()")
        _await("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")
        yield received
    finally:
        receiver.kill()
        receiver.wait()


def _copied_server(server: ThrowAwayServer, received: Path) -> Restore:
    base = server.data.parent / "base"
    source = f"host={server.data.parent} user=postgres"
    copying = ("--checkpoint=fast", "--wal-method=none", "--no-sync", "--no-manifest")
    server.run("pg_basebackup", "-D", str(base), "-d", source, *copying)

    def restore() -> None:
        server.control("stop", "--mode", "immediate")
        server.data.rename(server.data.with_name("lost"))
        base.rename(server.data)
        (server.data / "recovery.signal").touch()
        fetch = f"cp {received}/%f %p || cp {received}/%f.partial %p"
        with (server.data / "postgresql.auto.conf").open("a") as settings:
            settings.write(f"synchronous_standby_names = ''\nrestore_command = '{fetch}'\n")
        server.control("start")
        _await("SELECT count(*) WHERE NOT pg_is_in_recovery()")

    return restore


def _await(query: str) -> None:
    """Return when the query counts something."""

    def is_there() -> bool:
        with connection.cursor() as cursor:
            cursor.execute(query)
            return bool(cursor.fetchone()[0])

    if waited(is_there, AWAITED_SECONDS) is None:
        raise TimeoutError(query)
