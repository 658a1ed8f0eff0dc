"""Message-IDs stand in the logs of every relay: they tell nothing, and open nothing."""

from __future__ import annotations

import pytest

from games.composing.compose import assign_message_ids, message_for
from games.models import InboundMail, OutboundMail, Player
from games.replies.reply_addresses import parse_reply_token, reply_token, service_address
from tests.cast import player, running_match
from tests.mail.post import delivered, letter, order_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> Player:
    return player(running_match(), "Anna")


def asked(anna: Player) -> OutboundMail:
    row = OutboundMail.objects.get(kind=OutboundMail.Kind.DECISION, player=anna)
    assign_message_ids([row])
    return row


def test_no_header_but_where_answers_go_holds_the_key_to_a_seat(anna: Player) -> None:
    row = asked(anna)
    message = message_for(row)
    assert message is not None
    token = reply_token(anna.pk, row.phase_number or 0)
    holding = [name for name, value in message.message().items() if token in str(value)]
    assert holding == ["Reply-To"]
    local_part = row.message_id.strip("<>").partition("@")[0]
    assert len(local_part) == 32
    assert parse_reply_token(local_part) is None


def test_an_id_opens_nothing_for_somebody_else(anna: Player) -> None:
    mail = letter(anna, "bid R", recipient=service_address())
    mail["In-Reply-To"] = asked(anna).message_id
    mail.replace_header("From", "bo@example.org")
    assert delivered(mail).status == InboundMail.Status.REFUSED
    assert order_text(anna) == ""


def test_ids_of_mails_that_were_sent_before_still_say_what_is_answered(anna: Player) -> None:
    token = reply_token(anna.pk, anna.match.phase_number)
    mail = letter(anna, "bid R", recipient=service_address())
    mail["In-Reply-To"] = f"<{token}.17.0a1b2c3d@reply.wildcards.localhost>"
    assert delivered(mail).verdict == "order"
    assert order_text(anna) == "bid R"
