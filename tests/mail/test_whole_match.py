"""Play by mail from the first card to the last, with real servers on both sides."""

from __future__ import annotations

import os
import re
import signal
import smtplib
import subprocess
import sys
from email import message_from_bytes, policy
from email.message import EmailMessage as Letter
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.conf import settings as django_settings
from django.db import connection
from pytest_django import Settings

from games.mail import inbound, outbox
from games.models import InboundMail, Match, Order, OutboundMail
from tests.cast import running_match
from tests.mail.servers import Server, Taken, running_server
from tests.mail.test_smtp import Door
from tests.sizes import few

pytestmark = pytest.mark.django_db(transaction=True)

MOST_MAILS, MOST_WORDS = 35, 6_500
"""What a whole match may cost a reader."""

SEND_ALL = """
import django; django.setup()
from games.mail.outbox import send_due
while send_due(): pass  # a slow machine sends a chunk's first mails only, and gives back the rest
"""


def use(settings: Settings, server: Server) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = "127.0.0.1"
    settings.EMAIL_PORT = server.port


def read(taken: Taken) -> Letter:
    message = message_from_bytes(taken.content, policy=policy.default)
    assert isinstance(message, Letter)
    return message


def text_of(message: Letter) -> str:
    part = message.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def reply_to(message: Letter, words: str) -> Letter:
    """What a mail program makes of an answer: the text above, the quoted mail below."""
    quoted = "\n".join(f"> {line}" for line in text_of(message).splitlines())
    answer = Letter()
    answer["From"] = message["To"]
    answer["To"] = message["Reply-To"]
    answer["Subject"] = f"Re: {message['Subject']}"
    answer["In-Reply-To"] = message["Message-ID"]
    answer.set_content(f"{words}\n\nOn {message['Date']}, {message['From']} wrote:\n{quoted}\n")
    return answer


def test_three_people_play_a_whole_match_by_mail_alone(settings: Settings) -> None:
    with running_server() as server, Door(lmtp=False) as door:
        use(settings, server)
        match = running_match()
        seen = 0
        for _round in range(500):
            while outbox.send_due():
                pass
            new, seen = server.taken[seen:], len(server.taken)
            match.refresh_from_db()
            if match.is_over:
                break
            _answer(door, [read(taken) for taken in new])
            while inbound.process_pending():
                pass

        assert match.status == Match.Status.FINISHED
        # The mail about the end waits for the ratings.
        OutboundMail.objects.filter(sent_at=None).update(due_at=match.finished_at)
        while outbox.send_due():
            pass
        by_mail = Order.objects.filter(phase__match=match, source=Order.Source.MAIL)
        others = Order.objects.filter(phase__match=match).exclude(source=Order.Source.MAIL)
        assert {order.source for order in others} <= {Order.Source.FORCED}
        assert by_mail.count() == InboundMail.objects.filter(verdict="order").count()
        assert InboundMail.objects.exclude(verdict="order").count() == 0
        mails = [read(taken) for taken in server.taken]
        for name in ("anna", "bo", "carla"):
            theirs = [text_of(one) for one in mails if f"{name}@" in str(one["To"])]
            words = sum(len(text.split()) for text in theirs)
            assert len(theirs) <= MOST_MAILS
            assert words <= MOST_WORDS
        ends = [mail for mail in mails if "The match is over." in text_of(mail)]
        assert sorted(str(message["To"]) for message in ends) == [
            "anna@example.org",
            "bo@example.org",
            "carla@example.org",
        ]


def _answer(door: Door, messages: list[Letter]) -> None:
    """Answer every question with the first of its examples."""
    with smtplib.SMTP("127.0.0.1", door.port, timeout=10) as smtp:
        for message in messages:
            examples = re.findall(r"For example:\n· (.+)", text_of(message))
            if examples and "it’s your turn" in text_of(message):
                smtp.send_message(reply_to(message, examples[0]))


@pytest.mark.parametrize("kill_at", few([1, 2, 3], 1))
def test_a_worker_killed_right_after_the_server_took_a_mail_doubles_that_one_at_most(
    settings: Settings, kill_at: int
) -> None:
    with running_server() as server:
        use(settings, server)
        running_match("Anna", "Bo", "Carla", "Dirk", "Elena")  # so that it is not done too soon
        worker = subprocess.Popen(
            [sys.executable, "-c", SEND_ALL],
            env={
                **os.environ,
                "DJANGO_SETTINGS_MODULE": os.environ["DJANGO_SETTINGS_MODULE"],
                "DATABASE_URL": _url(connection.settings_dict["NAME"]),
                "EMAIL_URL": f"smtp://127.0.0.1:{server.port}",
                "SECRET_KEY": django_settings.SECRET_KEY,
            },
        )
        server.after = lambda: (
            os.kill(worker.pid, signal.SIGKILL) if len(server.taken) >= kill_at else None
        )
        worker.wait(120)
        assert worker.returncode == -signal.SIGKILL
        server.after = None
        OutboundMail.objects.filter(status=OutboundMail.Status.SENDING).update(
            lease_until="2020-01-01T00:00:00Z"
        )
        while outbox.send_due():
            pass

        ids = [str(read(taken)["Message-ID"]) for taken in server.taken]
        assert len(set(ids)) == 5
        assert len(ids) <= 6
        assert not OutboundMail.objects.exclude(
            status__in=[OutboundMail.Status.SENT, OutboundMail.Status.WITHDRAWN]
        ).exists()


def _url(name: object) -> str:
    """The test database's address, for another process."""
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    given = urlsplit(os.environ["DATABASE_URL"])
    return urlunsplit(given._replace(path=f"/{name}"))
