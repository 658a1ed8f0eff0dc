"""Which seat a mail is for, and whether it is from the member who sits there."""

from __future__ import annotations

import pytest

from games.composing.compose import assign_message_ids, message_for
from games.mail import inbound
from games.models import InboundMail, OutboundMail, Player
from games.replies.reply_addresses import service_address
from tests.cast import member, player, running_match
from tests.mail.post import (
    address_of,
    answers,
    body,
    delivered,
    letter,
    order_text,
)

Status = InboundMail.Status
pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> Player:
    return player(running_match(), "Anna")


@pytest.mark.parametrize("change", [("g.", "g.9"), (".", ".a"), ("@", "a@")])
def test_a_damaged_address_is_explained_to_a_member_once_a_day(
    anna: Player, change: tuple[str, str]
) -> None:
    damaged = address_of(anna).replace(*change, 1)

    rows = [delivered(letter(anna, f"bid R\n{n}", recipient=damaged)) for n in range(3)]

    assert {(row.status, row.verdict) for row in rows} == {(Status.REFUSED, "bad-address")}
    (refusal,) = answers()
    assert refusal.address == "anna@example.org"
    assert refusal.match is None
    assert "match this mail to a game" in body(refusal)


def test_a_damaged_address_from_a_stranger_stays_unanswered(anna: Player) -> None:
    mail = letter(anna, "bid R", recipient="g.1-1.aaaaaaaaaaaaaaaa@reply.wildcards.localhost")
    del mail["From"]
    mail["From"] = "mallory@example.org"

    assert delivered(mail).status == Status.IGNORED
    assert answers() == []


def test_a_reply_to_the_service_address_is_known_by_the_mail_that_it_answers(anna: Player) -> None:
    sent = OutboundMail.objects.get(kind=OutboundMail.Kind.DECISION, player=anna)
    assign_message_ids([sent])
    mail = letter(anna, "bid R", recipient=service_address())
    mail["In-Reply-To"] = sent.message_id

    row = delivered(mail)

    assert row.verdict == "order"
    assert order_text(anna) == "bid R"


def test_a_relay_that_rewrites_the_recipient_does_not_lose_the_order(anna: Player) -> None:
    row = delivered(letter(anna, "bid R"), "inbound@provider.example")

    assert row.verdict == "order"


def test_a_forger_is_never_written_to_and_the_seat_hears_of_it_once_a_day(anna: Player) -> None:
    for number in range(4):
        mail = letter(anna, f"bid R\n{number}", message_id=f"<{number}@forger.example>")
        del mail["From"]
        mail["From"] = "mallory@example.org"
        mail["Reply-To"] = "mallory@example.org"
        delivered(mail)

    (refusal,) = answers()
    assert refusal.address == "anna@example.org"
    assign_message_ids([refusal])
    message = message_for(refusal)
    assert message is not None
    assert "mallory" not in message.message().as_string()
    assert "forger" not in message.message().as_string()
    assert order_text(anna) == ""


def test_a_sender_that_failed_dmarc_is_a_forger_whatever_it_says(anna: Player) -> None:
    mail = letter(anna, "bid R")
    inbound.accept_raw(
        raw=mail.as_bytes(),
        recipient=address_of(anna),
        envelope_sender="",
        source="webhook",
        verdicts={"dmarc": "fail"},
    )
    inbound.process_pending()

    assert InboundMail.objects.get().verdict == "other-sender"


def test_the_case_of_the_senders_address_does_not_matter(anna: Player) -> None:
    mail = letter(anna, "bid R")
    del mail["From"]
    mail["From"] = "ANNA@Example.ORG"

    assert delivered(mail).verdict == "order"


def test_a_member_of_another_table_cannot_use_an_address_that_leaked(anna: Player) -> None:
    mail = letter(anna, "bid R")
    del mail["From"]
    mail["From"] = member("Mallory").email

    assert delivered(mail).verdict == "other-sender"
    assert order_text(anna) == ""
