"""A storm of mail in: every mail twice, a tenth forged, one in a hundred a bomb (F10)."""

from __future__ import annotations

import random
import resource
import time
from collections.abc import Collection, Sequence
from typing import NamedTuple

from games.mail import inbound
from games.models import InboundMail, Match, Order, OutboundMail, Player
from games.replies import sandbox
from games.replies.reply_addresses import reply_address
from tests.bench.faults.alarming import Watched
from tests.bench.faults.results import DrillResult
from tests.bench.faults.tables import matches_made
from tests.bench.population import members_made
from tests.bench.scratch import database_times

MAILS_OF_A_MEMBER = 50
"""Fewer than the hourly limit."""

SECONDS_FOR_A_MAIL = 0.006 * 2
"""10,000 in 60 s of two cores."""

MOST_MEGABYTES = 300
_BOMBS = (
    b"Content-Type: text/html\r\n\r\n" + b"<a " * 80_000,
    b"Content-Type: text/html\r\n\r\n" + b"<div>" * 40_000,
    b"".join(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n)
             for n in range(4000)),
    b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\nx\r\n" * 20_000,
    b"Content-Type: text/plain; charset=zlib\r\n\r\n" + b"x" * 200_000,
    b"".join(b"H%d: x\r\n" % number for number in range(25_000)),
)  # fmt: skip


class _Mail(NamedTuple):
    kind: str
    player: Player
    recipient: str
    raw: bytes


def storm(count: int) -> Sequence[DrillResult]:
    """Take in and read so many mails, half of them copies."""
    posted = storm_made(count)
    alarm = _left_unread(posted[:1])
    mails = set(posted)
    began = _processor_seconds()
    storm_posted(posted)
    taken = _processor_seconds() - began
    while inbound.process_pending():
        pass
    spent = _processor_seconds() - began
    cost = _cost(len(posted), taken, spent)
    return [*_invariants(mails, len(posted)), cost, alarm.result()]


def _left_unread(mails: Sequence[_Mail]) -> Watched:
    """The alarm of mail that nobody reads, and its end once it is read."""
    storm_posted(mails)
    alarm = Watched("mail-unread")
    alarm.expect()
    while inbound.process_pending():
        pass
    alarm.expect_end()
    return alarm


def storm_made(count: int) -> list[_Mail]:
    """So many mails, half of them copies, in no order."""
    chance = random.Random(count)
    mails = _mails(count // 2, chance)
    posted = [*mails, *mails]
    chance.shuffle(posted)
    return posted


def storm_posted(mails: Sequence[_Mail]) -> None:
    """Take these mails in, as fast as that goes."""
    for mail in mails:
        inbound.accept_raw(
            raw=mail.raw,
            recipient=mail.recipient,
            envelope_sender="somebody@example.org",
            source="smtp",
        )


def _invariants(mails: Collection[_Mail], count: int) -> list[DrillResult]:
    wanted = sorted(mail.player.pk for mail in mails if mail.kind == "order")
    sealed = sorted(Order.objects.filter(source=Order.Source.MAIL).values_list("player", flat=True))
    verdicts = list(InboundMail.objects.values_list("verdict", flat=True))
    robots = [mail.player.pk for mail in mails if mail.kind == "robot"]
    answered = OutboundMail.objects.filter(
        player__in=robots, kind__in=["receipt", "refusal", "answer"]
    ).count()
    unread = InboundMail.objects.filter(status=InboundMail.Status.PENDING).count()
    return [
        DrillResult(
            name="orders by mail in a storm: applied exactly once, unread",
            wanted=f"{len(wanted):,}, 0",
            measured=f"{verdicts.count('order'):,}, {unread}",
            passed=sealed == wanted and verdicts.count("order") == len(wanted) and not unread,
            count=count,
        ),
        DrillResult(
            name="forged mails refused, automatic ones answered",
            wanted=f"{sum(mail.kind == 'forged' for mail in mails):,}, 0",
            measured=f"{verdicts.count('other-sender'):,}, {answered}",
            passed=verdicts.count("other-sender") == sum(m.kind == "forged" for m in mails)
            and not answered,
            count=count,
        ),
    ]


def _cost(count: int, taken: float, spent: float) -> DrillResult:
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    each = spent / count
    return DrillResult(
        name="processor time of application and database for a mail, and its memory",
        wanted=f"≤ {SECONDS_FOR_A_MAIL * 1000:.0f} ms, ≤ {MOST_MEGABYTES} MB",
        measured=f"{each * 1000:.1f} ms, of it {taken / count * 1000:.1f} to take it in; "
        f"{megabytes} MB",
        passed=each <= SECONDS_FOR_A_MAIL and megabytes <= MOST_MEGABYTES,
        count=count,
    )


def _mails(count: int, chance: random.Random) -> list[_Mail]:
    """A mail from each seat, of mails of a kind as many as there are in a hundred."""
    members_made(20 + count // MAILS_OF_A_MEMBER)
    matches = matches_made(count // 2 + 1)
    seats = Player.objects.filter(match__in=[match.pk for match in matches], seat__in=(0, 1))
    players = list(seats.select_related("member", "match").order_by("pk")[:count])
    kinds = ["forged"] * 10 + ["bomb"] * 2 + ["robot"] * 5 + ["order"] * 83
    return [_mail(player, kinds[number % 100], chance) for number, player in enumerate(players)]


def _mail(player: Player, kind: str, chance: random.Random) -> _Mail:
    assert player.member is not None
    match: Match = player.match
    recipient = reply_address(player.pk, match.phase_number)
    sender = "mallory@example.org" if kind == "forged" else player.member.email
    head = (
        f"From: {sender}\r\nTo: {recipient}\r\nSubject: Re: my move\r\n"
        f"Message-ID: <{chance.getrandbits(64):x}@example.org>\r\n"
    )
    if kind == "robot":
        head += "Auto-Submitted: auto-replied\r\n"
    body = chance.choice(_BOMBS) if kind == "bomb" else b"\r\nbid R\r\n\r\n> " + b"quoted " * 300
    return _Mail(kind, player, recipient, head.encode() + body)


def _processor_seconds() -> float:
    """Of this process, of the reader, which is ended for that, and of the database's process."""
    sandbox.end()
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    database = sum(database_times().values())
    return time.process_time() + children.ru_utime + children.ru_stime + database
