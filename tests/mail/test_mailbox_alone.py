"""Somebody who has only a mailbox: joining, and all that can be asked for, in four languages."""

from __future__ import annotations

from email.message import EmailMessage as Letter

import pytest
from django.core import mail
from django.core.mail import EmailMessage

from games.mail.outbox import send_due
from games.models import InboundMail, Match, Member
from tests.cast import member
from tests.mail.post import delivered

pytestmark = pytest.mark.django_db
Status = InboundMail.Status
SERVICE = "games@reply.wildcards.localhost"


def written(sender: str, text: str, to: str = SERVICE, subject: str = "Hello") -> Letter:
    """A mail as somebody writes it."""
    letter = Letter()
    letter["From"], letter["To"], letter["Subject"] = sender, to, subject
    letter["Message-ID"] = f"<{InboundMail.objects.count()}.{abs(hash(text))}@mail.example>"
    letter.set_content(text)
    return letter


def outbox() -> list[EmailMessage]:
    """What is sent when everything that is due is."""
    mail.outbox.clear()
    while send_due():
        pass
    return list(mail.outbox)


def asked(sender: str, text: str, to: str = SERVICE, subject: str = "Hello") -> EmailMessage:
    """The one mail that answers."""
    outbox()
    delivered(written(sender, text, to, subject), to)
    (answer,) = [one for one in outbox() if one.to == [sender]]
    return answer


def reply(to: EmailMessage, text: str) -> list[EmailMessage]:
    """What is sent when the mail is answered by whom it went to."""
    quoted = "\n".join(f"> {line}" for line in str(to.body).splitlines())
    (sender,), (address,) = to.to, to.reply_to
    letter = written(sender, f"{text}\n\nOn Monday, the cards wrote:\n{quoted}\n", address)
    letter.replace_header("Subject", f"Re: {to.subject}")
    delivered(letter, address)
    return outbox()


@pytest.mark.parametrize(
    ("line", "yes", "language"),
    [
        ("join", "yes", "en"),
        ("Hi, I would like to play", "yes please", "en"),
        ("vorrei iscrivermi", "sì", "it"),
        ("Hola, quiero jugar", "sí, claro", "es"),
        ("Ik wil graag meedoen", "ja graag", "nl"),
    ],
)
def test_joining_takes_two_mails(line: str, yes: str, language: str) -> None:
    question = asked("newcomer@example.org", line)
    assert not Member.objects.exists()
    (welcome,) = reply(question, f"{yes}")
    made = Member.objects.get()
    assert (made.email, made.language) == ("newcomer@example.org", language)
    assert made.name in str(welcome.body)


def test_the_name_stands_behind_the_yes() -> None:
    reply(asked("b@example.org", "sign me up"), "Yes, Bruno")
    assert Member.objects.get().name == "Bruno"


LINES = [
    "help", "my matches", "open matches", "when is my deadline?", "my rating", "settings",
    "tournaments", "my results",
]  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_what_is_asked_is_answered(line: str) -> None:
    member("Anna")
    print(asked("anna@example.org", line).body)


def test_a_match_is_opened_and_joined() -> None:
    anna, bo = member("Anna"), member("Bo")
    question = asked(anna.email, "Open a match of Wizard for 3, 2 days a turn, and invite Bo")
    print(question.body)
    assert not Match.objects.exists()
    mails = reply(question, "yes")
    for one in mails:
        print(one.to, one.subject, one.body)
    (invited,) = [one for one in mails if one.to == [bo.email]]
    match = Match.objects.get()
    mails = reply(invited, "yes")
    for one in mails:
        print(one.to, one.subject, one.body)
    assert match.players.count() == 2
