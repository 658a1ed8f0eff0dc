"""Mails in a sender's hands: held while it works, free soon after its death, never without end."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import pytest
from django.db import OperationalError
from django.db.models import QuerySet
from pytest_django import Settings

from games.common import clock
from games.composing import compose
from games.mail import outbox, outbox_leases, smtp_backend
from games.models import OutboundMail
from games.services import mail_circuit_breaker
from games.services.leases import LEASE
from tests.cast import running_match
from tests.mail.servers import SMTP_BACKEND, Server

Status = OutboundMail.Status
Kind = OutboundMail.Kind
pytestmark = pytest.mark.django_db


def decisions() -> QuerySet[OutboundMail]:
    return OutboundMail.objects.filter(kind=Kind.DECISION)


def killed(at: int) -> None:
    """A sender that dies with what it took in hand, at half minute number `at`."""
    with clock.simulated(clock.now() + timedelta(seconds=31 * at)):
        outbox_leases.reclaim_dead_rows(clock.now())
        taken = outbox_leases.take_rows(100, clock.now())
        if not taken.rows:
            outbox_leases.take_suspect(clock.now())


def test_a_mail_that_kills_its_sender_is_parked_and_the_others_are_sent(server: Server) -> None:
    running_match()
    poison = decisions().get(address="bo@example.org")
    poison_first = decisions().exclude(pk=poison.pk)
    OutboundMail.objects.exclude(kind=Kind.DECISION).delete()
    for death in range(outbox_leases.MOST_DEATHS):
        # Whoever has the poison in hand dies of it; alone it takes nobody else with it.
        with clock.simulated(clock.now() + timedelta(seconds=31 * (death + 1))):
            outbox_leases.reclaim_dead_rows(clock.now())
            taken = outbox_leases.take_rows(100, clock.now())
            while not taken.rows or poison.pk not in {row.pk for row in taken.rows}:
                assert all(row.pk != poison.pk for row in taken.rows)
                for row in taken.rows:
                    taken.settle([row], status=Status.SENT)
                taken = outbox_leases.take_suspect(clock.now())

    with clock.simulated(clock.now() + timedelta(minutes=10)):
        outbox.send_due()
        poison.refresh_from_db()
        assert (poison.status, poison.error) == (Status.FAILED, outbox_leases.PARKED_WORDS)
        assert set(poison_first.values_list("status", flat=True)) == {Status.SENT}
        assert "bo@example.org" not in server.tries


def test_after_a_death_mails_are_tried_alone_the_fewest_deaths_first() -> None:
    running_match()
    killed(0)
    with clock.simulated(clock.now() + timedelta(seconds=31)):
        outbox_leases.reclaim_dead_rows(clock.now())
        assert outbox_leases.take_rows(100, clock.now()).rows == []
        first = outbox_leases.take_suspect(clock.now()).rows
        second = outbox_leases.take_suspect(clock.now()).rows
    assert len(first) == len(second) == 1
    assert first != second


def test_who_waits_on_a_page_goes_first_and_then_the_fewest_tries() -> None:
    running_match()
    rows = list(decisions().order_by("pk"))
    OutboundMail.objects.exclude(kind=Kind.DECISION).delete()
    OutboundMail.objects.filter(pk=rows[0].pk).update(attempts=3)
    OutboundMail.objects.filter(pk=rows[2].pk).update(priority=0, attempts=9)

    taken = outbox_leases.take_rows(10, clock.now()).rows

    assert [row.pk for row in taken] == [rows[2].pk, rows[1].pk, rows[0].pk]


def test_a_sender_that_works_for_long_keeps_its_mails(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    running_match()
    monkeypatch.setattr(outbox, "RENEWED_AFTER", -1.0)
    begun, message_for = clock.now(), compose.message_for
    leases: list[datetime | None] = []

    def slowly(row: OutboundMail, known: object = None) -> object:
        # Half a minute in all has passed; who looks now must find nothing to take.
        at = begun + timedelta(seconds=25 * (len(leases) + 1))
        leases.append(OutboundMail.objects.get(pk=row.pk).lease_until)
        clock._simulated.set(at)
        outbox_leases.reclaim_dead_rows(at)
        assert outbox_leases.take_rows(100, at).rows == []
        assert outbox_leases.take_suspect(at).rows == []
        return message_for(row, known)  # type: ignore[arg-type]

    monkeypatch.setattr(compose, "message_for", slowly)
    with clock.simulated(begun):
        assert outbox.send_due() == 6
    assert len(leases) == len(set(leases)) == 3
    assert len(server.taken) == 3


def test_a_database_that_goes_away_counts_for_no_mail_and_doubles_none(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    running_match()
    OutboundMail.objects.exclude(kind=Kind.DECISION).delete()
    write = outbox_leases._Mark.write
    is_away = [True]

    def write_unless_away(mark: outbox_leases._Mark) -> None:
        if is_away[0]:
            raise OperationalError("server closed the connection unexpectedly")
        write(mark)

    monkeypatch.setattr(outbox_leases._Mark, "write", write_unless_away)
    assert outbox.send_due() == 0
    assert len(server.taken) == 1
    assert outbox.send_due() == 0

    is_away[0] = False
    assert outbox.send_due() == 2
    rows = decisions()
    assert {(row.status, row.attempts, row.deaths) for row in rows} == {(Status.SENT, 1, 0)}
    assert len(server.taken) == 3
    assert mail_circuit_breaker.outgoing_mail_state().opened_at is None


@contextmanager
def dripping(said_before: bytes = b"") -> Iterator[tuple[int, threading.Event]]:
    """A server that says this whole, and then one byte now and then, without end."""
    stop, begun = threading.Event(), threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as door:
        door.settimeout(0.1)

        def drip(client: socket.socket) -> None:
            with client:
                client.sendall(said_before)
                while not stop.wait(0.02):
                    begun.set()
                    try:
                        client.sendall(b"2")
                    except OSError:
                        return

        def serve() -> None:
            while not stop.is_set():
                try:
                    client, _address = door.accept()
                except TimeoutError:
                    continue
                threading.Thread(target=drip, args=(client,), daemon=True).start()

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield door.getsockname()[1], begun
        finally:
            stop.set()
            thread.join()


@pytest.mark.parametrize("said_before", [b"", b"220 hello\r\n", b"220 hello\r\n250 hello\r\n"])
def test_a_server_that_drips_single_bytes_is_left_after_a_while(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, said_before: bytes
) -> None:
    monkeypatch.setattr(smtp_backend, "SECONDS_IN_ALL", 0.3)
    monkeypatch.setattr(smtp_backend, "SECONDS_TO_HANG_UP", 0.1)
    settings.EMAIL_BACKEND = SMTP_BACKEND
    running_match()
    with dripping(said_before) as (port, begun):
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        settings.EMAIL_TIMEOUT = 60
        # Without an end of the whole, each byte would begin the 60 seconds anew.
        assert outbox.send_due() == 0
        assert begun.is_set()

    assert mail_circuit_breaker.outgoing_mail_state().opened_at is not None
    assert {row.status for row in decisions()} == {Status.QUEUED}


def test_no_single_try_outlives_its_lease(settings: Settings) -> None:
    left = LEASE.total_seconds() - outbox.RENEWED_AFTER
    assert left > smtp_backend.SECONDS_IN_ALL
    assert left > settings.EMAIL_TIMEOUT
    assert sum(settings.ANYMAIL["REQUESTS_TIMEOUT"]) < left
