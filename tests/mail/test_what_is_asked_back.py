"""What the question whether something shall be done says of it, and what can't be found."""

from __future__ import annotations

import pytest

from games.models import Member
from tests.cast import member
from tests.mail.mailbox import asked, plain, reply, to

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("mail me once a day at 8", "one mail a day, at 8:00"),
        ("call me Tom", "called Tom"),
        ("time zone Europe/Madrid", "Europe/Madrid"),
        ("receipts off", "won’t get a receipt"),
    ],
)
def test_a_question_says_what_would_be_done_and_does_nothing_yet(line: str, what: str) -> None:
    before = Member.objects.filter(pk=member("Anna").pk).values().get()
    question = asked("anna@example.org", line)
    assert what in plain(question)
    assert "Nothing has been done yet" in plain(question)
    assert Member.objects.filter(pk=before["id"]).values().get() == before
    assert what in plain(to("anna@example.org", reply(question, "yes")))


def test_what_cannot_be_read_is_not_asked_first_and_refused_then() -> None:
    told = plain(asked(member("Anna").email, "mails: fewer"))
    assert "How often?" in told
    assert "Nothing has been done yet" not in told


@pytest.mark.parametrize("line", ["join Wizzard match abc2345", "record of k7m2p9q"])
def test_the_line_is_quoted_for_which_nothing_was_found(line: str) -> None:
    start = asked(member("Anna").email, "settings")
    told = plain(to(start.to[0], reply(start, f"call me Tom\n{line}")))
    assert f"“{line}”: we found nothing like that" in told
    assert "called Tom" in told
    assert "Nothing was changed" not in told
