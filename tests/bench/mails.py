"""How fast mails are worded, and how fast the outbox sends them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta

from django.core import mail
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.db import transaction
from django.db.models import F

from games.common import clock
from games.composing import compose
from games.letters.prefetching import Prefetched
from games.mail import outbox
from games.models import Member, OutboundMail, Player
from games.services import notices
from tests.bench.figures import Effort, Figure, compared
from tests.bench.population import Advance, Pattern, matches_copied, members_made, patterns_made

LEAST = 0.75
LEASE = timedelta(minutes=5)
Status = OutboundMail.Status


def mails_figures(count: int, seconds: float, advance: Advance) -> Iterator[Figure]:
    """Mails that ask for a decision, text and HTML. Calls `advance` 2 × `count` times in all."""
    members = members_made()
    patterns = patterns_made(members)
    OutboundMail.objects.all().delete()  # what was told while the patterns were played
    rows = _queued(patterns, members, count)
    composed, messages = _composed(rows, seconds)
    advance(count)
    plain = _sent_plainly(messages, seconds)
    yield compared("decision mails worded", composed, plain, note=_size(messages))
    sent = _sent_by(outbox.send_due, count, advance)
    leased = _sent_by(_bare_outbox(messages), len(_queued(patterns, members, count)))
    yield compared("decision mails through the outbox", sent, leased, least=LEAST)


def _queued(
    patterns: Sequence[Pattern], members: Sequence[Member], count: int
) -> list[OutboundMail]:
    """So many rows that are due, each asking somebody for an order that is not in."""
    now = clock.now()
    rows: list[OutboundMail] = []
    awaited = [len(pattern.defaults) for pattern in patterns]
    matches = matches_copied(patterns, members, count * len(awaited) // sum(awaited) + len(awaited))
    players: dict[int, list[Player]] = {}
    asked = Player.objects.filter(match__in=matches).select_related("member").order_by("seat")
    for player in asked:
        players.setdefault(player.match_id, []).append(player)
    for number, match in enumerate(matches):
        for seat in patterns[number % len(patterns)].defaults:
            row = notices.decision_notice(match, players[match.pk][seat], now)
            assert row is not None
            rows.append(row)
    return OutboundMail.objects.bulk_create(rows[:count])


def _composed(
    rows: Sequence[OutboundMail], seconds: float
) -> tuple[Effort, list[EmailMultiAlternatives]]:
    """Words for rows that are read as the outbox reads them. They stay in the outbox."""
    messages: list[EmailMultiAlternatives] = []
    effort = Effort()
    ids = [row.pk for row in rows]
    ends_at = time.perf_counter() + seconds
    with effort.timed():
        for first in range(0, len(ids), outbox.CHUNK):
            chunk = list(OutboundMail.objects.filter(pk__in=ids[first : first + outbox.CHUNK]))
            known = Prefetched(chunk)
            for row in chunk:
                effort.one(lambda row=row, known=known: messages.append(_worded(row, known)))  # type: ignore[misc]
            if time.perf_counter() > ends_at:
                break
    return effort, messages


def _worded(row: OutboundMail, known: Prefetched) -> EmailMultiAlternatives:
    message = compose.message_for(row, known)
    assert message is not None
    return message


def _size(messages: Sequence[EmailMultiAlternatives]) -> str:
    text = sum(len(message.body) for message in messages) / len(messages)
    html = sum(len(_html(message)) for message in messages) / len(messages)
    return f"text {text / 1024:.1f} kB, HTML {html / 1024:.1f} kB"


def _html(message: EmailMultiAlternatives) -> str:
    return str(message.alternatives[0][0]) if message.alternatives else ""


def _copy(message: EmailMultiAlternatives) -> EmailMessage:
    """A mail of the same size that needs no wording."""
    copy = EmailMultiAlternatives("A mail", message.body, message.from_email, message.to)
    if message.alternatives:
        copy.attach_alternative(_html(message), "text/html")
    return copy


def _sent_plainly(messages: Sequence[EmailMultiAlternatives], seconds: float) -> Effort:
    """The floor of wording: mails of the same size, only sent."""
    effort = Effort()
    backend = get_connection()
    ends_at = time.perf_counter() + seconds
    with effort.timed():
        while time.perf_counter() < ends_at or not effort.count:
            for message in messages:
                effort.one(lambda message=message: backend.send_messages([_copy(message)]))  # type: ignore[misc]
            mail.outbox.clear()
    return effort


def _sent_by(
    send: Callable[[], int], count: int, advance: Advance = lambda _number: None
) -> Effort:
    """Empty the outbox, a chunk at a time."""
    mail.outbox = []
    effort = Effort()
    with effort.timed():
        while done := send():
            effort.count += done
            advance(done)
    if not effort.count == count == len(mail.outbox):
        raise RuntimeError(f"{len(mail.outbox)} mails were sent of {count}")
    mail.outbox.clear()
    return effort


def _bare_outbox(messages: Sequence[EmailMultiAlternatives]) -> Callable[[], int]:
    """The floor of the outbox: lease a hundred, send each, mark each. No words, no second looks."""
    backend = get_connection()

    def send() -> int:
        now = clock.now()
        with transaction.atomic():
            due = OutboundMail.objects.select_for_update().filter(
                status=Status.QUEUED, due_at__lte=now
            )
            ids = list(due.order_by("due_at", "id").values_list("pk", flat=True)[: outbox.CHUNK])
            OutboundMail.objects.filter(pk__in=ids).update(
                status=Status.SENDING, lease_until=now + LEASE, attempts=F("attempts") + 1
            )
        for number, row in enumerate(OutboundMail.objects.filter(pk__in=ids)):
            backend.send_messages([_copy(messages[number % len(messages)])])
            OutboundMail.objects.filter(pk=row.pk).update(status=Status.SENT, sent_at=clock.now())
        return len(ids)

    return send
