"""Delivery health: what comes back stops the mail, once; what arrives brings it back."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage as Letter
from typing import Any

import pytest
from anymail.signals import AnymailTrackingEvent, tracking
from django.core import mail
from django.test import Client

from games import selectors
from games.common import clock
from games.common.errors import MatchError
from games.composing.compose import assign_message_ids
from games.composing.messages import address_link
from games.mail import outbox
from games.models import AddressHealth, InboundMail, OutboundMail, Player
from games.replies.reply_addresses import service_address
from games.services import delivery
from tests.cast import member, player, running_match
from tests.mail.post import delivered, letter
from tests.mail.servers import Server

State = AddressHealth.State
Kind = OutboundMail.Kind
pytestmark = pytest.mark.django_db
ADDRESS = "anna@example.org"


@pytest.fixture
def anna() -> Player:
    return player(running_match(), "Anna")


def state() -> str:
    row = AddressHealth.objects.filter(address=ADDRESS).first()
    return row.state if row is not None else "untried"


def told(kind: str, **terms: Any) -> None:
    event = AnymailTrackingEvent(
        event_type=kind,
        recipient=terms.pop("recipient", "Anna@Example.org"),
        esp_event={},
        event_id=terms.pop("event_id", None),
        message_id=terms.pop("message_id", None),
        reject_reason=terms.pop("reason", None),
        mta_response=terms.pop("response", None),
    )
    tracking.send(sender=object(), event=event, esp_name="Test ESP")


def sent_to_anna(moment: Any = None) -> int:
    before = len(mail.outbox)
    with clock.simulated(moment or clock.now()):
        while outbox.send_due():
            pass
    return sum(message.to == [ADDRESS] for message in mail.outbox[before:])


def test_a_mail_that_is_taken_makes_an_untried_address_work(server: Server, anna: Player) -> None:
    assert state() == "untried"
    outbox.send_due()
    assert state() == State.WORKING


def test_a_refused_address_stops_at_the_second_time(server: Server) -> None:
    server.for_address[ADDRESS] = "550 5.1.1 No such user"
    running_match()
    outbox.send_due()
    assert state() == State.BOUNCING
    running_match()
    outbox.send_due()
    assert state() == State.STOPPED


def test_a_deferred_address_is_known_as_such_until_a_mail_is_taken(
    server: Server, anna: Player
) -> None:
    server.for_address[ADDRESS] = "450 4.2.2 Mailbox full"
    outbox.send_due()
    assert state() == State.DEFERRED
    server.for_address.clear()
    with clock.simulated(clock.now() + timedelta(minutes=3)):
        outbox.send_due()
    assert state() == State.WORKING


def test_two_bounces_stop_the_mail_and_the_same_one_twice_does_not(anna: Player) -> None:
    told("bounced", reason="bounced", event_id="1", response="550 no such user")
    told("bounced", reason="bounced", event_id="1")
    assert state() == State.BOUNCING
    assert sent_to_anna() == 1

    told("bounced", reason="invalid", event_id="2")
    assert state() == State.STOPPED
    running_match()
    assert sent_to_anna() == 0
    row = AddressHealth.objects.get(address=ADDRESS)
    assert row.trouble == "bounced: invalid"


def test_a_mail_taken_right_after_a_bounce_does_not_hide_it(anna: Player) -> None:
    told("bounced", reason="bounced", event_id="1")
    delivery.record_accepted_mails([ADDRESS])
    assert state() == State.BOUNCING
    with clock.simulated(clock.now() + timedelta(days=4)):
        delivery.record_accepted_mails([ADDRESS])
    assert state() == State.WORKING


@pytest.mark.parametrize(
    ("kind", "reason", "expected"),
    [
        ("bounced", "blocked", State.DEFERRED),
        ("rejected", "spam", State.DEFERRED),
        ("rejected", "invalid", State.BOUNCING),
        ("deferred", None, State.DEFERRED),
        ("delivered", None, State.WORKING),
        ("complained", None, State.COMPLAINED),
        ("sent", None, "untried"),
    ],
)
def test_each_event_of_a_provider_says_what_it_says(
    anna: Player, kind: str, reason: str | None, expected: str
) -> None:
    told(kind, reason=reason, message_id="m")
    assert state() == expected


def test_a_complaint_stops_the_mail_until_the_member_wants_it_again(
    anna: Player, client: Client
) -> None:
    told("complained", message_id="m")
    told("delivered", message_id="n")
    delivered(letter(anna, "show"))
    assert state() == State.COMPLAINED
    assert [row.kind for row in OutboundMail.objects.filter(kind=Kind.ANSWER)] == ["answer"]

    client.force_login(member("Anna"))
    page = client.get("/profile/").content.decode()
    assert "reported as spam" in page
    client.post("/profile/mail-test/")
    assert sent_to_anna() == 2  # the answer and the test; no question
    link = address_link(member("Anna").pk, ADDRESS).removeprefix("http://127.0.0.1:8000")
    assert link in str(mail.outbox[-1].body)
    for look in (client.get, client.head):
        assert look(link).status_code == 200
    assert state() == State.COMPLAINED

    stranger = Client()
    assert "again" in stranger.post(link).content.decode()
    assert state() == State.WORKING
    running_match()
    assert sent_to_anna() == 1


def test_a_test_mail_that_is_answered_proves_the_address(anna: Player) -> None:
    told("bounced", reason="bounced", event_id="1")
    told("bounced", reason="bounced", event_id="2")
    delivery.address_test(member=member("Anna"))
    assert sent_to_anna() == 1
    answer = Letter()
    answer["From"], answer["To"] = ADDRESS, mail.outbox[-1].reply_to[0]
    answer.set_content("yes")

    assert delivered(answer).verdict == "test"
    assert state() == State.WORKING


def test_tests_are_ten_minutes_apart(anna: Player) -> None:
    delivery.address_test(member=member("Anna"))
    with pytest.raises(MatchError) as raised:
        delivery.address_test(member=member("Anna"))
    assert raised.value.code == "tested-lately"


@pytest.mark.parametrize("token", ["1-aaaaaaaaaaaaaaaa", "x", "9" * 30 + "-a"])
def test_a_forged_confirmation_is_not_found(client: Client, token: str) -> None:
    member("Anna")
    assert client.post(f"/mail/works/{token}/").status_code == 404
    assert state() == "untried"


def test_an_answer_by_mail_proves_that_mails_arrive(anna: Player) -> None:
    told("bounced", reason="bounced", event_id="1")
    delivered(letter(anna, "bid R"))
    assert state() == State.WORKING


def report(row: OutboundMail, *, action: str, status: str, whole: bool = True) -> bytes:
    """A report as mail servers write it, about this row's mail."""
    assign_message_ids([row])
    given_back = (
        f"Content-Type: message/rfc822\r\n\r\nMessage-ID: {row.message_id}\r\nSubject: x\r\n\r\nhi"
        if whole
        else f"Content-Type: text/rfc822-headers\r\n\r\nMessage-ID: {row.message_id}\r\n"
    )
    return (
        "From: Mail Delivery System <MAILER-DAEMON@mx.example.org>\r\n"
        f"To: {service_address()}\r\nSubject: Undelivered Mail Returned to Sender\r\n"
        f"Message-ID: <report-{action}-{status}@mx.example.org>\r\n"
        "MIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
        "--b\r\nContent-Type: text/plain\r\n\r\nI am sorry to have to inform you.\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; mx.example.org\r\n\r\n"
        f"Final-Recipient: rfc822; {row.address}\r\nAction: {action}\r\nStatus: {status}\r\n"
        "Diagnostic-Code: smtp; 550 5.1.1 unknown user\r\n\r\n"
        f"--b\r\n{given_back}\r\n--b--\r\n"
    ).encode()


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize(
    ("action", "status", "expected"),
    [
        ("failed", "5.1.1", State.BOUNCING),
        ("failed", "4.4.7", State.DEFERRED),
        ("delayed", "4.2.0", State.DEFERRED),
        ("delivered", "2.0.0", "untried"),
    ],
)
def test_a_report_is_noted_with_the_address_that_it_is_about(
    anna: Player, action: str, status: str, expected: str, *, whole: bool
) -> None:
    row = OutboundMail.objects.get(player=anna, kind=Kind.DECISION)
    OutboundMail.objects.filter(pk=row.pk).update(status=OutboundMail.Status.SENT)
    raw = report(row, action=action, status=status, whole=whole)

    read = delivered(raw, service_address(), envelope_sender="<>")

    assert read.status == InboundMail.Status.IGNORED
    assert state() == expected
    row.refresh_from_db()
    is_failed = row.status == OutboundMail.Status.FAILED
    assert is_failed == (expected == State.BOUNCING)


def test_a_report_about_a_mail_that_we_never_sent_stops_nothing(anna: Player) -> None:
    row = OutboundMail.objects.get(player=anna, kind=Kind.DECISION)
    assign_message_ids([row])
    raw = report(row, action="failed", status="5.1.1").replace(
        row.message_id.encode(), b"<guessed@reply.wildcards.localhost>"
    )

    assert delivered(raw, service_address(), envelope_sender="<>").verdict == "bounce"
    assert state() == "untried"


def test_a_host_sees_that_there_is_trouble_and_nothing_more(anna: Player) -> None:
    told("bounced", reason="bounced", event_id="1", recipient="bo@example.org", response="secret")
    people = [member(name) for name in ("Anna", "Bo", "Carla")]
    assert selectors.mail_trouble(people) == {member("Bo").pk}

    path = f"/matches/{anna.match.code}/"
    pages = {}
    for name in ("Anna", "Carla"):
        client = Client()
        client.force_login(member(name))
        pages[name] = client.get(path).content.decode()
    assert "our mails don’t reach them" in pages["Anna"]
    assert "secret" not in pages["Anna"]
    assert "our mails don’t reach them" not in pages["Carla"]
