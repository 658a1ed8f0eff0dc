"""A reply to an answer about one match or tournament is about the same, without its code."""

from __future__ import annotations

import pytest

from games.models import Match, OutboundMail
from tests.cast import member, open_match, running_match
from tests.mail.mailbox import asked, plain, reply

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("words", ["fill", "riempi", "llena", "vul aan"])
def test_what_is_asked_in_reply_to_an_answer_about_one_match_is_of_that_match(words: str) -> None:
    first, second = open_match("Anna", seats=3), open_match("Anna", seats=3)
    answer = asked("anna@example.org", f"who is winning in {second.code}?")
    reply(answer, words)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.status, second.status) == (Match.Status.OPEN, Match.Status.RUNNING)


def test_a_match_that_may_not_be_known_is_not_what_an_answer_is_about() -> None:
    match = running_match()
    Match.objects.update(is_public=False)
    for line in (f"who is winning in {match.code}?", "who is winning in a2b3c4d?"):
        answer = asked(member("Mallory").email, line)
        row = OutboundMail.objects.filter(kind=OutboundMail.Kind.ANSWER).latest("pk")
        assert "about" not in row.payload
        assert "nothing like that" in plain(answer)
