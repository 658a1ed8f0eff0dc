"""What a reply to the mail about a match's end does."""

from __future__ import annotations

import pytest
from django.core.mail import EmailMessage, EmailMultiAlternatives

from games.models import Match, OutboundMail, TableMessage
from tests.cast import member, open_match, running_match
from tests.mail.mailbox import asked, outbox, plain, reply, to
from tests.tournaments.run.world import QUICK, played

pytestmark = pytest.mark.django_db


@pytest.fixture
def end() -> EmailMessage:
    """What Anna reads when her match is over."""
    match = running_match("Anna", "Bo", **QUICK)
    assert played(match.pk)
    OutboundMail.objects.filter(sent_at=None).update(due_at=match.created_at)
    return to(member("Anna").email, outbox())


def test_the_word_for_a_rematch_stands_in_both_parts_of_the_mail(end: EmailMessage) -> None:
    assert isinstance(end, EmailMultiAlternatives)
    html = str(end.alternatives[0][0])
    assert "reply “rematch”" in plain(end)
    assert "reply “rematch”" in html


def test_thanks_are_said_to_the_others(end: EmailMessage) -> None:
    assert "said to the others" in plain(end)
    reply(end, "Thanks, that was fun!")
    assert TableMessage.objects.get().text == "Thanks, that was fun!"


def test_a_rematch_is_opened_and_the_others_are_invited(end: EmailMessage) -> None:
    mails = reply(end, "Rematch, please!")
    again = Match.objects.get(status=Match.Status.OPEN)
    assert again.rematch_of is not None
    assert "have an invitation" in plain(to(member("Anna").email, mails))
    assert "Anna invites you" in plain(to(member("Bo").email, mails))


def test_what_is_only_like_a_request_is_said_to_the_others(end: EmailMessage) -> None:
    said = "How did you ever get so far ahead of me?"
    reply(end, said)
    assert TableMessage.objects.get().text == said


def _two_ends() -> tuple[EmailMessage, EmailMessage]:
    """What Anna reads at the end of a match with Bo, and of a later one with Carla."""
    ends = []
    for other in ("Bo", "Carla"):
        match = running_match("Anna", other, **QUICK)
        assert played(match.pk)
        OutboundMail.objects.filter(sent_at=None).update(due_at=match.created_at)
        ends.append(to(member("Anna").email, outbox()))
    return ends[0], ends[1]


@pytest.mark.parametrize(
    "words",
    ["rematch", "rivincita", "quiero la revancha", "revanche", "Rematch! That was great fun, Bo."],
)
def test_a_rematch_is_of_the_match_whose_mail_is_answered(words: str) -> None:
    older, _newer = _two_ends()
    mails = reply(older, words)
    again = Match.objects.get(status=Match.Status.OPEN)
    assert again.rematch_of is not None
    assert again.rematch_of.players.filter(member__name="Bo").exists()
    assert {name for one in mails for name in one.to} <= {
        member("Anna").email, member("Bo").email,
    }  # fmt: skip


def test_what_stands_beside_a_rematch_is_said_to_the_others() -> None:
    older, _newer = _two_ends()
    reply(older, "Rematch! That was great fun, well played Bo.")
    assert TableMessage.objects.get().text == "That was great fun, well played Bo."


@pytest.mark.parametrize("words", ["record", "record please"])
def test_a_record_is_of_the_match_whose_mail_is_answered(words: str) -> None:
    older, _newer = _two_ends()
    code = Match.objects.order_by("pk")[0].code
    assert f"({code})" in plain(to(member("Anna").email, reply(older, words)))


def test_a_rematch_in_a_mail_of_its_own_is_asked_where_several_may_be_meant() -> None:
    _two_ends()
    question = asked(member("Anna").email, "rematch")
    assert "Which match do you mean" in plain(question)
    assert not Match.objects.filter(status=Match.Status.OPEN).exists()
    code = Match.objects.order_by("pk")[0].code
    reply(to(member("Anna").email, reply(question, code)), "yes")
    assert Match.objects.get(status=Match.Status.OPEN).rematch_of is not None


def test_a_match_that_waits_is_not_called_off_in_a_reply_about_another(end: EmailMessage) -> None:
    waiting = open_match("Anna")
    reply(to(member("Anna").email, reply(end, "call off")), "yes")
    waiting.refresh_from_db()
    assert waiting.status == Match.Status.OPEN
