"""Exceptions that come from outside, at any point of a sweep or of taking an order."""

from __future__ import annotations

import random
import signal
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from django.db import connection

from games.bench.faults.results import DrillResult
from games.bench.faults.tables import (
    doubled_counted,
    leases_end,
    lost_counted,
    made_due,
    matches_made,
)
from games.models import Match, Order, Player
from games.rules.protocol import OrderError
from games.services import clock
from games.services.connections import connections_drop
from games.services.deadlines import sweep_due
from games.services.errors import OrderRefused
from games.services.orders import order_submit

MATCHES = 30
LONGEST_SECONDS = 0.06


class InterruptionError(Exception):
    """Comes from a timer, wherever the program is."""


def interruptions(count: int) -> Sequence[DrillResult]:
    """Interrupt so many sweeps and orders. Uses SIGALRM: to be called in the main thread."""
    chance = random.Random(count)  # noqa: S311
    matches = matches_made(MATCHES)
    sealed: dict[int, int] = {}
    stuck = made = 0
    while made < count:
        if not _running_due():
            made_due([match.pk for match in matches])
        deed = sweep_due if chance.random() < 0.5 else _ordering(chance.choice(matches), sealed)
        try:
            with _timer(chance.uniform(0.0005, LONGEST_SECONDS)):
                deed()
        except InterruptionError:
            made += 1
            connections_drop()
            stuck += _is_stuck()
            leases_end()
    while _running_due():
        Match.objects.filter(attempts__gt=0).update(wake_at=clock.now())
        sweep_due()
    lost = lost_counted(matches) + _orders_lost(sealed)
    doubled = doubled_counted()
    return [
        DrillResult(
            name="exceptions at random points: locks or transactions left, lost, doubled",
            wanted="0, 0, 0",
            measured=f"{stuck}, {lost}, {doubled}; {len(sealed):,} orders acknowledged",
            passed=not stuck and not lost and not doubled,
            count=made,
        )
    ]


def _running_due() -> bool:
    running = Match.objects.filter(status=Match.Status.RUNNING)
    return running.filter(deadline_at__lte=clock.now()).exists()


def _ordering(match: Match, sealed: dict[int, int]) -> Callable[[], object]:
    """What one of the awaited says by the site; an acknowledged order is noted in `sealed`."""

    def submit() -> None:
        player = Player.objects.select_related("match", "member").filter(match=match).order_by("?")
        try:
            who = player[0]
            receipt = order_submit(player=who, text="bid R", source=Order.Source.WEB)
        except (OrderError, OrderRefused):
            return
        sealed[who.pk] = receipt.phase_number

    return submit


def _orders_lost(sealed: dict[int, int]) -> int:
    kept = Order.objects.filter(player__in=sealed).values_list("player", "phase__number")
    return len(set(sealed.items()) - set(kept))


@contextmanager
def _timer(seconds: float) -> Iterator[None]:
    """Raises InterruptionError in the block after so long, once."""
    armed = [True]

    def interrupt(_number: int, _frame: object) -> None:
        if armed.pop():
            armed.append(False)
            raise InterruptionError

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        armed[:] = [False]
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _is_stuck() -> bool:
    """Whether anything of the interrupted work still holds a lock or a transaction."""
    if connection.vendor == "sqlite":
        other = sqlite3.connect(str(connection.settings_dict["NAME"]), timeout=1.0)
        try:
            other.execute("BEGIN IMMEDIATE")
            other.rollback()
        except sqlite3.OperationalError:
            return True
        finally:
            other.close()
        return False
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%%'"
        )
        return bool(cursor.fetchone()[0])
