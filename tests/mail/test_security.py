"""Mail in, and those who mean harm: forged senders, floods, and eyes that should not see."""

from __future__ import annotations

from email import message_from_string
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from games.mail import inbound, rate_limits
from games.models import InboundMail, Member, Player
from games.replies.sender_authentication import (
    METHODS,
    header_verdicts,
    is_doubtful,
    provider_verdicts,
)
from tests.cast import member, player, running_match
from tests.mail.post import address_of, answers, deliver, delivered, letter, order_text

Status = InboundMail.Status


@pytest.fixture
def anna() -> Player:
    return player(running_match(), "Anna")


@pytest.mark.parametrize(
    ("verdicts", "doubtful"),
    [
        ({"dmarc": "fail"}, True),
        ({"dmarc": "FAIL", "spf": "pass", "dkim": "pass"}, True),
        ({"dmarc": "pass", "spf": "fail", "dkim": "fail"}, False),
        ({"spf": "fail", "dkim": "none"}, True),
        ({"spf": "fail", "dkim": "pass"}, False),
        ({"spf": "fail"}, False),
        ({"spf": "softfail", "dkim": "none"}, False),
        ({}, False),
    ],
)
def test_a_sender_is_doubted_by_dmarc_or_by_spf_without_a_signature(
    verdicts: dict[str, str], *, doubtful: bool
) -> None:
    assert is_doubtful(verdicts) == doubtful


@pytest.mark.parametrize(
    ("provider", "event", "headers", "expected"),
    [
        (
            "Amazon SES",
            {"receipt": {f"{name}Verdict": {"status": "PASS"} for name in METHODS}},
            "",
            {"spf": "pass", "dkim": "pass", "dmarc": "pass"},
        ),
        (
            "Mailgun",
            None,
            "X-Mailgun-Spf: Fail\nX-Mailgun-Dkim-Check-Result: Pass\n",
            {"spf": "fail", "dkim": "pass"},
        ),
        (
            "Postmark",
            {},
            "Received-SPF: Pass (sender SPF authorized) identity=mailfrom\n",
            {"spf": "pass"},
        ),
        (
            "SendGrid",
            SimpleNamespace(POST={"SPF": "softfail", "dkim": "{@a.org : fail, @b.org : pass}"}),
            "",
            {"spf": "softfail", "dkim": "pass"},
        ),
        (
            "SendGrid",
            SimpleNamespace(POST={"SPF": "none", "dkim": "{@a.org : fail}"}),
            "",
            {"spf": "none", "dkim": "fail"},
        ),
        (
            "Mandrill",
            {"msg": {"spf": {"result": "fail"}, "dkim": {"signed": False, "valid": False}}},
            "",
            {"spf": "fail", "dkim": "none"},
        ),
        ("MailerSend", {"data": {"spf_check": {"code": "-"}}}, "", {"spf": "fail"}),
        ("Somebody", {"spf": "fail"}, "", {}),
        ("Mandrill", None, "", {}),
    ],
)
def test_each_provider_says_it_in_its_own_way(
    provider: str, event: Any, headers: str, expected: dict[str, str]
) -> None:
    message = message_from_string(f"{headers}From: anna@example.org\n\nhi")
    assert provider_verdicts(provider, event, message) == expected


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ("mx.cards.example; spf=pass smtp.mailfrom=a; dkim=fail; dmarc=fail (p=none)", "fail"),
        ("mx.cards.example 1; dkim=fail; dkim=pass header.d=x; dmarc=pass", "pass"),
        ("MX.cards.example; dmarc=pass", "pass"),
        ("mx.other.example; dmarc=pass", None),
        ("mx.cards.example.evil.org; dmarc=pass", None),
        ("(mx.cards.example) mx.other.example; dmarc=pass", None),
        ("; dmarc=pass", None),
    ],
)
def test_only_headers_of_our_own_server_are_believed(
    settings: Settings, headers: str, expected: str | None
) -> None:
    settings.MAIL_AUTHSERV_ID = "mx.cards.example"
    message = message_from_string(f"Authentication-Results: {headers}\n\nhi")
    assert header_verdicts(message).get("dmarc") == expected
    settings.MAIL_AUTHSERV_ID = ""
    assert header_verdicts(message) == {}


def test_of_two_headers_in_our_name_the_topmost_counts(settings: Settings) -> None:
    settings.MAIL_AUTHSERV_ID = "mx.cards.example"
    message = message_from_string(
        "Authentication-Results: mx.cards.example; dmarc=fail\n"
        "Authentication-Results: mx.cards.example; dmarc=pass\n\nhi"
    )
    assert header_verdicts(message) == {"dmarc": "fail"}


@given(st.text(max_size=300))
def test_any_header_is_read_without_harm(text: str) -> None:
    line = " ".join(text.split())
    message = message_from_string(f"Authentication-Results: {line}\n\nhi")
    assert isinstance(header_verdicts(message), dict)


@pytest.mark.django_db
def test_a_mail_that_our_server_found_forged_orders_nothing(
    anna: Player, settings: Settings
) -> None:
    settings.MAIL_AUTHSERV_ID = "mx.cards.example"
    mail = letter(anna, "bid R")
    mail["Authentication-Results"] = "mx.cards.example; spf=pass; dkim=none; dmarc=fail"

    assert delivered(mail).verdict == "other-sender"
    assert order_text(anna) == ""


@pytest.mark.django_db
def test_a_flood_to_one_member_is_not_read_and_told_once(
    anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "MOST_FROM_MEMBER", 3)
    rows = [
        delivered(letter(anna, "bid R", message_id=f"<{number}@example.org>"))
        for number in range(6)
    ]

    assert [row.verdict for row in rows] == ["order"] * 3 + ["too-many"] * 3
    assert b"bid R" not in bytes(rows[-1].raw)
    assert [one.payload.get("code") for one in answers()][3:] == ["too-many"]
    bo = player(anna.match, "Bo")
    assert delivered(letter(bo, "bid R")).verdict == "order"


@pytest.mark.django_db
def test_a_flood_to_nobody_is_not_even_kept(anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MOST_FROM_SENDER", 3)
    for number in range(6):
        mail = letter(anna, "spam", recipient="x@y.org", message_id=f"<{number}@spam.example>")
        deliver(mail, "nobody@example.org", envelope_sender="spam@spam.example")

    assert InboundMail.objects.count() == 3


@pytest.mark.django_db
def test_an_operator_sees_no_words_of_a_mail_unless_they_say_why(anna: Player) -> None:
    row = delivered(letter(anna, "bid R"))
    staff = Member.objects.create_user("op@example.org", "Op", is_staff=True)
    staff.user_permissions.add(Permission.objects.get(codename="view_inboundmail"))
    client = Client()
    client.force_login(staff)
    page = client.get(f"/admin/games/inboundmail/{row.pk}/change/").content.decode()
    assert "bid R" not in page
    assert address_of(anna) not in page
    assert client.get(f"/admin/games/inboundmail/{row.pk}/words/").status_code == 403

    staff.user_permissions.add(Permission.objects.get(codename="open_inboundmail"))
    client.force_login(Member.objects.get(pk=staff.pk))
    url = f"/admin/games/inboundmail/{row.pk}/words/"
    assert "bid R" not in client.get(url).content.decode()
    assert "bid R" not in client.post(url, {"reason": " "}).content.decode()
    assert not LogEntry.objects.exists()

    opened = client.post(url, {"reason": "Anna asked"})

    assert "bid R" in opened.content.decode()
    (entry,) = LogEntry.objects.all()
    assert (entry.user_id, entry.object_id) == (staff.pk, str(row.pk))
    assert "Anna asked" in entry.change_message


@pytest.mark.django_db
def test_the_same_mail_at_two_doors_is_one(anna: Player) -> None:
    mail = letter(anna, "bid R", message_id="<one@example.org>")
    for source in ("smtp", "webhook", "lmtp"):
        inbound.accept_raw(
            raw=mail.as_bytes(), recipient=address_of(anna), envelope_sender="", source=source
        )
    assert InboundMail.objects.count() == 1
    assert member("Anna").pk == InboundMail.objects.get().member_id
