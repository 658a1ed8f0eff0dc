"""Joining and signing in never wait for a mail server, and leave nothing half done."""

from __future__ import annotations

import logging
import re
from datetime import timedelta
from email import message_from_bytes

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from games.common import clock
from games.mail import outbox
from games.models import AddressHealth, LocalMail, Member, OutboundMail
from games.services import delivery
from tests.cast import member
from tests.mail.servers import SMTP_BACKEND, Server, free_port

Status = OutboundMail.Status
pytestmark = pytest.mark.django_db
JOIN = {"email": "zoe@example.org", "name": "Zoë", "language": "en", "time_zone": "UTC"}


@pytest.fixture(autouse=True)
def _no_limits() -> None:
    cache.clear()


@pytest.fixture
def no_server(settings: Settings) -> None:
    settings.EMAIL_BACKEND = SMTP_BACKEND
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()


def account_rows() -> list[OutboundMail]:
    return list(OutboundMail.objects.filter(kind=OutboundMail.Kind.ACCOUNT).order_by("pk"))


def code_in(text: str) -> str:
    lines = (line.strip() for line in text.splitlines())
    return next(line for line in lines if re.fullmatch(r"[A-Z0-9-]{6,9}", line))


def test_without_a_mail_server_joining_and_signing_in_are_pages_and_no_faults(
    no_server: None,
) -> None:
    member("Anna")
    client = Client()
    asked = client.post(reverse("account_login"), {"login": "anna@example.org"}, follow=True)
    joined = Client().post(reverse("account_signup"), JOIN, follow=True)
    assert (asked.status_code, joined.status_code) == (200, 200)
    assert "Enter the code" in joined.content.decode()

    assert outbox.send_due() == 0
    assert [row.status for row in account_rows()] == [Status.QUEUED] * 2


def test_a_joining_that_fails_leaves_nothing_and_can_be_done_again(
    monkeypatch: pytest.MonkeyPatch, server: Server
) -> None:
    client = Client(raise_request_exception=False)
    with monkeypatch.context() as broken:
        broken.setattr(OutboundMail, "save", _disk_is_full)
        assert client.post(reverse("account_signup"), JOIN).status_code == 500
    assert not Member.objects.filter(email="zoe@example.org").exists()
    assert not EmailAddress.objects.exists()

    cache.clear()  # Ten seconds later: so far apart are two codes for one address.
    page = Client().post(reverse("account_signup"), JOIN, follow=True)
    assert "Enter the code" in page.content.decode()
    assert outbox.send_due() == 1


def _disk_is_full(**_fields: object) -> OutboundMail:
    raise OSError("No space left on device")


def test_a_code_goes_before_all_other_mail_and_is_forgotten_when_it_is_sent(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    anna = member("Anna", language="nl")
    delivery.address_test(member=anna)
    client = Client()
    with caplog.at_level(logging.DEBUG):
        client.post(reverse("account_login"), {"login": anna.email})
        (row,) = account_rows()
        code = code_in(row.payload["text"])
        outbox.send_due(limit=1)

    sent = message_from_bytes(server.taken[0].content)
    assert code in str(sent.get_payload(decode=True))
    assert sent["Message-ID"].endswith("@reply.wildcards.localhost>")
    assert "List-Unsubscribe" not in sent
    (row,) = account_rows()
    assert (row.status, row.payload, row.language) == (Status.SENT, {}, "nl")
    assert code not in caplog.text
    answer = client.post(reverse("account_confirm_login_code"), {"code": code})
    assert answer.status_code == 302


def test_a_code_that_could_not_be_sent_in_time_is_withdrawn_and_forgotten(
    no_server: None,
) -> None:
    Client().post(reverse("account_login"), {"login": member("Anna").email})
    outbox.send_due()
    with clock.simulated(clock.now() + timedelta(minutes=16)):
        outbox.send_due()
    (row,) = account_rows()
    assert (row.status, row.payload) == (Status.WITHDRAWN, {})


def test_an_address_to_which_mail_has_stopped_still_gets_its_code(server: Server) -> None:
    anna = member("Anna")
    for _twice in range(2):
        delivery.record_bounce(anna.email, "550 no")
    Client().post(reverse("account_login"), {"login": anna.email})
    assert outbox.send_due() == 1
    assert len(server.taken) == 1


def test_the_local_mailbox_shows_a_code_at_once(settings: Settings) -> None:
    settings.LOCAL_MAILBOX = True
    settings.EMAIL_BACKEND = "games.mail.local_mailbox.LocalMailboxBackend"
    Client().post(reverse("account_login"), {"login": member("Anna").email})
    assert Client().get(reverse("mailbox")).status_code == 200
    (mail,) = LocalMail.objects.all()
    assert code_in(bytes(mail.raw).decode())


def test_the_command_lists_retries_frees_and_tests(capsys: pytest.CaptureFixture[str]) -> None:
    anna = member("Anna")
    mail = delivery.address_test(member=anna)
    OutboundMail.objects.update(status=Status.FAILED, error="gave up")
    delivery.record_bounce(anna.email, "550 no")

    call_command("mail")
    listed = capsys.readouterr().out
    assert f"{mail.pk}  test  anna@example.org  gave up" in listed
    assert "anna@example.org  bouncing  550 no" in listed

    call_command("mail", "retry", str(mail.pk))
    call_command("mail", "free", "anna@example.org")
    assert OutboundMail.objects.get().status == Status.QUEUED
    assert AddressHealth.objects.get().state == "untried"
    for wrong in (["retry", "99"], ["free"], ["free", "x@y.org"], ["test", "x@y.org"]):
        with pytest.raises(CommandError):
            call_command("mail", *wrong)
