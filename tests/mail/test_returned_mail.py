"""Mail that comes back finds its address, whatever the report looks like; and leaving by mail."""

from __future__ import annotations

import smtplib
from collections.abc import Sequence

import pytest
from django.core import mail as django_mail
from django.core.mail import get_connection
from django.core.mail.backends.smtp import EmailBackend
from django.core.mail.message import EmailMessage
from pytest_django import Settings

from games.composing.compose import assign_message_ids, message_for
from games.mail.smtp_backend import BoundedBackend, _set_envelope
from games.mail.smtp_server import is_taken
from games.models import AddressHealth, InboundMail, OutboundMail
from games.replies.automatic_responses import NULL_SENDER
from games.replies.delivery_status import returned_in_words
from games.replies.reply_addresses import bounce_address, parse_bounce_address
from tests.cast import player, running_match
from tests.mail.post import delivered, letter

pytestmark = pytest.mark.django_db


def sent_to_anna() -> OutboundMail:
    anna = player(running_match(), "Anna")
    row = OutboundMail.objects.get(player=anna, kind=OutboundMail.Kind.DECISION)
    assign_message_ids([row])
    row.status = OutboundMail.Status.SENT
    row.save()
    return row


def returned(row: OutboundMail, words: str, to: str = "") -> InboundMail:
    raw = f"From: post office <pm@relay.example>\r\nSubject: oh\r\n\r\n{words}"
    return delivered(raw.encode(), to or bounce_address(row.pk), envelope_sender=NULL_SENDER)


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        ("550 No such user here", "bounce-failed"),
        ("Your mail was refused. The host said: 5.7.1 not today", "bounce-failed"),
        ("Hi. Sorry, no mailbox here by that name. (#5.1.1)", "bounce-failed"),
        ("L'utilisateur inconnu", "bounce-failed"),
        ("452 4.2.2 Mailbox full, will be retried", "bounce-delayed"),
        ("I am on holiday until 5.1.2027.", "bounce"),
        ("Thanks, I am away.", "bounce"),
    ],
)
def test_a_report_in_no_standard_form_is_about_the_mail_that_it_came_back_to(
    words: str, verdict: str
) -> None:
    row = sent_to_anna()

    assert returned(row, words).verdict == verdict

    row.refresh_from_db()
    is_failed = row.status == OutboundMail.Status.FAILED
    assert is_failed is (verdict == "bounce-failed")
    assert AddressHealth.objects.filter(address=row.address).exists() is (verdict != "bounce")


def test_a_report_that_names_the_id_in_its_text_is_about_that_mail() -> None:
    row = sent_to_anna()
    words = f"550 unknown\n\n--- your mail:\nMessage-ID: {row.message_id}\nSubject: x"

    assert returned(row, words, "games@reply.wildcards.localhost").verdict == "bounce-failed"


def test_an_envelope_sender_that_is_not_ours_stops_nobody() -> None:
    row = sent_to_anna()
    forged = bounce_address(row.pk).replace(".", ".1", 1)

    assert parse_bounce_address(forged) is None
    assert not is_taken(forged)
    assert is_taken(bounce_address(row.pk).upper())
    returned(row, "550 unknown", forged)
    assert not AddressHealth.objects.exists()


def test_each_mail_leaves_with_its_own_envelope_sender_and_the_services_name() -> None:
    row = sent_to_anna()
    message = message_for(row)
    assert message is not None
    before = message.from_email

    _set_envelope(message)

    assert parse_bounce_address(message.from_email) == row.pk
    assert str(message.message()["From"]) == before
    plain = django_mail.EmailMessage("s", "b", "a@example.org", ["b@example.org"])
    _set_envelope(plain)
    assert plain.from_email == "a@example.org"


def test_codes_are_told_from_numbers() -> None:
    assert returned_in_words("see 10.5.1.1 and 555 things\n2026: 4.5.6.7") == []


def test_mails_refer_to_the_one_before_and_no_subject_begins_empty() -> None:
    first = sent_to_anna()
    second = OutboundMail.objects.create(
        dedupe_key="second", kind=first.kind, address=first.address, member=first.member,
        match=first.match, player=first.player, phase_number=first.phase_number,
        payload=first.payload,
    )  # fmt: skip
    assign_message_ids([second])
    message = message_for(second)
    assert message is not None
    message.subject = "[Wild Cards #496jgxf] Zoë Longname-Surname, Bartholomew the Second, Carla"

    made = message.message()

    assert first.message_id in str(made["References"])
    assert b"Subject: =?utf-8?" in made.as_bytes()


def test_the_mail_beside_the_link_stops_the_mails_of_the_match() -> None:
    row = sent_to_anna()
    message = message_for(row)
    assert message is not None
    assert row.player is not None
    link = message.extra_headers["List-Unsubscribe"]
    address = link.partition("<mailto:")[2].rstrip(">")
    assert is_taken(address)

    stranger = letter(row.player, "unsubscribe", recipient=address)
    stranger.replace_header("From", "eve@example.org")
    assert delivered(stranger, address).verdict == "unknown-address"
    row.player.refresh_from_db()
    assert row.player.mail_level != "none"

    mine = letter(row.player, "unsubscribe", recipient=address, message_id="<2@example.org>")
    assert delivered(mine, address).verdict == "unsubscribed"
    row.player.refresh_from_db()
    assert row.player.mail_level == "none"


def test_a_single_mailbox_has_mails_come_back_behind_its_plus(settings: Settings) -> None:
    settings.REPLY_ADDRESS, settings.REPLY_DOMAIN = "cards@example.org", "example.org"
    row = sent_to_anna()
    message = message_for(row)
    assert message is not None
    assert message.return_path.startswith("cards+b.")
    assert parse_bounce_address(message.return_path) == row.pk
    words = "Sorry, no mailbox here by that name. (#5.1.1)"
    assert returned(row, words, message.return_path).verdict == "bounce-failed"


def test_a_mailbox_that_knows_one_name_sends_under_that(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REPLY_ADDRESS = "cards@example.org"
    senders: list[str] = []

    def sent(_self: EmailBackend, messages: Sequence[EmailMessage]) -> int:
        senders.append(messages[0].from_email)
        if "+" in messages[0].from_email:
            raise smtplib.SMTPSenderRefused(553, b"not yours", messages[0].from_email)
        return 1

    monkeypatch.setattr(EmailBackend, "send_messages", sent)
    message = message_for(sent_to_anna())
    assert message is not None
    before = message.from_email
    assert BoundedBackend().send_messages([message]) == 1
    assert "+b." in senders[0]
    assert senders[1] == before == str(message.message()["From"])


def test_a_mail_without_an_envelope_sender_of_its_own_leaves_by_any_provider() -> None:
    message = message_for(sent_to_anna())
    assert message is not None
    assert get_connection("anymail.backends.test.EmailBackend").send_messages([message]) == 1
    told = message.anymail_test_params  # type: ignore[attr-defined]
    assert [one.addr_spec for one in told["to"]] == message.to
    assert "envelope_sender" not in told


def test_a_provider_is_told_the_same_where_it_returns_mail(settings: Settings) -> None:
    settings.PROVIDER_RETURN_PATH = True
    message = message_for(sent_to_anna())
    assert message is not None
    assert message.envelope_sender == message.return_path
