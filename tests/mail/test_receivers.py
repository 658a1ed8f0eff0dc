"""What a provider hands over through django-anymail's webhooks."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from anymail.inbound import AnymailInboundMessage
from anymail.signals import AnymailInboundEvent, AnymailTrackingEvent, inbound, tracking
from django.db import DatabaseError

from games.mail import webhooks
from games.mail.inbound import process_pending
from games.models import InboundMail, Member, OutboundMail, Player
from tests.cast import player, running_match
from tests.mail.post import address_of, corpus, filled_in, letter, order_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> Player:
    return player(running_match(), "Anna")


def hand_over(raw: bytes, recipient: str | None, **more: Any) -> None:
    message = AnymailInboundMessage.parse_raw_mime_bytes(raw)
    message.envelope_recipient = recipient
    event = AnymailInboundEvent(event_type="inbound", message=message, esp_event={}, **more)
    inbound.send(sender=object(), event=event, esp_name="Test ESP")


def test_a_mail_from_the_webhook_becomes_an_order(anna: Player) -> None:
    hand_over(letter(anna, "bid R").as_bytes(), address_of(anna))

    assert InboundMail.objects.get().source == "webhook"
    process_pending()
    assert order_text(anna) == "bid R"


def test_without_an_envelope_the_headers_say_to_whom_it_was(anna: Player) -> None:
    hand_over(letter(anna, "bid R").as_bytes(), None)

    process_pending()
    assert order_text(anna) == "bid R"


@pytest.mark.parametrize("kind", ["taken", "refused", "ignored"])
def test_no_mail_whatever_is_in_it_makes_the_webhook_fail(anna: Player, kind: str) -> None:
    # What is nested so deep fails in the provider's own adaptor, before we are asked.
    paths = [path for path in corpus(kind) if "nested-too-deep" not in path.stem]
    for path in paths:
        raw = filled_in(path, recipient=address_of(anna), sender="anna@example.org")
        hand_over(raw, address_of(anna))

    assert InboundMail.objects.count() == len(paths)


@pytest.mark.parametrize("raw", [b"", b"\xff\xfe", b"To: \xff<<,;\r\nFrom: =?x?q?\r\n\r\n\x00"])
def test_bytes_that_are_no_mail_do_not_make_it_fail(anna: Player, raw: bytes) -> None:
    hand_over(raw, None)

    process_pending()
    assert order_text(anna) == ""


def test_trouble_with_the_database_is_told_so_that_the_provider_sends_it_again(
    anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_mail: object) -> None:
        raise DatabaseError

    monkeypatch.setattr("games.mail.inbound.accept_raw", fail)
    with pytest.raises(DatabaseError):
        hand_over(letter(anna, "bid R").as_bytes(), address_of(anna))


def test_a_failed_dmarc_verdict_of_the_provider_is_kept(anna: Player) -> None:
    message = AnymailInboundMessage.parse_raw_mime_bytes(letter(anna, "bid R").as_bytes())
    message.envelope_recipient = address_of(anna)
    event = AnymailInboundEvent(
        event_type="inbound",
        message=message,
        esp_event={"receipt": {"dmarcVerdict": {"status": "FAIL"}}},
    )
    inbound.send(sender=object(), event=event, esp_name="Amazon SES")

    process_pending()
    assert InboundMail.objects.get().verdict == "other-sender"
    assert order_text(anna) == ""


def test_a_message_that_cannot_be_written_out_again_is_kept_as_its_headers(anna: Player) -> None:
    message = AnymailInboundMessage.parse_raw_mime_bytes(letter(anna, "bid R").as_bytes())
    message.set_payload(SimpleNamespace())

    raw = webhooks.raw_bytes(message)

    assert b"From: anna@example.org" in raw


def test_a_bounce_is_noted_with_the_mail_that_it_is_about(anna: Player) -> None:
    OutboundMail.objects.filter(player=anna).update(
        status=OutboundMail.Status.SENT, provider_id="esp-1"
    )
    event = AnymailTrackingEvent(
        event_type="bounced", message_id="esp-1", recipient="anna@example.org",
        reject_reason="invalid", esp_event={},
    )  # fmt: skip
    tracking.send(sender=object(), event=event, esp_name="Test ESP")

    for row in OutboundMail.objects.filter(player=anna):
        assert (row.status, row.error) == (OutboundMail.Status.FAILED, "bounced: invalid")
    assert Member.objects.get(name="Anna").mail_level == Member.MailLevel.EVERY_DECISION


def test_who_unsubscribes_at_the_provider_gets_no_more_mail(anna: Player) -> None:
    event = AnymailTrackingEvent(
        event_type="unsubscribed", recipient="ANNA@example.org", message_id="x", esp_event={}
    )
    tracking.send(sender=object(), event=event, esp_name="Test ESP")

    assert Member.objects.get(name="Anna").mail_level == Member.MailLevel.NONE
