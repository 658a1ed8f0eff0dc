"""Several sweeps, nudges and players at one moment, with real threads and connections."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial

import pytest
from django.db import connections

from games.common import clock
from games.common.errors import OrderRefused
from games.models import Match, Order, OutboundMail, Phase, ServicePulse
from games.services import deadline_sweep
from games.services.deadline_sweep import sweep_due
from games.services.match_verification import verify_match
from games.services.phases import GRACE, advance_match
from tests.cast import awaited, deadlines_at, order, player, running_match

LONGEST_SECONDS = 60.0
MOST_SWEEPS = 100

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*deeds: Callable[[], object]) -> list[object]:
    """Run the deeds in threads that start together; returns what each returned or raised.

    One that is not over within a minute has raised TimeoutError, and is left behind.
    """
    barrier = threading.Barrier(len(deeds))
    results: list[object] = [TimeoutError()] * len(deeds)

    def run(position: int, deed: Callable[[], object]) -> None:
        barrier.wait()
        try:
            results[position] = deed()
        except Exception as error:
            results[position] = error
        finally:
            connections.close_all()

    threads = [
        threading.Thread(target=run, args=(position, deed), daemon=True)
        for position, deed in enumerate(deeds)
    ]
    for thread in threads:
        thread.start()
    ends_at = time.monotonic() + LONGEST_SECONDS
    for thread in threads:
        thread.join(timeout=max(0.0, ends_at - time.monotonic()))
    return results


def sweep_all() -> None:
    """Sweep until nothing is due; a match that stays due for ever fails the test."""
    for _sweep in range(MOST_SWEEPS):
        if not sweep_due():
            return
    raise AssertionError("something stays due")


@contextmanager
def overdue(*matches: Match) -> Iterator[None]:
    """These matches' deadlines have just passed, by the database's own clock."""
    past = clock.now() - GRACE - timedelta(seconds=1)
    ServicePulse.objects.update_or_create(pk=1, defaults={"beat_at": clock.now()})
    ids = [match.pk for match in matches]
    deadlines_at(past, ids)
    yield


def failures(results: list[object]) -> list[object]:
    return [result for result in results if isinstance(result, Exception)]


def test_four_sweeps_close_every_due_phase_exactly_once() -> None:
    matches = [running_match() for _number in range(12)]
    with overdue(*matches):
        results = at_once(*[lambda: sweep_due(limit=5) for _sweep in range(4)])
        sweep_all()
    assert not failures(results)
    for match in matches:
        match.refresh_from_db()
        assert match.phase_number == 2
        assert match.phases.filter(number=1).count() == 1
        assert Order.objects.filter(phase__match=match, phase__number=1).count() == 3
        assert all(check.holds for check in verify_match(match))
    doubled = Counter(OutboundMail.objects.values_list("dedupe_key", flat=True)).most_common(1)
    assert doubled[0][1] == 1


def test_the_last_orders_arriving_together_close_the_phase_once() -> None:
    for _round in range(5):
        match = running_match()
        seats = awaited(match)
        results = at_once(*[partial(order, who, "bid R") for who in seats])
        assert not failures(results)
        match.refresh_from_db()
        if match.phase_number == 1:
            # Each saw the others' orders missing until its own commit: the sweep is there for it.
            assert advance_match(match.pk)
            match.refresh_from_db()
        assert match.phase_number == 2
        assert match.phases.get(number=1).orders.count() == 3


def test_a_nudge_delivered_five_times_closes_once() -> None:
    match = running_match()
    with overdue(match):
        results = at_once(*[lambda: advance_match(match.pk) for _delivery in range(5)])
    assert not failures(results)
    assert results.count(True) == 1
    match.refresh_from_db()
    assert match.phase_number == 2


def test_an_order_racing_the_deadline_is_either_in_the_closing_or_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Accepted but not counted must not exist, nor refused but counted."""
    monkeypatch.setattr("games.services.phases.GRACE", timedelta(0))
    outcomes: Counter[str] = Counter()
    for _round in range(10):
        match = running_match()
        anna = player(match, "Anna")
        soon = clock.now() + timedelta(milliseconds=30)
        deadlines_at(soon, [match.pk])
        results = at_once(
            partial(order, anna, "bid R", phase_number=1),
            partial(_advance_until_closed, match),
        )
        applied = match.phases.get(number=1).orders.get(player=anna)
        if isinstance(results[0], OrderRefused):
            outcomes["refused"] += 1
            assert applied.source == Order.Source.DEFAULT
        else:
            assert not isinstance(results[0], Exception)
            outcomes["accepted"] += 1
            assert applied.source == Order.Source.WEB
    assert sum(outcomes.values()) == 10


def _advance_until_closed(match: Match) -> None:
    for _try in range(200):
        if advance_match(match.pk):
            return
        threading.Event().wait(0.005)


def test_replacing_an_order_from_two_windows_keeps_one_row() -> None:
    match = running_match()
    anna = player(match, "Anna")
    results = at_once(*[lambda: order(anna, "bid R") for _window in range(6)])
    assert not failures(results)
    row = Order.objects.get(player=anna)
    assert row.version == 6


def test_two_sweeps_share_what_is_due_and_cost_no_more_than_one() -> None:
    """The second picks while the first has its matches leased and not yet closed."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    def cost_of(*sweeps: Callable[[], int]) -> tuple[int, int]:
        with CaptureQueriesContext(connection) as queries:
            handled = sum(sweep() for sweep in sweeps)
        return handled, len(queries)

    def second_within_first() -> int:
        handled: list[int] = []
        close = deadline_sweep._close

        def close_after_the_other(phases: list[Phase], now: datetime) -> int:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(deadline_sweep, "_close", close)
                handled.append(sweep_due(limit=4))
            return close(phases, now)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(deadline_sweep, "_close", close_after_the_other)
            return sweep_due(limit=4) + handled[0]

    with overdue(*[running_match() for _number in range(8)]):
        together = cost_of(second_within_first)
    with overdue(*[running_match() for _number in range(8)]):
        one_after_the_other = cost_of(partial(sweep_due, limit=4), partial(sweep_due, limit=4))
    assert together[0] == one_after_the_other[0] == 8
    assert together[1] <= one_after_the_other[1]
    closed = Phase.objects.filter(number=1, closed_at__isnull=False)
    assert closed.count() == 16


@pytest.mark.postgresql
def test_rows_that_somebody_holds_keep_no_sweep_from_the_free_ones() -> None:
    from django.db import connection, transaction

    matches = [running_match() for _number in range(20)]
    held = sorted(match.pk for match in matches)[:10]
    locked, done = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            list(Match.objects.select_for_update().filter(pk__in=held))
            locked.set()
            done.wait(60)
        connections.close_all()

    with overdue(*matches):
        holder = threading.Thread(target=hold)
        holder.start()
        locked.wait(60)
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '3s'")
            assert sweep_due(10) == 10
        finally:
            done.set()
            holder.join()
    closed = Match.objects.filter(phase_number=2).values_list("pk", flat=True)
    assert not set(closed) & set(held)
    assert sweep_due(20) == 10


@pytest.mark.postgresql
def test_the_clock_is_asked_after_the_lock_not_at_the_transactions_start() -> None:
    """A request that waits for the lock across the deadline is late."""
    from django.db import transaction

    match = running_match()
    anna = player(match, "Anna")
    held = threading.Event()
    results: list[object] = []

    def hold() -> None:
        with transaction.atomic():
            Match.objects.select_for_update().get(pk=match.pk)
            deadline = clock.now() + timedelta(milliseconds=100)
            Match.objects.filter(pk=match.pk).update(deadline_at=deadline)
            held.set()
            threading.Event().wait(0.4)
        connections.close_all()

    def submit() -> None:
        held.wait()
        try:
            results.append(order(anna, "bid R"))
        except OrderRefused as refusal:
            results.append(refusal.code)
        connections.close_all()

    threads = [threading.Thread(target=hold), threading.Thread(target=submit)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == ["too-late"]
