"""A mail that asks for several yeses, and what one yes does."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.letters.command_outcomes import say
from games.models import Member
from games.replies.choice_answers import choices_of
from tests.cast import member
from tests.mail.mailbox import asked, plain, reply, to

pytestmark = pytest.mark.django_db
BOTH = "call me Tom\nreceipts off"


@pytest.mark.parametrize(
    ("line", "is_called", "has_receipts"),
    [
        ("yes to both", True, False),
        ("yes to all, please", True, False),
        ("Yes to the first, no to the second", True, True),
        ("#2", False, False),
        ("the second one", False, False),
        ("yes 1", True, True),
        ("1. no\n2. yes", False, False),
        ("no", False, True),
        ("no to both", False, True),
        ("sì alla prima", True, True),
        ("sí a las dos", True, False),
        ("ja, de tweede graag", False, False),
    ],
)
def test_each_of_several_questions_is_answered_by_itself(
    line: str, is_called: bool, has_receipts: bool
) -> None:
    anna = member("Anna")
    question = asked(anna.email, BOTH)
    assert "“yes 1”" in plain(question)
    assert "“no 2”" in plain(question)
    reply(question, line)
    anna.refresh_from_db()
    assert (anna.name == "Tom", anna.wants_receipts) == (is_called, has_receipts)


@pytest.mark.parametrize("line", ["yes", "Yes please!", "no. Yes to 1", "yes 3"])
def test_a_yes_that_fits_several_questions_does_nothing_and_is_asked_about(line: str) -> None:
    anna = member("Anna")
    before = Member.objects.values().get(pk=anna.pk)
    told = to(anna.email, reply(asked(anna.email, BOTH), line))
    assert Member.objects.values().get(pk=anna.pk) == before
    assert "couldn’t tell which" in plain(told)
    assert "“yes 2”" in plain(told)
    reply(told, "yes 2")
    anna.refresh_from_db()
    assert (anna.name, anna.wants_receipts) == ("Anna", False)


def test_what_is_asked_again_is_answered_once_whichever_mail_is_replied_to() -> None:
    anna = member("Anna")
    question = asked(anna.email, BOTH)
    again = to(anna.email, reply(question, "yes"))
    assert "Tom" in plain(to(anna.email, reply(question, "yes 1")))
    assert "answered this already" in plain(to(anna.email, reply(again, "yes 1")))
    told = plain(to(anna.email, reply(again, "yes")))
    assert "receipt" in told
    assert "couldn’t tell which" not in told


def test_a_single_question_keeps_its_plain_yes() -> None:
    question = asked(member("Anna").email, "call me Tom")
    assert "“yes”" in plain(question)
    assert "called Tom" in plain(to("anna@example.org", reply(question, "yes to that, thanks")))


@pytest.mark.parametrize("language", ["en", "it", "es", "nl"])
def test_what_mails_teach_is_understood(language: str) -> None:
    with translation.override(language):
        yes, no = say("consent", "words"), say("no", "words")
        told = translation.gettext(
            "Our mail asked you several things, and we couldn’t tell which of them you mean. "
            "Nothing has been done yet. Reply with the number, like “%(yes)s 1” or “%(no)s 2”, or "
            "“%(yes)s to all”."
        ) % {"yes": yes, "no": no}
    taught = [one.split("”")[0].split("»")[0] for one in told.replace("«", "“").split("“")[1:]]
    said = [choices_of([one], 2).said for one in taught]
    assert said == [{1: True}, {2: False}, {1: True, 2: True}]
