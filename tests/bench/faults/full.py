"""F11: no room is left on the database's disk."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from django.db import OperationalError, connection, transaction
from django.db.backends.signals import connection_created
from django.test.utils import override_settings

from games.models import Match, OutboundMail, Phase, Player
from games.services.deadline_sweep import sweep_due
from tests.bench.faults.alarming import Watched
from tests.bench.faults.doors import callers_made, orders_kept
from tests.bench.faults.results import DrillImpossibleError, DrillResult
from tests.bench.faults.served import open_counted, service_running, waited
from tests.bench.faults.tables import doubled_counted, lost_counted, made_due, matches_made

UNAVAILABLE = 503
TABLES = ("games_order", "games_phase", "games_outboundmail")
SIXTEEN_PAGES = "INSERT INTO drill_room VALUES (zeroblob(65536))"
MOST_PAGES = 1073741823
"""What SQLite allows by itself."""


FULL_FILE = Path("/dev/full")
PLAYERS = 12
CLOSED_WITHIN_SECONDS = 30.0
MEGABYTES = 8
NEARLY = 0.97


class NotFullError(Exception):
    """The fault was not made."""


def disk_full(count: int) -> Sequence[DrillResult]:
    """So many orders over http while the database finds no room, then again when there is some."""
    matches = matches_made(count)
    ids = [match.pk for match in matches]
    callers = callers_made(matches)
    with no_room():
        answers = [caller.order_here(1) for caller in callers]
        taken = {
            caller.player.pk
            for caller, status in zip(callers, answers, strict=True)
            if status == 200
        }
        kept = orders_kept(callers, 1)
        noted = Player.objects.filter(match__in=ids, seat=0, ordered_phase=1)
        partial = len(set(noted.values_list("pk", flat=True)) ^ kept)
        made_due(ids[: len(ids) // 2])
        _sweep_in_vain()
    blamed = Phase.objects.filter(Phase.OPEN, match__in=ids, attempts__gt=1).count()
    late = [caller for caller in callers[len(ids) // 2 :] if caller.player.pk not in taken]
    again = sum(caller.order_here(1) != 200 for caller in late)
    made_due(ids)
    while sweep_due():
        pass
    lost = lost_counted(matches) + len(taken - orders_kept(callers, 1))
    left_open = Match.objects.filter(pk__in=ids, phase_number=1).count()
    refused = sum(status == UNAVAILABLE for status in answers)
    other = len(answers) - refused - len(taken)
    return [
        DrillResult(
            name="orders while the disk is full: answered by neither 200 nor 503, half written, "
            "acknowledged and lost",
            wanted="0, 0, 0, some 503",
            measured=f"{other}, {partial}, {len(taken - kept)}, {refused} 503",
            passed=not other and not partial and taken <= kept and refused > 0,
            count=count,
        ),
        DrillResult(
            name="when there is room again: orders refused, phases left open, lost, doubled, "
            "matches blamed",
            wanted="0, 0, 0, 0, 0",
            measured=f"{again}, {left_open}, {lost}, {doubled_counted()}, {blamed}",
            passed=not (again or left_open or lost or blamed or doubled_counted()),
            count=count,
        ),
    ]


def log_full(count: int) -> Sequence[DrillResult]:
    """The disk of the log is full from the start on: so many orders to the whole service.

    Raises DrillImpossibleError where no file is always full.
    """
    if not FULL_FILE.is_char_device():
        raise DrillImpossibleError(f"needs {FULL_FILE}, which takes nothing")
    players = callers_made(matches_made(PLAYERS))
    due = matches_made(PLAYERS)
    with service_running(output=FULL_FILE) as service:
        made_due([match.pk for match in due])
        answers = [
            players[number % len(players)].order_there(service.address, 1)
            for number in range(count)
        ]
        closed = waited(lambda: not open_counted(due), CLOSED_WITHIN_SECONDS)
        has_ended = service.process.poll() is not None
    failed = len(answers) - answers.count(200)
    return [
        DrillResult(
            name="no room for the log: orders failed, phases left open, service ended",
            wanted="0, 0, False",
            measured=f"{failed}, {open_counted(due)}, {has_ended}",
            passed=not failed and closed is not None and not has_ended,
            count=count,
        )
    ]


def disk_nearly_full(_count: int) -> Sequence[DrillResult]:
    """The alarm of a disk that fills up; on a small disk of the drill's own."""
    with small_disk() as disk, override_settings(DATA_DIR=disk):
        alarm = Watched("disk-full")
        (disk / "filler").write_bytes(bytes(int(shutil.disk_usage(disk).free * NEARLY)))
        alarm.expect()
        (disk / "filler").unlink()
        alarm.expect_end()
    return [alarm.result()]


@contextmanager
def small_disk() -> Iterator[Path]:
    """A file system of a few megabytes. Raises DrillImpossibleError where none may be mounted."""
    with TemporaryDirectory(prefix="wcdisk-") as name:
        options = ["-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", name]
        try:
            subprocess.run(["mount", *options], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise DrillImpossibleError("needs the right to mount a small disk") from error
        try:
            yield Path(name)
        finally:
            subprocess.run(["umount", "--lazy", name], check=True)


def _sweep_in_vain() -> None:
    """Sweep twice; what that raises is the database's own error, and counts for no match."""
    for _sweep in range(2):
        with suppress(OperationalError):
            sweep_due()


@contextmanager
def no_room() -> Iterator[None]:
    """Within the block no row of these tables finds room. Raises NotFullError if one does."""
    make, mend = _postgresql() if connection.vendor == "postgresql" else _sqlite()
    _executed(make)
    try:
        with _limited_file():
            _require_full()
            yield
    finally:
        _executed(mend)


def _executed(statements: Sequence[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _require_full() -> None:
    """Raises NotFullError where another mail could be written."""
    try:
        with transaction.atomic():
            OutboundMail.objects.create(address="drill@example.org", dedupe_key="drill")
    except OperationalError:
        return
    raise NotFullError("there is room yet: the drill would show nothing")


def _sqlite() -> tuple[list[str], list[str]]:
    """Each new row wants pages of its own, as there may be room left in those that there are."""
    triggers = [
        f"CREATE TRIGGER drill_{table} AFTER INSERT ON {table} BEGIN {SIXTEEN_PAGES}; END"
        for table in TABLES
    ]
    drop = [f"DROP TRIGGER drill_{table}" for table in TABLES]
    return (
        ["CREATE TABLE drill_room (filler BLOB)", *triggers, "VACUUM"],
        [*drop, "DROP TABLE drill_room"],
    )


@contextmanager
def _limited_file() -> Iterator[None]:
    """SQLite's file may not grow: it then says what it says on a full disk (SQLITE_FULL)."""
    if connection.vendor != "sqlite":
        yield
        return

    def limit(pages: int) -> None:
        _executed([f"PRAGMA max_page_count = {pages}"])

    def limit_anew(**_kwargs: object) -> None:
        limit(1)

    # The limit is the connection's: another one, opened meanwhile, has it too.
    connection_created.connect(limit_anew)
    limit(1)
    try:
        yield
    finally:
        connection_created.disconnect(limit_anew)
        limit(MOST_PAGES)


def _postgresql() -> tuple[list[str], list[str]]:
    """The server raises what it raises where a file cannot grow (53100), for each new row."""
    function = (
        "CREATE FUNCTION drill_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$"
    )
    triggers = [
        f"CREATE TRIGGER drill_full BEFORE INSERT ON {table} EXECUTE FUNCTION drill_full()"
        for table in TABLES
    ]
    return [function, *triggers], ["DROP FUNCTION drill_full CASCADE"]
