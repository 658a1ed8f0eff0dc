"""What mails say of time: why a deadline moved, what a bank holds, what was left for later."""

from __future__ import annotations

import pytest

from games.common import clock
from games.composing.compose import message_for
from games.models import OutboundMail
from games.replies.intents import IntentKind, read_command
from tests.cast import order, player, running_match
from tests.games.times import BANKED, HOUR, deadline_of, opened_at, pass_deadline, sweep_at

pytestmark = pytest.mark.django_db


def newest(name: str, kind: str) -> OutboundMail:
    rows = OutboundMail.objects.filter(address=f"{name.lower()}@example.org", kind=kind)
    found = rows.order_by("-id").first()
    assert found is not None
    return found


def text_of(row: OutboundMail) -> str:
    message = message_for(row)
    assert message is not None
    return " ".join(str(message.body).split())


def test_the_question_tells_what_the_bank_holds() -> None:
    running_match(terms=BANKED)
    assert "your time bank of 3 days starts to run." in text_of(newest("Bo", "decision"))


def test_without_a_bank_nothing_is_said_of_one() -> None:
    running_match()
    assert "bank" not in text_of(newest("Bo", "decision"))


def test_the_reminder_tells_who_is_waited_for_from_a_bank() -> None:
    match = running_match(terms=BANKED, waiting_policy="names")
    order(player(match, "Anna"))
    order(player(match, "Carla"))
    pass_deadline(match)
    with clock.simulated(deadline_of(match) - HOUR):
        text = text_of(newest("Bo", "reminder"))
    assert "You haven’t moved and are using your time bank." in text
    assert "After that your time bank runs." in text


def test_what_was_left_for_a_missed_deadline_is_shown_to_its_owner_alone() -> None:
    match = running_match()
    order(player(match, "Bo"), "if missed: bid R")
    sweep_at(match, deadline_of(match) - HOUR)
    with clock.simulated(deadline_of(match) - HOUR):
        assert "· if missed: bid R" in text_of(newest("Bo", "reminder"))
        assert "if missed: bid R" not in text_of(newest("Anna", "reminder"))


def test_a_reply_may_leave_orders_for_a_missed_deadline() -> None:
    command = read_command(["bid R", "if I miss: bid F1 or bid R", "each time: take any or pass"])
    assert command.kind is IntentKind.ORDER
    assert command.text == "bid R; if I miss: bid F1 or bid R; each time: take any or pass"
    alone = read_command(["If missed: bid R", "", "Bye, Bo"])
    assert (alone.kind, alone.text.splitlines()[0]) == (IntentKind.ORDER, "If missed: bid R")


def test_mails_keep_to_seventy_two_columns_but_for_orders() -> None:
    match = running_match(terms=BANKED)
    order(player(match, "Bo"), "if missed: bid R; each time: take any or pass; if missed: pass")
    pass_deadline(match)
    with clock.simulated(opened_at(match) + 3 * HOUR):
        for row in OutboundMail.objects.filter(address="bo@example.org"):
            message = message_for(row)
            if message is not None:
                lines = str(message.body).splitlines()
                assert max(len(line) for line in lines if not line.startswith("· ")) <= 72
