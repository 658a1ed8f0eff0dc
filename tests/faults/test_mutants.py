"""Each mechanism taken away is noticed: a check holds with it, and fails without.

What a view must not show has its own mutants, in tests/trust/test_secrets_drill.py.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.core import mail
from django.db import IntegrityError, connection, connections, transaction
from django.db.models import Model
from django.db.utils import OperationalError

from games.common import clock
from games.mail import inbound, outbox, outbox_leases
from games.models import InboundMail, Match, Order, OutboundMail, Phase, row_updates
from games.services import batch_closing, deadline_sweep, orders, running_matches
from games.services.batch_closing import close_leased
from games.services.deadline_sweep import sweep_due
from games.services.phases import advance_play
from games.services.readiness import check_running
from tests.cast import order, player, running_match
from tests.games.test_concurrency import at_once, failures, overdue, sweep_all
from tests.tournaments.ratings.cast import finished
from tournaments.models import RatingPool
from tournaments.services import rating_finished_matches

pytestmark = pytest.mark.django_db(transaction=True)


def sealed_order_is_counted() -> bool:
    """An order is being written while the sweep closes: it is in the closing all the same."""
    match = running_match()
    anna = player(match, "Anna")
    locked, swept = threading.Event(), threading.Event()

    def check_and_wait(row: Match, number: int | None) -> None:
        check_running(row, number)
        locked.set()
        swept.wait(1)

    def sweep() -> int:
        locked.wait(60)
        done = sweep_due()
        swept.set()
        return done

    with pytest.MonkeyPatch.context() as patch, overdue(match):
        patch.setattr(orders, "check_running", check_and_wait)
        in_time = clock.now() - timedelta(minutes=1)
        results = at_once(partial(order, anna, "bid R", received_at=in_time), sweep)
    sweep_all()
    kept = match.phases.get(number=1).orders.filter(player=anna, source=Order.Source.WEB)
    return not failures(results) and kept.exists()


@pytest.mark.postgresql
def test_mutant_an_order_without_the_lock_of_its_match_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On SQLite there is no such lock: one transaction writes at a time."""
    assert sealed_order_is_counted()
    monkeypatch.setattr(orders, "lock_match", lambda match_id: Match.objects.get(pk=match_id))
    assert not sealed_order_is_counted()


def sweep_leaves_locked_match_alone() -> bool:
    """A match that an order has locked since it was leased is not touched, nor waited for."""
    match = running_match()
    locked, done = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            Match.objects.select_for_update().get(pk=match.pk)
            locked.set()
            done.wait(60)
        connections.close_all()

    holder = threading.Thread(target=hold)
    with overdue(match):
        now = clock.now()
        (leased,) = deadline_sweep._take_leases(match.phases.filter(Phase.OPEN), 1, now)
        holder.start()
        locked.wait(60)
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '500ms'")
            stop_at = time.monotonic() + 60
            return close_leased([leased], stop_at=stop_at) == 0
        except OperationalError:
            return False
        finally:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = 0")
            done.set()
            holder.join()


@pytest.mark.postgresql
def test_mutant_a_sweep_without_the_lock_of_its_matches_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert sweep_leaves_locked_match_alone()

    def read_alone(phases: Sequence[Phase]) -> list[Match]:
        return [Match.objects.get(pk=phase.match_id) for phase in phases]

    monkeypatch.setattr(batch_closing, "_lock_free_matches", read_alone)
    assert not sweep_leaves_locked_match_alone()


def stale_play_is_refused() -> bool:
    """A match that was closed after it was read is not closed again from what was read."""
    match = running_match()
    with overdue(match):
        match.refresh_from_db()
        (stale,) = running_matches.load_plays([match])
        assert sweep_due() == 1
        advance_play(stale, clock.now())
        try:
            with transaction.atomic():
                running_matches.save_plays([stale])
        except running_matches.StalePlayError:
            return True
        except IntegrityError:
            return False
    return False


def test_mutant_a_writing_without_the_comparison_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert stale_play_is_refused()
    compared = row_updates.update_rows

    def written(rows: Any, names: Any, **_conditions: Any) -> int:
        return compared(rows, names)

    monkeypatch.setattr(running_matches, "update_rows", written)
    assert not stale_play_is_refused()


def each_mail_is_sent_once() -> bool:
    """A second sender looks at the outbox while the first has its mails in hand."""
    running_match()
    mail.outbox.clear()
    begin = outbox._Delivery.__enter__
    others = [outbox.send_due]

    def begin_after_the_other(self: outbox._Delivery) -> outbox._Delivery:
        if others:
            others.pop()()
        return begin(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outbox._Delivery, "__enter__", begin_after_the_other)
        outbox.send_due()
    addresses = [message.to[0] for message in mail.outbox]
    assert addresses
    return len(addresses) == len(set(addresses))


def test_mutant_an_outbox_without_leases_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert each_mail_is_sent_once()
    OutboundMail.objects.update(status=OutboundMail.Status.SENT)

    def take(queue: Any, limit: int, _now: datetime) -> outbox_leases.Taken:
        return outbox_leases.Taken(list(queue[:limit]))

    monkeypatch.setattr(outbox_leases, "_take", take)
    assert not each_mail_is_sent_once()


def pool_is_rated_by_one_at_a_time() -> bool:
    """Two settle the matches of one pool: they never reckon at the same moment."""
    for _match in range(2):
        finished(["Anna", "Bo"])
    together, settle = threading.Barrier(2), rating_finished_matches._settle
    met: list[int] = []

    def wait_and_settle(*arguments: Any) -> None:
        try:
            together.wait(0.7)
            met.append(1)
        except threading.BrokenBarrierError:
            pass
        settle(*arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rating_finished_matches, "_settle", wait_and_settle)
        at_once(rating_finished_matches.settle_due, rating_finished_matches.settle_due)
    return not met


def _pool_unlocked(key: str) -> RatingPool:
    return RatingPool.objects.get_or_create(key=key)[0]


@pytest.mark.postgresql
def test_mutant_ratings_without_the_lock_of_their_pool_are_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert pool_is_rated_by_one_at_a_time()
    monkeypatch.setattr(rating_finished_matches, "lock_pool", _pool_unlocked)
    assert not pool_is_rated_by_one_at_a_time()


KEYS: dict[type[Model], tuple[str, ...]] = {
    Phase: ("match_id", "number"),
    Order: ("phase_id", "player_id"),
    OutboundMail: ("dedupe_key",),
    InboundMail: ("dedupe_key",),
}


def a_second_row_is_refused(kind: type[Model]) -> bool:
    """Whatever writes it, a row of the same key does not come to be."""
    row = kind._default_manager.first()
    assert row is not None
    row.pk = None
    row._state.adding = True
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        return True
    return False


@pytest.mark.postgresql
@pytest.mark.parametrize("kind", KEYS, ids=lambda kind: kind.__name__)
def test_mutant_a_table_without_its_unique_key_is_noticed(kind: type[Model]) -> None:
    """On PostgreSQL alone, which takes a changed table back at the end."""
    order(player(running_match(), "Anna"), "bid R")
    raw = b"From: anna@example.org\r\n\r\nbid R\r\n"
    inbound.accept_raw(
        raw=raw, recipient="somebody@example.org", envelope_sender="a@example.org", source="smtp"
    )
    assert a_second_row_is_refused(kind)
    with transaction.atomic():
        _unique_key_drop(kind)
        assert not a_second_row_is_refused(kind)
        transaction.set_rollback(True)


def _unique_key_drop(kind: type[Model]) -> None:
    table = kind._meta.db_table
    columns = list(KEYS[kind])
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, table)
        (name,) = [
            name
            for name, known in found.items()
            if known["unique"] and not known["primary_key"] and known["columns"] == columns
        ]
        cursor.execute(f'ALTER TABLE "{table}" DROP CONSTRAINT "{name}"')
