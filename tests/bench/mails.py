"""How fast mails are worded, and how fast the outbox sends them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from functools import partial
from itertools import count as counting
from itertools import islice

from django.core import mail
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db import transaction
from django.db.models import F

from games.common import clock
from games.letters.outbox_prefetch import Prefetched
from games.mail import inbound, outbox
from games.models import InboundMail, Member, OutboundMail
from games.replies import sandbox
from games.replies.reply_addresses import parse_reply_address, reply_address
from tests.bench.digest_mails import digests_figures
from tests.bench.figures import CORES, Effort, Figure, at_most, compared, interleaved
from tests.bench.orders import Ready, bare_order, waiting_orders
from tests.bench.population import Advance, Pattern, members_made, patterns_made
from tests.bench.questions import queued, worded
from tests.bench.scratch import processor_seconds
from tests.bench.side_by_side import BY_TURNS, WARM_UP, drained_by, two_beside_one
from wildcards_site.serving.garbage import keep_what_is_loaded

LEAST = 0.75
LEASE = timedelta(minutes=5)
BATCH = 20
STORM = 10_000
MOST_STORM_SECONDS = 60

Status = OutboundMail.Status


def mails_figures(count: int, seconds: float, advance: Advance) -> Iterator[Figure]:
    """Mails that ask for a decision, text and HTML, and mails that answer them.

    Calls `advance` 3 × `count` times at most.
    """
    members = members_made()
    patterns = patterns_made(members)
    keep_what_is_loaded()  # as lanes do
    OutboundMail.objects.all().delete()  # what was told while the patterns were played
    rows = queued(patterns, members, count)
    messages: list[EmailMultiAlternatives] = []
    efforts = interleaved(
        {"ours": _worded_next(rows, messages), "floor": _ready_next(messages)}, seconds
    )
    advance(count)
    yield compared(
        "decision mails worded", efforts["ours"], efforts["floor"], least=LEAST,
        note=_size(messages),
    )  # fmt: skip
    sent = _sent_by(outbox.send_due, count, advance)
    leased = _sent_by(_bare_outbox(messages), len(queued(patterns, members, count)))
    yield compared("decision mails through the outbox", sent, leased, least=LEAST)
    yield from digests_figures(patterns, members, count, seconds)
    yield from _answers_figures(patterns, members, count, seconds)
    yield from _two_readers(patterns, members, count)
    advance(count)


def _answers_figures(
    patterns: Sequence[Pattern], members: Sequence[Member], count: int, seconds: float
) -> Iterator[Figure]:
    """Mails with an order: taken, read, ordered and answered, beside parsing and a bare order."""
    OutboundMail.objects.all().delete()
    orders = [waiting_orders(patterns, members, count) for _way in range(2)]
    ready = [iter([(one, _mail_of(one)) for one in some]) for some in orders]
    size = max(1, min(BATCH, len(orders[0]) // 8))

    def ours() -> None:
        for one, raw in _batch(ready[0], size):
            _accept(one, raw)
        while inbound.process_pending():
            pass

    def floor() -> None:
        for one, raw in _batch(ready[1], size):
            _parse(one, raw)
            bare_order(one.player.pk, one.player.match_id, one.text)

    begun = _reader_seconds()
    efforts = interleaved({"ours": ours, "floor": floor}, seconds)
    efforts["ours"].cpu += _reader_seconds() - begun
    taken = InboundMail.objects.filter(status=InboundMail.Status.TAKEN).count()
    if taken != (efforts["ours"].count + 1) * size:
        raise RuntimeError(f"{taken} mails were taken of {efforts['ours'].count + 1} × {size}")
    for effort in efforts.values():
        effort.count *= size
    yield compared("orders by mail, with receipts", efforts["ours"], efforts["floor"], least=LEAST)
    storm = efforts["ours"].each * STORM / CORES
    yield at_most(f"{STORM:,} of them on two idle cores", storm, MOST_STORM_SECONDS, "s")


def _two_readers(
    patterns: Sequence[Pattern], members: Sequence[Member], count: int
) -> Iterator[Figure]:
    """Mails with an order that wait, read by one lane, and by two at once."""
    read = {1: Effort(), 2: Effort()}
    for processes in BY_TURNS:
        waiting = waiting_orders(patterns, members, count + WARM_UP * processes)
        for one in waiting:
            _accept(one, _mail_of(one))
        warm_up = partial(inbound.process_pending, WARM_UP)
        effort = drained_by(inbound.process_pending, processes, warm_up, _reader_seconds)
        if effort.count != len(waiting) - WARM_UP * processes:
            raise RuntimeError(f"{effort.count} of {len(waiting)} mails were read")
        read[processes].add(effort)
    yield from two_beside_one("readers", read[2], read[1])


def _reader_seconds() -> float:
    """Processor seconds so far of the process that reads this one's mails."""
    child = sandbox._process.child
    return processor_seconds(child.pid) if child is not None else 0.0


def _batch(ready: Iterator[tuple[Ready, bytes]], size: int) -> list[tuple[Ready, bytes]]:
    """The next few. Raises StopIteration where there are no more."""
    batch = list(islice(ready, size))
    if len(batch) < size:
        raise StopIteration
    return batch


def _accept(one: Ready, raw: bytes) -> None:
    assert one.player.member is not None
    kept = inbound.accept_raw(
        raw=raw,
        recipient=reply_address(one.player.pk, one.phase.number),
        envelope_sender=one.player.member.email,
        source="smtp",
    )
    if kept is None:
        raise RuntimeError("a mail of the measurement was not kept")


def _parse(one: Ready, raw: bytes) -> None:
    """What reading costs at least: the mail, its text, and the signature of its address."""
    message = message_from_bytes(raw, policy=default)
    body = message.get_body(("plain",))
    target = parse_reply_address(str(message["To"]))
    if body is None or target is None or one.text not in body.get_content():
        raise RuntimeError("a mail of the measurement cannot be read")


def _mail_of(one: Ready) -> bytes:
    """An answer as a mail program writes it, in text and HTML, with 3 kB of the question below: in
    each its own, as nobody gets the mail of somebody else."""
    member = one.player.member
    assert member is not None
    message = EmailMessage(policy=default)
    message["From"], message["Subject"] = member.email, "Re: Wild Cards"
    message["To"] = reply_address(one.player.pk, one.phase.number)
    message["Message-ID"] = f"<{one.player.pk}.{one.phase.pk}@bench.example.org>"
    asked = [f"line {number} of what {one.player.pk} was asked, as it was" for number in range(30)]
    quoted = "\n".join(f"> {line}" for line in asked)
    message.set_content(f"{one.text}\n\nOn Monday somebody wrote:\n{quoted}\n")
    html = "<br>".join(asked)
    message.add_alternative(
        f"<p>{one.text}</p><blockquote type='cite'>{html}</blockquote>", subtype="html"
    )
    return message.as_bytes()


def _worded_next(
    rows: Sequence[OutboundMail], messages: list[EmailMultiAlternatives]
) -> Callable[[], object]:
    """Words one row after the other, read in chunks as the outbox reads them, to bytes; keeps the
    messages. The rows stay in the outbox."""

    def words() -> Iterator[bytes]:
        ids = [row.pk for row in rows]
        for first in range(0, len(ids), outbox.CHUNK):
            chunk = list(OutboundMail.objects.filter(pk__in=ids[first : first + outbox.CHUNK]))
            known = Prefetched(chunk)
            for row in chunk:
                messages.append(worded(row, known))
                yield messages[-1].message().as_bytes()

    return words().__next__


def _ready_next(messages: Sequence[EmailMultiAlternatives]) -> Callable[[], object]:
    """The floor of wording: the bytes of the same mails, from ready text."""
    number = counting()
    return lambda: _copy(messages[next(number) % len(messages)]).message().as_bytes()


def _size(messages: Sequence[EmailMultiAlternatives]) -> str:
    text = sum(len(message.body) for message in messages) / len(messages)
    html = sum(len(_html(message)) for message in messages) / len(messages)
    return f"text {text / 1024:.1f} kB, HTML {html / 1024:.1f} kB"


def _html(message: EmailMultiAlternatives) -> str:
    return str(message.alternatives[0][0]) if message.alternatives else ""


def _copy(message: EmailMultiAlternatives) -> EmailMultiAlternatives:
    """The same mail, headers and all, from words that are ready."""
    copy = EmailMultiAlternatives(
        message.subject, message.body, message.from_email, message.to,
        reply_to=message.reply_to, headers=message.extra_headers,
    )  # fmt: skip
    if message.alternatives:
        copy.attach_alternative(_html(message), "text/html")
    return copy


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
