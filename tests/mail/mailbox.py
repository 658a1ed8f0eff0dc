"""Somebody with a mailbox and nothing else: what they write, and what comes back."""

from __future__ import annotations

from email.message import EmailMessage as Letter
from itertools import count

from django.core import mail
from django.core.mail import EmailMessage

from games.mail.outbox import send_due
from games.models import InboundMail
from tests.mail.post import delivered

SERVICE = "games@reply.wildcards.localhost"
_number = count()


def written(sender: str, text: str, to: str = SERVICE, subject: str = "Hello") -> Letter:
    """A mail as somebody writes it."""
    letter = Letter()
    letter["From"], letter["To"], letter["Subject"] = sender, to, subject
    letter["Message-ID"] = f"<{next(_number)}@mail.example>"
    letter.set_content(text)
    return letter


def answering(to: EmailMessage, text: str) -> Letter:
    """A reply to a mail, which is quoted below it."""
    quoted = "\n".join(f"> {line}" for line in str(to.body).splitlines())
    (sender,), (address,) = to.to, to.reply_to
    body = f"{text}\n\nOn Monday, the cards wrote:\n{quoted}\n"
    return written(sender, body, address, f"Re: {to.subject}")


def outbox() -> list[EmailMessage]:
    """What is sent when everything that is due is."""
    mail.outbox.clear()
    while send_due():
        pass
    return list(mail.outbox)


def sent(letter: Letter) -> tuple[InboundMail, list[EmailMessage]]:
    """The mail's row after it was read, and what goes out then."""
    outbox()
    return delivered(letter), outbox()


def asked(sender: str, text: str, subject: str = "Hello") -> EmailMessage:
    """The one mail that answers."""
    return to(sender, sent(written(sender, text, subject=subject))[1])


def reply(to: EmailMessage, text: str) -> list[EmailMessage]:
    """What is sent when the mail is answered by whom it went to."""
    return sent(answering(to, text))[1]


def plain(message: EmailMessage) -> str:
    """What a mail says, in one line."""
    return " ".join(str(message.body).split())


def to(address: str, mails: list[EmailMessage]) -> EmailMessage:
    """The one of these mails that goes there."""
    (found,) = [one for one in mails if one.to == [address]]
    return found
