"""A mail server that refuses, hangs or answers at random; senders killed after the server's 250."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email import message_from_bytes
from typing import Protocol
from unittest.mock import patch

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.test.utils import override_settings

from games.common import clock
from games.mail import outbox, smtp_backend
from games.models import AddressHealth, Member, OutboundMail, OutgoingMailState
from games.services.account_mails import account_mail
from games.services.database_connections import drop_connections
from tests.bench.faults.alarming import Watched
from tests.bench.faults.providers import provider_running
from tests.bench.faults.results import DrillResult

Status = OutboundMail.Status
Answer = Callable[[str], str]
"""What the server says to a recipient; "" takes the mail, and HANG says nothing for a minute."""

HANG = "hang"
HANG_SECONDS = 60.0
FULL = 100
"""From so many mails on, a server that hangs is waited for as long as the outbox does: 15 seconds
a try. Below that the patience is SHORT_PATIENCE_SECONDS."""

SHORT_PATIENCE_SECONDS = 0.3

MAILS = 30
MOST_LEFT = 4
ROUNDS = 400
"""After so many looks at the outbox, each at its simulated time, a drill is over."""


@dataclass
class _Server:
    answer: Answer
    taken: list[str] = field(default_factory=list)
    tries: int = 0
    after: Callable[[], None] | None = None

    def heal(self) -> None:
        self.answer = lambda _address: ""

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        self.tries += 1
        if (said := self.answer(address)) == HANG:
            await asyncio.sleep(HANG_SECONDS)
        if said:
            return said
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        assert isinstance(envelope.content, bytes)
        self.taken.append(str(message_from_bytes(envelope.content)["Message-ID"]))
        if self.after is not None:
            self.after()
        return "250 OK"


@contextmanager
def mail_server(answer: Answer = lambda _address: "") -> Iterator[_Server]:
    """A mail server that answers so, which the outbox sends to."""
    behaviour = _Server(answer)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    controller = Controller(behaviour, hostname="127.0.0.1", port=port)
    controller.start()
    smtp = "django.core.mail.backends.smtp.EmailBackend"
    try:
        with override_settings(EMAIL_BACKEND=smtp, EMAIL_HOST="127.0.0.1", EMAIL_PORT=port):
            yield behaviour
    finally:
        controller.stop()


def server_refuses(count: int) -> Sequence[DrillResult]:
    """F9: a server that is in trouble for an hour, in each way, `count` mails each time."""
    chance = random.Random(count)
    ways: dict[str, Answer] = {
        "421": lambda _address: "421 4.3.2 shutting down",
        "450": lambda _address: "450 4.2.0 later",
        "550 to everybody": lambda _address: "550 5.1.1 no such user",
        "554 relay denied": lambda _address: "554 5.7.1 relay access denied",
        "10 % at random": lambda _address: "451 4.3.0 hiccup" if chance.random() < 0.1 else "",
        f"silent for {HANG_SECONDS:.0f} s": lambda _address: HANG,
    }
    patience = smtp_backend.SECONDS_IN_ALL if count >= FULL else SHORT_PATIENCE_SECONDS
    results: list[DrillResult] = []
    with patch.object(smtp_backend, "SECONDS_IN_ALL", patience):
        for name, said in ways.items():
            with mail_server(said) as server:
                results += _one_way(name, server, count)
    with provider_running() as provider:
        return [*results, *_one_way("429 of a provider, Retry-After 120", provider, count)]


class Refusing(Protocol):
    """A mail server or provider in trouble: what it has taken, and how often it was tried."""

    taken: list[str]
    tries: int

    def heal(self) -> None:
        """From now on it takes every mail."""


def _one_way(name: str, server: Refusing, count: int) -> list[DrillResult]:
    rows = mails_written(count)
    begun = clock.now()
    with clock.simulated(begun):
        outbox.send_due()
    alarms = [Watched("breaker-open", begun)] if _is_paused() else []
    for alarm in alarms:
        alarm.expect()
    _sent_until(rows, begun + timedelta(minutes=1), minutes=60)
    server.heal()
    healed = begun + timedelta(minutes=61)
    end = _sent_until(rows, healed, minutes=600)
    doubled = sum(number - 1 for number in Counter(server.taken).values())
    lost = count - OutboundMail.objects.filter(pk__in=rows, status=Status.SENT).count()
    stopped = AddressHealth.objects.filter(
        address__startswith="drill-",
        state__in=[AddressHealth.State.BOUNCING, AddressHealth.State.STOPPED],
    ).count()
    for alarm in alarms:
        alarm.at = end
        alarm.expect_end()
    return [
        DrillResult(
            name=f"mail server for an hour: {name}: mails lost, doubled, addresses stopped",
            wanted="0, 0, 0",
            measured=f"{lost}, {doubled}, {stopped} with {server.tries:,} tries",
            passed=not lost and not doubled and not stopped and server.tries > 0,
            count=count,
        ),
        *(alarm.result() for alarm in alarms),
    ]


def _is_paused() -> bool:
    return OutgoingMailState.objects.exclude(opened_at=None).exists()


def senders_killed(count: int) -> Sequence[DrillResult]:
    """F2: so many senders are killed between the server's 250 and their mark."""
    chance = random.Random(count)
    alarm = _left_unsent()
    rows = mails_written(MAILS + MOST_LEFT * count)
    kills, at = 0, clock.now()
    sender = [0]

    with mail_server() as server:
        left = [1]

        def kill() -> None:
            left[0] -= 1
            if left[0] == 0:
                os.kill(sender[0], signal.SIGKILL)

        server.after = kill
        while kills < count and _waiting(rows):
            left[0] = chance.randint(2, MOST_LEFT)
            drop_connections()
            sender[0] = _sender()
            _pid, ended = os.waitpid(sender[0], 0)
            kills += os.WIFSIGNALED(ended)
            lease_over = OutboundMail.objects.filter(pk__in=rows, status=Status.SENDING)
            lease_over.update(lease_until=at)
        server.after = None
        while _waiting(rows):
            outbox.send_due()
        doubled = len(server.taken) - len(set(server.taken))
        lost = len(rows) - len(set(server.taken))
    return [
        DrillResult(
            name="senders killed between the server's 250 and the mark: mails lost, doubled",
            wanted="0 lost, at most one doubled a kill, with its own Message-ID",
            measured=f"{lost} lost, {doubled} doubled by {kills} kills",
            passed=not lost and doubled <= kills,
            count=kills,
        ),
        alarm.result(),
    ]


def _left_unsent() -> Watched:
    """The alarm of mail while no sender lives, and its end once it is sent."""
    mails_written(1)
    alarm = Watched("mail-unsent")
    alarm.expect()
    while outbox.send_due():
        pass
    alarm.expect_end()
    return alarm


def _sender() -> int:
    child = os.fork()
    if child:
        return child
    try:
        while outbox.send_due():
            pass
    finally:
        # Past everything that the parent has set up and will take down itself.
        os._exit(0)


def mails_written(count: int) -> list[int]:
    """So many mails that wait in the outbox, each to a member of its own."""
    OutgoingMailState.objects.all().delete()
    start = OutboundMail.objects.count()
    rows = []
    for number in range(count):
        address = f"drill-{start + number}@example.org"
        member, _made = Member.objects.get_or_create(
            email=address, defaults={"name": f"Drill {start + number}"}
        )
        mail = account_mail(
            address=address, subject="Drill", text="A drill.", language="en", member=member
        )
        rows.append(mail.pk)
    # Of a kind whose words are made when it is sent, and that waits for days.
    OutboundMail.objects.filter(pk__in=rows).update(kind=OutboundMail.Kind.TEST, payload={})
    return rows


def _waiting(rows: Sequence[int]) -> bool:
    statuses = (Status.QUEUED, Status.SENDING)
    return OutboundMail.objects.filter(pk__in=rows, status__in=statuses).exists()


def _sent_until(rows: Sequence[int], begun: datetime, *, minutes: int) -> datetime:
    """Look at the outbox as the simulated time goes on; returns when nothing waits any more."""
    moment = begun
    for minute in range(0, minutes, max(1, minutes // ROUNDS)):
        moment = begun + timedelta(minutes=minute)
        with clock.simulated(moment):
            while outbox.send_due():
                pass
        if not _waiting(rows):
            break
    return moment
