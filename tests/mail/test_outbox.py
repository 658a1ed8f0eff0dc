"""The outbox against a real mail server: nothing lost, nothing twice, nobody held up."""

from __future__ import annotations

import socket
import threading
import time
from datetime import datetime, timedelta
from email import message_from_bytes
from typing import Any

import pytest
from django.core.mail.backends.smtp import EmailBackend as SmtpBackend
from django.core.mail.message import EmailMessage
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from games.common import clock
from games.composing import compose
from games.letters.outbox_prefetch import Prefetched
from games.mail import outbox, outbox_leases
from games.mail.smtp_failures import Failure, Severity
from games.models import Match, Member, OutboundMail
from games.selectors.lookahead import GOOD_FOR_SECONDS
from games.services import mail_circuit_breaker
from tests.cast import awaited, order, player, running_match
from tests.mail.servers import SMTP_BACKEND, Server

Status = OutboundMail.Status
Kind = OutboundMail.Kind
pytestmark = pytest.mark.django_db


def decisions() -> dict[str, OutboundMail]:
    rows = OutboundMail.objects.filter(kind=Kind.DECISION)
    return {row.address.partition("@")[0]: row for row in rows}


def later(**by: Any) -> datetime:
    return clock.now() + timedelta(**by)


def test_every_row_is_sent_once_and_marked_with_its_own_message_id(server: Server) -> None:
    running_match()

    assert outbox.send_due() == 6
    assert outbox.send_due() == 0

    assert sorted(server.tries) == ["anna@example.org", "bo@example.org", "carla@example.org"]
    ids = {message_from_bytes(mail.content)["Message-ID"] for mail in server.taken}
    assert ids == {row.message_id for row in decisions().values()}
    for row in decisions().values():
        assert (row.status, row.attempts, row.lease_until, row.error) == (Status.SENT, 1, None, "")
        assert row.sent_at is not None


def test_a_match_that_begins_with_a_question_sends_one_mail_a_player(server: Server) -> None:
    running_match()
    outbox.send_due()

    started = OutboundMail.objects.filter(kind=Kind.STARTED)
    assert {row.status for row in started} == {Status.WITHDRAWN}
    assert len(server.taken) == 3


def test_one_bad_address_fails_for_good_and_the_others_get_their_mail(server: Server) -> None:
    server.for_address["bo@example.org"] = "550 5.1.1 No such user"
    running_match()

    outbox.send_due()

    rows = decisions()
    assert (rows["bo"].status, rows["bo"].error) == (Status.FAILED, "SMTP 550 5.1.1: recipient")
    assert rows["anna"].status == rows["carla"].status == Status.SENT


@pytest.mark.parametrize("answer", ["450 4.2.1 Mailbox busy", "421 4.3.2 Not now"])
def test_a_mail_that_is_put_off_comes_later_with_the_same_message_id(
    server: Server, answer: str
) -> None:
    server.for_address["bo@example.org"] = answer
    running_match()
    while outbox.send_due():
        pass

    row = decisions()["bo"]
    assert row.status == Status.QUEUED
    assert timedelta(seconds=55) < row.due_at - clock.now() < timedelta(seconds=90)
    assert {decisions()[name].status for name in ("anna", "carla")} == {Status.SENT}

    server.for_address.clear()
    with clock.simulated(later(minutes=2)):
        assert outbox.send_due() == 1
    sent = message_from_bytes(server.taken[-1].content)
    assert sent["Message-ID"] == row.message_id == decisions()["bo"].message_id


def test_a_mail_that_is_put_off_again_and_again_fails_in_the_end(server: Server) -> None:
    server.for_all = "450 4.2.1 Mailbox busy"
    match = running_match()
    Match.objects.filter(pk=match.pk).update(deadline_at=later(days=9))
    at = clock.now()
    waits = []
    for _try in range(len(outbox.BACKOFF) + 1):
        with clock.simulated(at):
            outbox.send_due()
            row = decisions()["anna"]
            waits.append(row.due_at - at)
            at = max(at, row.due_at) + timedelta(seconds=1)

    assert row.status == Status.FAILED
    assert row.error == "gave up: SMTP 450 4.2.1: recipient"
    for wait, planned in zip(waits, outbox.BACKOFF, strict=False):
        assert planned <= wait <= planned * 1.3


def test_a_server_that_is_away_costs_no_mail_a_try(settings: Settings) -> None:
    settings.EMAIL_BACKEND = SMTP_BACKEND
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        settings.EMAIL_HOST, settings.EMAIL_PORT = unused.getsockname()
        running_match()
        assert outbox.send_due() == 0

    for row in decisions().values():
        assert (row.status, row.attempts, row.lease_until) == (Status.QUEUED, 0, None)
    state = mail_circuit_breaker.outgoing_mail_state()
    assert state.trouble == "server unreachable: ConnectionRefusedError"
    assert state.next_try_at is not None
    assert state.next_try_at > later(seconds=50)


def test_the_lease_of_a_dead_sender_is_over_in_half_a_minute_and_its_mail_keeps_its_id(
    server: Server,
) -> None:
    running_match()
    (dead, *_others) = outbox_leases.take_rows(1, clock.now()).rows
    compose.assign_message_ids([dead])

    outbox.send_due()
    assert OutboundMail.objects.get(pk=dead.pk).status == Status.SENDING

    with clock.simulated(later(seconds=30)):
        outbox.send_due()
    row = OutboundMail.objects.get(pk=dead.pk)
    assert row.status in {Status.SENT, Status.WITHDRAWN}
    assert row.message_id == dead.message_id


def test_a_sender_whose_lease_ran_out_does_not_mark_what_another_has_taken() -> None:
    running_match()
    slow = outbox_leases.take_rows(1, clock.now())
    (row,) = slow.rows
    with clock.simulated(later(seconds=31)):
        outbox_leases.reclaim_dead_rows(clock.now())
        taken = outbox_leases.take_suspect(clock.now())

    slow.settle([row], status=Status.SENT)
    assert slow.renew([row], clock.now()) == set()

    assert OutboundMail.objects.get(pk=row.pk).status == Status.SENDING
    taken.settle([row], status=Status.SENT)
    assert OutboundMail.objects.get(pk=row.pk).status == Status.SENT


def test_a_row_that_cannot_be_composed_fails_alone_and_says_nothing_of_the_hand(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    running_match()
    message_for = compose.message_for

    def fail_for_bo(row: OutboundMail, known: Prefetched | None = None) -> EmailMessage | None:
        if row.address == "bo@example.org":
            raise ValueError("F3 M1 are in Bo's hand")
        return message_for(row, known)

    monkeypatch.setattr(compose, "message_for", fail_for_bo)
    outbox.send_due()

    rows = decisions()
    assert rows["anna"].status == rows["carla"].status == Status.SENT
    assert rows["bo"].status == Status.QUEUED
    assert rows["bo"].error == "composing: ValueError"


def test_a_question_that_was_answered_meanwhile_is_not_asked(server: Server) -> None:
    match = running_match()
    order(player(match, "Anna"))

    outbox.send_due()

    assert decisions()["anna"].status == Status.WITHDRAWN
    assert "anna@example.org" not in server.tries


def test_only_the_newest_question_of_a_player_is_asked(server: Server) -> None:
    match = running_match()
    for name in ("Anna", "Bo", "Carla"):
        order(player(match, name), "bid R")
    match.refresh_from_db()

    while outbox.send_due():
        pass

    sent = OutboundMail.objects.filter(kind=Kind.DECISION, status=Status.SENT)
    assert {row.phase_number for row in sent} == {match.phase_number}
    assert len(server.taken) == len({mail.recipients[0] for mail in server.taken})


def test_an_order_that_comes_while_its_chunk_is_being_sent_is_not_asked_for(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = running_match()
    send = SmtpBackend.send_messages

    def send_while_the_others_order(backend: SmtpBackend, messages: list[EmailMessage]) -> int:
        for who in awaited(match)[1:]:
            order(who)
        time.sleep(GOOD_FOR_SECONDS)  # a mail server that takes its time
        return send(backend, messages)

    monkeypatch.setattr(SmtpBackend, "send_messages", send_while_the_others_order)
    while outbox.send_due():
        pass

    assert len(server.taken) == 1
    statuses = sorted(row.status for row in decisions().values())
    assert statuses == [Status.SENT, Status.WITHDRAWN, Status.WITHDRAWN]


def test_an_address_that_refuses_within_a_chunk_is_not_tried_again_and_again(
    server: Server,
) -> None:
    server.for_address["bo@example.org"] = "550 5.1.1 No such user"
    for _match in range(5):
        running_match()

    while outbox.send_due():
        pass

    assert server.tries.count("bo@example.org") == 2
    assert server.tries.count("anna@example.org") == 5


def test_a_chunk_is_read_in_the_same_number_of_queries_however_long(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    counts = []
    for matches in (1, 1, 6):
        OutboundMail.objects.all().delete()
        for _match in range(matches):
            running_match()
        asked = OutboundMail.objects.filter(kind=Kind.DECISION).count()
        with CaptureQueriesContext(connection) as queries:
            assert outbox.send_due() == 2 * asked
        clocks = sum("clock_timestamp" in query["sql"] for query in queries)
        looks = sum("sealed.version" in query["sql"] for query in queries)
        assert looks <= asked + 1
        # What is left for each: whether it is still so, asked for some at once, and its mark.
        counts.append(len(queries) - clocks - looks - asked)
    # The first chunk also makes the addresses known.
    assert counts[1] == counts[2]


def test_rows_whose_reason_has_gone_are_withdrawn_together() -> None:
    for _match in range(4):
        match = running_match()
        for who in awaited(match)[:-1]:
            order(who)
        order(awaited(match)[0])
    OutboundMail.objects.filter(kind=Kind.DECISION).update(phase_number=1)

    with CaptureQueriesContext(connection) as queries:
        settled = outbox.send_due()

    assert settled == OutboundMail.objects.filter(status=Status.WITHDRAWN).count() >= 12
    assert len(queries) < settled


@pytest.mark.parametrize(
    ("level", "decision", "reminder"), [("every", 1, 1), ("urgent", 0, 1), ("none", 0, 0)]
)
def test_members_get_the_mails_that_they_chose(
    server: Server, level: str, decision: int, reminder: int
) -> None:
    match = running_match()
    anna = player(match, "Anna")
    assert match.deadline_at is not None
    OutboundMail.objects.create(
        dedupe_key="reminder",
        kind=Kind.REMINDER,
        address="anna@example.org",
        member=anna.member,
        match=match,
        player=anna,
        phase_number=match.phase_number,
        payload={"deadline": match.deadline_at.isoformat()},
    )
    Member.objects.filter(name="Anna").update(mail_level=level, wants_news=False)
    outbox.send_due()

    sent = OutboundMail.objects.filter(address="anna@example.org", status=Status.SENT)
    assert sent.filter(kind=Kind.DECISION).count() == decision
    assert sent.filter(kind=Kind.REMINDER).count() == reminder


def test_a_reminder_of_a_deadline_that_has_moved_is_not_sent(server: Server) -> None:
    match = running_match()
    anna = player(match, "Anna")
    row = OutboundMail.objects.create(
        dedupe_key="reminder",
        kind=Kind.REMINDER,
        address="anna@example.org",
        member=anna.member,
        match=match,
        player=anna,
        phase_number=match.phase_number,
        payload={"deadline": later(hours=-3).isoformat()},
    )
    outbox.send_due()

    row.refresh_from_db()
    assert row.status == Status.WITHDRAWN


def test_an_address_that_refuses_everything_is_left_alone_for_a_week(server: Server) -> None:
    server.for_address["bo@example.org"] = "550 5.1.1 No such user"
    for _match in range(3):
        running_match()
    while outbox.send_due():
        pass
    assert server.tries.count("bo@example.org") == 2

    running_match()
    while outbox.send_due():
        pass
    assert server.tries.count("bo@example.org") == 2
    assert server.tries.count("anna@example.org") == 4

    with clock.simulated(later(days=7, minutes=1)):
        running_match()
        while outbox.send_due():
            pass
    assert server.tries.count("bo@example.org") == 3


def test_a_chunk_that_takes_too_long_is_given_back(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    running_match()
    monkeypatch.setattr(outbox, "MOST_SECONDS", -1.0)

    assert outbox.send_due() == 0
    assert server.tries == []
    assert {row.attempts for row in OutboundMail.objects.all()} == {0}
    assert {row.status for row in OutboundMail.objects.all()} == {Status.QUEUED}


@pytest.mark.django_db(transaction=True)
def test_two_workers_share_the_rows_and_send_none_twice(server: Server) -> None:
    running_match()

    def work() -> None:
        try:
            while outbox.send_due(limit=1):
                pass
        finally:
            connection.close()

    workers = [threading.Thread(target=work) for _worker in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert sorted(server.tries) == ["anna@example.org", "bo@example.org", "carla@example.org"]


def test_the_whole_chunk_waits_as_long_as_the_provider_asks(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    running_match()
    wait = Failure(Severity.SERVER, "provider: HTTP 429", timedelta(minutes=7))
    monkeypatch.setattr(outbox, "failure_of", lambda _error: wait)
    settings.EMAIL_BACKEND = SMTP_BACKEND
    settings.EMAIL_HOST = "127.0.0.1"
    settings.EMAIL_PORT = 1

    assert outbox.send_due() == 0
    for row in decisions().values():
        assert row.attempts == 0
    next_try_at = mail_circuit_breaker.outgoing_mail_state().next_try_at
    assert next_try_at is not None
    assert next_try_at > later(minutes=6)
