"""An answer that waits for others tells what is so when it is sent, or says as of when it was."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone, translation
from django.utils.translation import gettext

from games.common import clock
from games.common.date_words import moment
from games.mail.answers import MOST_IN_AN_HOUR
from games.mail.outbox import send_due
from games.models import Member, Player
from games.replies.command_words import taught_word
from tests.cast import legal_texts, member, order, player, running_match
from tests.mail.mailbox import SERVICE
from tests.mail.post import delivered, letter

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> Player:
    """Anna, who has had all the answers of this hour that come alone."""
    anna = player(running_match(), "Anna")
    for number in range(MOST_IN_AN_HOUR):
        delivered(letter(anna, "hand", message_id=f"<{number}@example.org>"))
    told()
    return anna


def told() -> str:
    """What Anna is told when everything that waits goes out."""
    mail.outbox.clear()
    with clock.simulated(clock.now() + timedelta(minutes=5)):
        while send_due():
            pass
    return "\n".join(str(one.body) for one in mail.outbox if one.to == ["anna@example.org"])


def test_a_move_that_came_since_it_was_asked_about_is_told(anna: Player) -> None:
    first, second = legal_texts(anna)[:2]
    order(anna, first)
    delivered(letter(anna, "what is my move?", message_id="<move@example.org>"))
    order(anna, second)
    answer = told()
    assert f"Your move stands: {second}" in answer
    assert f"Your move stands: {first}" not in answer


def test_a_deadline_that_moved_since_it_was_asked_for_is_told(anna: Player) -> None:
    delivered(letter(anna, "until when?", message_id="<until@example.org>"))
    match = anna.match
    match.refresh_from_db()
    assert match.deadline_at is not None
    match.deadline_at += timedelta(days=40)
    match.save(update_fields=["deadline_at"])
    assert f"You have until {match.deadline_at:%a} {match.deadline_at.day} " in told()


def test_a_move_taken_back_and_given_again_is_no_turn_of_ones_own(anna: Player) -> None:
    order(anna, legal_texts(anna)[0])
    delivered(letter(anna, "withdraw", message_id="<back@example.org>"))
    order(anna, legal_texts(anna)[1])
    answer = told()
    assert "Your move is taken back" in answer
    assert "your turn again" not in answer


def test_what_was_listed_earlier_says_as_of_when(anna: Player) -> None:
    delivered(letter(anna, "my matches", recipient=SERVICE, message_id="<list@example.org>"))
    assert f"As of {clock.now():%a} {clock.now().day} " in told()


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("en", "How long do I have?"),
        ("it", "Quanto tempo ho?"),
        ("es", "¿Cuánto tiempo tengo?"),
        ("nl", "Hoeveel tijd heb ik?"),
    ],
)
@pytest.mark.parametrize("has_ordered", [False, True])
def test_the_deadline_and_the_move_are_told_once_in_an_answer(
    language: str, asked: str, *, has_ordered: bool
) -> None:
    Member.objects.filter(pk=member("Anna").pk).update(language=language)
    anna = player(running_match(), "Anna")
    told()
    if has_ordered:
        order(anna, "bid R")
        asked = taught_word("move", language)
    delivered(letter(anna, asked))
    answer = " ".join(told().split())
    assert anna.match.deadline_at is not None
    with translation.override(language):
        assert answer.count(moment(timezone.localtime(anna.match.deadline_at))) == 1
        assert gettext("Your move so far; reply to replace it:") not in answer
