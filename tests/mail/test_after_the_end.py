"""What a reply to the mail about a match's end does."""

from __future__ import annotations

import pytest
from django.core.mail import EmailMessage, EmailMultiAlternatives

from games.models import Match, OutboundMail, TableMessage
from tests.cast import member, running_match
from tests.mail.mailbox import outbox, plain, reply, to
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
