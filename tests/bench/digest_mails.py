"""What a question costs in a digest, in mails of its own.

Without digests mails leave when a phase closes, those of one match together, and what the sender
reads for a chunk it reads for these few. Only where many deadlines pass at once do they leave a
hundred at a time. Digests leave together: everybody's at the same hour.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import groupby, islice

from django.core import mail

from games.common import clock
from games.letters.outbox_prefetch import Prefetched
from games.mail import outbox
from games.models import Member, OutboundMail
from games.services.digest_scheduling import digest_row
from tests.bench.figures import Effort, Figure, at_most
from tests.bench.phases import settle
from tests.bench.population import Pattern
from tests.bench.questions import queued, worded

DIGESTS = (3, 6)
MOST_OF_A_MAIL = 0.5
"""What a question in a digest may cost of what it costs in a mail of its own."""

USUAL, TOGETHER = "that leave as phases close", "that leave a hundred at a time"
Status = OutboundMail.Status
Chunks = list[list[int]]
"""Rows of the outbox, as a sender has them in hand together."""


def digests_figures(
    patterns: Sequence[Pattern], members: Sequence[Member], count: int, seconds: float
) -> Iterator[Figure]:
    """Questions in digests beside questions in mails of their own: worded, and with all that it
    takes to send them but the talk with a mail server. Leaves the outbox empty."""
    for size in DIGESTS:
        OutboundMail.objects.all().delete()
        # So few that many of them are asked often enough; seats are dealt in steps of seven.
        few = members[: count // size // 2 // 7 * 7 + 8]
        ways = {
            USUAL: _by_match(queued(patterns, few, count)),
            TOGETHER: _by_hundreds(queued(patterns, few, count)),
            "digests": _by_hundreds(_digests(queued(patterns, few, count), size)),
        }
        tomorrow = clock.now() + timedelta(days=1)
        OutboundMail.objects.filter(status=Status.QUEUED).update(due_at=tomorrow)
        settle()
        yield from _compared("worded", size, _worded(ways, seconds))
        yield from _compared("sent", size, _sent(ways))
    OutboundMail.objects.all().delete()


def _compared(deed: str, size: int, efforts: Mapping[str, Effort]) -> Iterator[Figure]:
    each = efforts["digests"].each / size
    for way in (USUAL, TOGETHER):
        share = each / efforts[way].each if efforts[way].each else 0.0
        name = f"a question in a digest of {size}, {deed}, in mails of its own {way}"
        yield at_most(name, share, MOST_OF_A_MAIL, "mails")


def _digests(rows: Sequence[OutboundMail], size: int) -> list[OutboundMail]:
    """Digests of so many of these questions, for whoever has as many; the others are deleted."""
    mine: dict[int | None, list[OutboundMail]] = {}
    for row in rows:
        mine.setdefault(row.member_id, []).append(row)
    full = [some[:size] for some in mine.values() if len(some) >= size]
    told = {row.pk for some in full for row in some}
    OutboundMail.objects.filter(pk__in=told).update(status=Status.COLLECTED)
    OutboundMail.objects.filter(pk__in={row.pk for row in rows} - told).delete()
    now = clock.now()
    return OutboundMail.objects.bulk_create(
        digest_row(some[0].member, now, now) for some in full if some[0].member is not None
    )


def _by_match(rows: Sequence[OutboundMail]) -> Chunks:
    return [[row.pk for row in some] for _match, some in groupby(rows, lambda row: row.match_id)]


def _by_hundreds(rows: Sequence[OutboundMail]) -> Chunks:
    ids = iter([row.pk for row in rows])
    return list(iter(lambda: list(islice(ids, outbox.CHUNK)), []))


def _by_turns(ways: Mapping[str, Chunks]) -> list[tuple[str, list[int]]]:
    """The chunks of all, so mixed that all get through together: what else the machine does befalls
    them alike."""
    turns = [
        ((number + 0.5) / len(chunks), way, ids)
        for way, chunks in ways.items()
        for number, ids in enumerate(chunks)
    ]
    return [(way, ids) for _place, way, ids in sorted(turns)]


def _worded(ways: Mapping[str, Chunks], seconds: float) -> dict[str, Effort]:
    """Read and word all, again and again for so long, after once that does not count."""
    for chunks in ways.values():
        _chunk_worded(chunks[0])
    efforts = {way: Effort() for way in ways}
    while sum(effort.wall for effort in efforts.values()) < seconds * len(ways):
        for way, ids in _by_turns(ways):
            with efforts[way].timed():
                efforts[way].count += _chunk_worded(ids)
    return efforts


def _chunk_worded(ids: list[int]) -> int:
    chunk = list(OutboundMail.objects.filter(pk__in=ids))
    known = Prefetched(chunk)
    for row in chunk:
        worded(row, known).message().as_bytes()
    return len(chunk)


def _sent(ways: Mapping[str, Chunks]) -> dict[str, Effort]:
    """Send all, a chunk at a time."""
    efforts = {way: Effort() for way in ways}
    for way, ids in _by_turns(ways):
        OutboundMail.objects.filter(pk__in=ids).update(due_at=clock.now())
        with efforts[way].timed():
            efforts[way].count += outbox.send_due()
    mail.outbox.clear()
    if any(effort.count != sum(map(len, ways[way])) for way, effort in efforts.items()):
        raise RuntimeError("a mail of the measurement was not sent")
    return efforts
