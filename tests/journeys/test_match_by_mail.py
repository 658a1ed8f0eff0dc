"""A match by mail alone, against the processes that `serve` runs: real SMTP out and in, and a real
mailbox, from which the answers of one of the players are fetched over IMAP. Its first orders in
every run, all of it with `make long`."""

from __future__ import annotations

import email
import email.policy
import json
import os
import re
import smtplib
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from email.message import EmailMessage
from email.utils import make_msgid, parseaddr
from itertools import count
from pathlib import Path

import pytest

from games.rules.record import read_record, verify
from games.rules.registry import rules_for
from tests.mail.imap_server import USER, ImapServer, running_imap_server
from tests.mail.servers import Server, running_server
from tests.serving import DATABASE, ROOT, ServeProcess, wait_until
from tests.sizes import IS_LONG, sized

PLAYERS = ("anna", "bo", "carla")
DOMAIN = "players.example"
ORDERS = sized(2, 14)
"""So many of each player, at least."""

ORGANISE = """
from datetime import timedelta
from games.models import Member
from tournaments.services.terms import create_tournament, start_entries
olga = Member.objects.create_user("olga@players.example", "Olga")
cup = create_tournament(organiser=olga, name="Winter Cup", format="knockout", least_entries=2,
                        game="emu-ranchers", options={"years": 1}, phase_time=timedelta(days=2))
start_entries(tournament=cup, by=olga)
print("CODE", cup.code)
"""

TELL = """
from games.models import InboundMail, Match, Order
from games.selectors import record_line
from tournaments.models import Entry
match = Match.objects.get()
print("RECORD", record_line(match) if match.status == "finished" else "")
print("SOURCES", sorted(set(Order.objects.values_list("source", flat=True))))
print("DOORS", sorted(set(InboundMail.objects.values_list("source", flat=True))))
print("ENTERED", *Entry.objects.values_list("member__name", "status").get())
print("INBOUND", InboundMail.objects.count(), InboundMail.objects.exclude(status="taken").count())
"""


@pytest.fixture
def provider() -> Iterator[Server]:
    """The players' mail provider: keeps what the service delivers to it."""
    with running_server() as server:
        yield server


@pytest.fixture(scope="module")
def mailbox() -> Iterator[ImapServer]:
    """The service's own account, into which its provider puts what is sent to it."""
    with running_imap_server() as server:
        yield server


@pytest.fixture
def service(tmp_path: Path, provider: Server, mailbox: ImapServer) -> Iterator[ServeProcess]:
    process = ServeProcess(
        tmp_path / "data",
        EMAIL_URL=f"smtp://127.0.0.1:{provider.port}",
        IMAP_URL=mailbox.url,
        REPLY_ADDRESS=USER,
    )
    process.wait_until_ready()
    # What came before it first opened the mailbox, it leaves alone.
    wait_until(lambda: "fetches mail from" in process.output, "fetchmail", 60)
    yield process
    process.end()


def delivered(provider: Server, position: int) -> EmailMessage:
    """The mail at this position of all that were delivered, waited for if need be."""
    wait_until(lambda: len(provider.taken) > position, "the next mail", 120)
    content = provider.taken[position].content
    assert isinstance(content, bytes)
    message = email.message_from_bytes(content, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


def shell(service: ServeProcess, script: str) -> dict[str, str]:
    """Run a script in the service's own environment; its `NAME rest` lines."""
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "--verbosity=0", "-c", script],
        cwd=ROOT,
        env={**os.environ, "DATA_DIR": str(service.data)},
        capture_output=True,
        text=True,
        check=True,
    )
    lines = (line.partition(" ") for line in done.stdout.splitlines())
    return {name: rest for name, _space, rest in lines if name.isupper()}


def pending(service: ServeProcess) -> int:
    """How many mails were taken in and are not read yet."""
    with closing(sqlite3.connect(service.data / DATABASE)) as database:
        (found,) = database.execute(
            "SELECT count(*) FROM games_inboundmail WHERE status = 'pending'"
        ).fetchone()
    return int(found)


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    content = body.get_content()
    assert isinstance(content, str)
    return content


def reply_to(mail: EmailMessage, order: str) -> EmailMessage:
    """What a mail program makes of a reply: the order on top, the mail quoted below it."""
    reply = EmailMessage()
    reply["From"] = mail["To"]
    reply["To"] = mail["Reply-To"]
    reply["Subject"] = f"Re: {mail['Subject']}"
    reply["Message-ID"] = make_msgid(domain=DOMAIN)
    reply["In-Reply-To"] = mail["Message-ID"]
    quoted = "\n".join(f"> {line}" for line in text_of(mail).splitlines())
    sender = parseaddr(mail["From"])[0]
    reply.set_content(f"{order}\n\nOn Sat, 21 Nov 2026, {sender} wrote:\n{quoted}\n")
    return reply


def send(reply: EmailMessage, number: int, service: ServeProcess, mailbox: ImapServer) -> None:
    """Carla's answers come into the mailbox, every other without what stood behind the plus."""
    if not str(reply["From"]).startswith("carla@"):
        with smtplib.SMTP("127.0.0.1", service.smtp_port) as smtp:
            smtp.send_message(reply)
        return
    if number % 2:
        reply.replace_header("To", USER)
    mailbox.deliver(reply.as_bytes(), to=str(reply["To"]))


def mail_to(address: str, provider: Server, saying: str) -> EmailMessage:
    """The newest mail to this address that says this, waited for if need be."""

    read, found = 0, list[EmailMessage]()

    def is_found() -> bool:
        nonlocal read
        for number in range(read, len(provider.taken)):
            mail, read = delivered(provider, number), number + 1
            if mail["To"] == address and saying in text_of(mail):
                found.append(mail)
        return bool(found)

    wait_until(is_found, f"a mail to {address}", 120)
    return found[-1]


def ask(sender: str, words: str) -> EmailMessage:
    """A mail of one's own to the service."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, USER, "Cards"
    mail["Message-ID"] = make_msgid(domain=DOMAIN)
    mail.set_content(words)
    return mail


def sit_down(service: ServeProcess, provider: Server, mailbox: ImapServer) -> str:
    """Three people join, one of them enters a tournament and opens a match, and the others accept:
    all by mail. Returns the match's code."""
    anna, bo, carla = (f"{name}@{DOMAIN}" for name in PLAYERS)
    cup = shell(service, ORGANISE)["CODE"]
    send(ask(anna, "I would like to play"), 0, service, mailbox)
    send(reply_to(mail_to(anna, provider, "asked to join"), "Yes, Anna"), 0, service, mailbox)
    welcome = mail_to(anna, provider, "Welcome, Anna")
    send(ask(anna, f"Please sign me up for {cup}"), 0, service, mailbox)
    send(reply_to(mail_to(anna, provider, "enter Winter Cup"), "yes"), 0, service, mailbox)
    mail_to(anna, provider, "a place in Winter Cup")
    line = f"Open a match of Wild Cards for 3, 2 days a turn, and invite {bo}, {carla}"
    send(reply_to(welcome, line), 0, service, mailbox)
    for name, address in (("Bo", bo), ("Carla", carla)):
        invited = mail_to(address, provider, "Anna invites you")
        send(reply_to(invited, f"Yes, {name}"), 0, service, mailbox)
    for address in (anna, bo, carla):  # so that nobody here waits two minutes for each mail
        welcome = mail_to(address, provider, "you have an account now")
        send(reply_to(welcome, "combine mails off"), 0, service, mailbox)
    opened = mail_to(anna, provider, "is open: Wild Cards")
    found = re.search(r"Your match (\w{7}) is open", text_of(opened))
    assert found is not None
    return found[1]


@pytest.mark.timeout(400)
def test_three_people_join_invite_and_play_by_mail_alone(
    service: ServeProcess, provider: Server, mailbox: ImapServer
) -> None:
    code = sit_down(service, provider, mailbox)
    finished: set[str] = set()
    answered: Counter[str] = Counter()
    threads: set[str] = set()
    for position in count():
        has_all = len(answered) == len(PLAYERS) and min(answered.values()) >= ORDERS
        if len(finished) == len(PLAYERS) or (has_all and not IS_LONG):
            break
        mail = delivered(provider, position)
        text = text_of(mail)
        # The answer to her who opened it stays in her thread.
        if code not in mail.get("List-Id", ""):
            continue
        threads.add(mail["References"].split()[0])
        if "The match is over" in text:
            finished.add(mail["To"])
            continue
        # Above them, the receipt that the mail takes along quotes the order before.
        asked = text.partition("example:")[2].partition("Or reply 1")[0]
        examples = re.findall(r"^· (.+)$", asked, flags=re.MULTILINE)
        if "it’s your turn" not in text or not examples:
            continue
        order = examples[answered[mail["To"]] % len(examples)]
        send(reply_to(mail, order), answered[mail["To"]], service, mailbox)
        answered[mail["To"]] += 1
    assert threads == {f"<match-{code}@mail.example>"}
    assert min(answered.values()) >= ORDERS
    wait_until(lambda: all(mailbox.seen()) and not pending(service), "all answers are read", 120)
    told = shell(service, TELL)
    if IS_LONG:
        record = read_record(told["RECORD"])
        verify(rules_for(record.game), record)
    assert json.loads(told["SOURCES"].replace("'", '"')) in (["mail"], ["forced", "mail"])
    assert told["ENTERED"] == "Anna entered"
    assert told["INBOUND"].split()[1] == "0"
    assert json.loads(told["DOORS"].replace("'", '"')) == ["imap", "smtp"]
    assert all(mailbox.seen())
