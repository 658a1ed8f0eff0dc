"""Exceptions that come from outside, at any point of a sweep or of taking an order."""

from __future__ import annotations

import random
import signal
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from django.db import connection

from games.common import clock
from games.common.errors import OrderRefused
from games.models import Match, Order, Phase, Player
from games.rules.registry import rules_for
from games.services.database_connections import drop_connections
from games.services.deadline_sweep import sweep_due
from games.services.orders import submit_order
from tests.bench.faults.results import DrillResult
from tests.bench.faults.tables import (
    doubled_counted,
    leases_end,
    lost_counted,
    made_due,
    matches_made,
)

MATCHES = 30
LONGEST_SECONDS = 0.06


class InterruptionError(Exception):
    """Comes from a timer, wherever the program is."""


def interruptions(count: int) -> Sequence[DrillResult]:
    """Interrupt so many sweeps and orders. Uses SIGALRM: to be called in the main thread."""
    chance = random.Random(count)
    matches = matches_made(MATCHES)
    swept, ordered = matches[::2], matches[1::2]
    sealed: set[tuple[int, int]] = set()
    stuck = made = 0
    while made < count:
        if not _running_due():
            made_due([match.pk for match in swept])
        deed = sweep_due if chance.random() < 0.5 else _ordering(chance.choice(ordered), sealed)
        try:
            with _timer(chance.uniform(0.0005, LONGEST_SECONDS)):
                deed()
        except Exception as fault:
            if not _is_interruption(fault):
                raise
            made += 1
            drop_connections()
            stuck += _is_stuck()
            leases_end()
    while _running_due():
        Phase.objects.filter(attempts__gt=0).update(wake_at=clock.now())
        sweep_due()
    lost = lost_counted(matches) + _orders_lost(sealed)
    doubled = doubled_counted()
    return [
        DrillResult(
            name="exceptions at random points: locks or transactions left, lost, doubled",
            wanted="0, 0, 0",
            measured=f"{stuck}, {lost}, {doubled}; {len(sealed):,} orders acknowledged",
            passed=bool(sealed) and not stuck and not lost and not doubled,
            count=made,
        )
    ]


def _is_interruption(fault: BaseException | None) -> bool:
    """Whether it all began with ours: in the midst of a query, others follow from it."""
    while fault is not None and not isinstance(fault, InterruptionError):
        fault = fault.__context__
    return fault is not None


def _running_due() -> bool:
    running = Match.objects.filter(status=Match.Status.RUNNING)
    return running.filter(deadline_at__lte=clock.now()).exists()


def _ordering(match: Match, sealed: set[tuple[int, int]]) -> Callable[[], object]:
    """What one of the awaited says by the site; an acknowledged order is noted in `sealed`."""
    match.refresh_from_db()
    if match.status != Match.Status.RUNNING:
        return sweep_due
    rules = rules_for(match.game)
    state = rules.decode(match.state)
    opened = rules.phase(state)
    assert opened is not None
    answered = Order.objects.filter(phase__match=match, phase__number=match.phase_number)
    silent = set(opened.awaited) - set(answered.values_list("seat", flat=True))
    seat = min(silent or opened.awaited)
    text = rules.format_order(rules.default_order(state, seat))
    who = Player.objects.select_related("match", "member").get(match=match, seat=seat)

    def submit() -> None:
        with suppress(OrderRefused):
            receipt = submit_order(player=who, text=text, source=Order.Source.WEB)
            sealed.add((who.pk, receipt.phase_number))

    return submit


def _orders_lost(sealed: set[tuple[int, int]]) -> int:
    rows = Order.objects.filter(player__in={player for player, _phase in sealed})
    kept = rows.filter(source=Order.Source.WEB).values_list("player", "phase__number")
    return len(sealed - set(kept))


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
