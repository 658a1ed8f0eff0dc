"""F11: no room is left on the database's disk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from django.db import OperationalError, connection

from games.bench.faults.doors import callers_made, orders_kept
from games.bench.faults.results import DrillResult
from games.bench.faults.tables import doubled_counted, lost_counted, made_due, matches_made
from games.models import Match, Player
from games.services.deadlines import sweep_due

UNAVAILABLE = 503
TABLES = ("games_order", "games_phase", "games_outboundmail")


def disk_full(count: int) -> Sequence[DrillResult]:
    """So many orders over http while the database finds no room, then again when there is some."""
    matches = matches_made(count)
    ids = [match.pk for match in matches]
    callers = callers_made(matches)
    with _no_room():
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
    blamed = Match.objects.filter(pk__in=ids, attempts__gt=1).count()
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


def _sweep_in_vain() -> None:
    """Sweep twice; what that raises is the database's own error, and counts for no match."""
    for _sweep in range(2):
        with suppress(OperationalError):
            sweep_due()


@contextmanager
def _no_room() -> Iterator[None]:
    make, mend = _postgresql() if connection.vendor == "postgresql" else _sqlite()
    with connection.cursor() as cursor:
        for statement in make:
            cursor.execute(statement)
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            for statement in mend:
                cursor.execute(statement)


def _sqlite() -> tuple[list[str], list[str]]:
    """The file may not grow: SQLite then says what it says on a full disk."""
    return (
        ["VACUUM", "PRAGMA max_page_count = 1"],
        ["PRAGMA max_page_count = 1073741823"],
    )


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
