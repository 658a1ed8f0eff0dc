"""A mail server in trouble costs no mail and no address anything, whatever it says."""

from __future__ import annotations

import smtplib
from datetime import datetime, timedelta

import pytest
from pytest_django import Settings

from games.common import clock
from games.mail import outbox
from games.mail.smtp_failures import Severity, failure_of
from games.models import AddressHealth, Match, Member, OutboundMail, OutgoingMailState
from games.services import delivery, mail_circuit_breaker
from tests.cast import running_match
from tests.mail.servers import Server
from tests.sizes import few

Status = OutboundMail.Status
Kind = OutboundMail.Kind
State = AddressHealth.State
pytestmark = pytest.mark.django_db


def many_matches(number: int = 4) -> None:
    names = iter(f"P{number:02}" for number in range(3 * number))
    for _match in range(number):
        running_match(next(names), next(names), next(names))
    Match.objects.update(deadline_at=clock.now() + timedelta(days=9))


def send_all(at: datetime | None = None) -> None:
    with clock.simulated(at or clock.now()):
        while outbox.send_due():
            pass


def decisions(status: Status) -> int:
    return OutboundMail.objects.filter(kind=Kind.DECISION, status=status).count()


def is_open() -> bool:
    return mail_circuit_breaker.outgoing_mail_state().opened_at is not None


@pytest.mark.parametrize(
    "answer",
    few(
        [
            "554 5.7.1 Relay access denied",
            "554 Transaction failed",
            "550 5.1.1 No such user",
            "550 no",
            "553 5.1.8 Sender address has no MX",
            "550 5.3.0 Mailer trouble",
        ],
        3,
    ),
)
def test_a_relay_that_refuses_everybody_destroys_no_mail_and_stops_no_address(
    server: Server, answer: str
) -> None:
    server.for_all = answer
    many_matches()
    send_all()

    assert is_open()
    assert len(server.tries) == 3
    assert decisions(Status.QUEUED) == 12
    assert not AddressHealth.objects.filter(state__in=[State.BOUNCING, State.STOPPED]).exists()

    for _again in range(3):
        send_all()
    assert len(server.tries) == 3

    server.for_all = ""
    send_all(clock.now() + timedelta(minutes=1, seconds=1))
    assert not is_open()
    assert decisions(Status.SENT) == 12
    assert len(server.taken) == 12


def test_while_the_breaker_is_open_tries_become_rarer_up_to_one_in_15_minutes(
    server: Server,
) -> None:
    server.for_all = "554 5.7.1 Relay access denied"
    many_matches()
    at = clock.now()
    send_all(at)
    tries_in_the_first_hours = []
    for _hour in range(3):
        before = len(server.tries)
        for _minute in range(60):
            at += timedelta(minutes=1)
            send_all(at)
        tries_in_the_first_hours.append(len(server.tries) - before)

    assert tries_in_the_first_hours[0] <= 9
    assert tries_in_the_first_hours[1] == tries_in_the_first_hours[2] == 4
    # Each try is another mail's: none is worn out.
    assert len(set(server.tries)) == 12
    assert decisions(Status.QUEUED) == 12


def test_one_try_is_one_mail_even_where_several_senders_ask(server: Server) -> None:
    mail_circuit_breaker.record_server_failure("away")
    now = clock.now() + timedelta(minutes=2)
    turns = [mail_circuit_breaker.mails_allowed(100, now).mails for _sender in range(5)]
    assert turns == [1, 0, 0, 0, 0]


def test_an_address_that_is_refused_between_others_that_are_taken_is_to_blame_alone(
    server: Server,
) -> None:
    many_matches()
    for name in ("p01", "p04", "p07", "p10"):
        server.for_address[f"{name}@example.org"] = "550 5.1.1 No such user"
    send_all()

    assert not is_open()
    assert (decisions(Status.SENT), decisions(Status.FAILED)) == (8, 4)
    assert AddressHealth.objects.filter(state=State.BOUNCING).count() == 4


def test_dead_addresses_in_a_row_pause_sending_once_and_are_then_known_as_dead(
    server: Server,
) -> None:
    many_matches(2)
    for name in ("p00", "p01", "p02"):
        server.for_address[f"{name}@example.org"] = "550 5.1.1 No such user"
    send_all()
    assert is_open()
    assert decisions(Status.FAILED) == 0

    send_all(clock.now() + timedelta(minutes=2))
    assert not is_open()
    assert (decisions(Status.SENT), decisions(Status.FAILED)) == (3, 3)
    assert set(AddressHealth.objects.filter(state=State.BOUNCING).values_list("address")) == {
        (f"{name}@example.org",) for name in ("p00", "p01", "p02")
    }


def test_what_was_withdrawn_because_its_address_stopped_by_mistake_is_queued_again(
    server: Server,
) -> None:
    for _match in range(3):
        running_match()
    server.for_all = "550 5.1.1 No such user"
    others = OutboundMail.objects.exclude(address="anna@example.org")
    others.update(due_at=clock.now() + timedelta(minutes=1))
    send_all()
    withdrawn = OutboundMail.objects.filter(error=delivery.STOPPED_WORDS)
    assert withdrawn.count() == decisions(Status.FAILED) - 1 == 1

    send_all(clock.now() + timedelta(minutes=2))
    assert is_open()
    assert not withdrawn.exists()
    assert decisions(Status.FAILED) == 0
    server.for_all = ""
    send_all(clock.now() + timedelta(minutes=4))
    assert len(server.taken) == 9


def test_a_mail_that_is_refused_for_its_words_is_tried_for_four_days_and_alone(
    server: Server,
) -> None:
    running_match()
    Match.objects.update(deadline_at=clock.now() + timedelta(days=9))
    server.for_address["bo@example.org"] = "550 5.7.1 Looks like spam"
    begun = at = clock.now()
    bo = OutboundMail.objects.get(kind=Kind.DECISION, address="bo@example.org")
    for _try in range(200):
        send_all(at)
        bo.refresh_from_db()
        if bo.status == Status.FAILED:
            break
        at = max(at + timedelta(seconds=1), bo.due_at)

    assert bo.error == "gave up: SMTP 550 5.7.1: recipient"
    assert timedelta(days=4) < at - begun < timedelta(days=6)
    assert not AddressHealth.objects.filter(state=State.STOPPED).exists()
    assert not is_open()


@pytest.mark.parametrize(
    ("code", "reply", "severity", "is_about_address"),
    [
        (550, b"5.1.1 no such user", Severity.REFUSED, True),
        (550, b"5.1.10 null MX", Severity.REFUSED, True),
        (550, b"5.2.1 mailbox disabled", Severity.REFUSED, True),
        (552, b"5.2.2 mailbox full", Severity.ROW, True),
        (550, b"5.1.8 sender has no MX", Severity.ROW, False),
        (550, b"5.7.1 policy", Severity.ROW, False),
        (550, b"5.7.26 unauthenticated", Severity.ROW, False),
        (554, b"5.7.1 relay denied", Severity.ROW, False),
        (554, b"no", Severity.ROW, False),
        (550, b"5.3.0 system", Severity.ROW, False),
        (550, b"5.4.4 routing", Severity.ROW, False),
        (550, b"no", Severity.REFUSED, True),
        (450, b"4.1.1 unverified", Severity.ROW, True),
        (451, b"4.7.1 greylisted", Severity.ROW, False),
        (452, b"4.3.1 no room", Severity.ROW, False),
        (421, b"4.3.2 shutting down", Severity.CONNECTION, False),
    ],
)
def test_the_enhanced_status_code_says_whose_trouble_it_is(
    code: int, reply: bytes, severity: Severity, *, is_about_address: bool
) -> None:
    failure = failure_of(smtplib.SMTPRecipientsRefused({"a@b": (code, reply)}))
    assert (failure.severity, failure.is_about_address) == (severity, is_about_address)


def test_a_login_that_is_refused_pauses_at_once(settings: Settings) -> None:
    error = smtplib.SMTPSenderRefused(530, b"5.7.0 Authentication required", "a@b")
    assert failure_of(error).severity is Severity.SERVER


def test_failed_mails_are_sent_again_singly_by_address_and_all_at_once(server: Server) -> None:
    many_matches(2)
    rows = OutboundMail.objects.filter(kind=Kind.DECISION)
    rows.update(status=Status.FAILED, error="x", attempts=40, deaths=5)
    first = rows.exclude(address__iexact="P01@example.org").order_by("pk")[0]

    assert delivery.retry_mail(mail_id=first.pk) == 1
    assert delivery.retry_mail(address="P01@example.org") == 1
    assert decisions(Status.QUEUED) == 2
    assert delivery.retry_mail() == 4
    send_all()
    assert decisions(Status.SENT) == 6


def test_an_address_that_is_freed_gets_mail_again(server: Server) -> None:
    for _twice in range(2):
        delivery.record_bounce("anna@example.org", "550 no")
    running_match()
    send_all()
    assert decisions(Status.WITHDRAWN) == 1
    assert len(server.taken) == 2

    assert delivery.free_address("Anna@Example.org") >= 1
    send_all()
    assert decisions(Status.SENT) == 3


def test_all_stopped_addresses_are_freed_at_once() -> None:
    for name in ("a", "b"):
        delivery.record_bounce(f"{name}@example.org", "550 no")
    delivery.record_complaint("c@example.org")
    assert delivery.free_addresses() == 3
    assert set(AddressHealth.objects.values_list("state", flat=True)) == {State.UNTRIED}


def test_the_state_is_one_row_however_often_it_is_written() -> None:
    now = clock.now()
    for _again in range(3):
        mail_circuit_breaker.record_sender_heartbeat(now)
        mail_circuit_breaker.record_server_failure("away")
        mail_circuit_breaker.record_taken_mail(now)
    assert OutgoingMailState.objects.count() == 1
    assert Member.objects.count() == 0
