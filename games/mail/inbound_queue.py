"""Mail that came in is read and acted on, nearest deadline first, each in its own transaction.

Reading happens outside any transaction, in a process with limits (`readers`), under a lease; acting
is one short transaction. Reading never trusts a mail: what a person cannot have written stays
unanswered, an order is only taken from the seat's own address, and answers go there and nowhere
else. Of one member the mails about one match are read in the order in which they came, and an
answer to a digest, which may be about any match, in its place among all of theirs.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Lower
from django.db.models.lookups import IsNull

from games.common import clock
from games.common.task_queue import enqueue_inbound
from games.mail import reply_handling
from games.mail.earlier_mails import old_words
from games.models import InboundMail, Match, Player
from games.models.fixed_queries import FixedQuery
from games.models.row_updates import update_rows
from games.replies import sandbox
from games.replies.automatic_responses import automatic_reason
from games.replies.message_parts import sender_addresses
from games.replies.mime import parse_headers
from games.replies.parsed_mail import ParsedMail
from games.replies.quotation_matching import OldWords
from games.replies.reply_addresses import ours
from games.services import delivery, leases
from games.services.unread_mail import MOST_ATTEMPTS, pending_before, waiting_for

logger = logging.getLogger(__name__)

CHUNK = 150
PENDING_SECONDS = 5.0
DRAIN_SECONDS = 2.0
"""Closing reads mail itself for so long at a time; what is left holds its matches for a while."""

Status = InboundMail.Status
_DATABASE_AWAY = (OperationalError, InterfaceError)

_owed: list[InboundMail] = []
"""Mails that this process could not give back because the database was away."""


def process_pending(limit: int = CHUNK, seconds: float = PENDING_SECONDS) -> int:
    """Read up to `limit` mails, and begin with none after so many seconds.

    Returns how many were settled; 0 also where others have all of them in hand.
    """
    return _settle_all(_queue(), limit, seconds)


def drain_before(match_ids: Collection[int], at: datetime) -> set[int]:
    """Read now the mail for these matches that came in by `at`, so that a deadline can be kept.

    Bounded in time; a mail that failed once is left to the lane that reads mail. Returns the
    matches of which some is still unread: they are not to be closed yet.
    """
    first = _concerning(match_ids, at)
    if not first:
        return set()
    _settle_all(_queue().filter(pk__in=first, attempts=0), CHUNK, DRAIN_SECONDS)
    unread = pending_before(match_ids, at)
    if unread:
        enqueue_inbound()
    return unread


def _concerning(match_ids: Collection[int], at: datetime) -> list[int]:
    """The mails for these matches, and what must be read before them."""
    rows = list(waiting_for(match_ids, at).values_list("pk", "match_id", "member_id"))
    members = {member_id for _pk, match_id, member_id in rows if match_id is None}
    found = [pk for pk, _match, _member in rows]
    if members:
        earlier = InboundMail.objects.filter(
            status=Status.PENDING, member__in=members, received_at__lte=at
        )
        found += earlier.exclude(pk__in=found).values_list("pk", flat=True)
    return found


def _queue() -> QuerySet[InboundMail]:
    """Unread mail, the nearest deadline first; none behind one that somebody has in hand."""
    soonest = Player.objects.filter(
        member=OuterRef("member"), match__status=Match.Status.RUNNING
    ).order_by("match__deadline_at")
    ahead = _ahead().filter(Q(lease_until__gt=clock.now()) | Q(attempts__gt=0))
    return (
        InboundMail.objects.filter(~Exists(ahead), status=Status.PENDING)
        .annotate(
            needed_at=Coalesce(
                "match__deadline_at", Subquery(soonest.values("match__deadline_at")[:1])
            )
        )
        .order_by(F("needed_at").asc(nulls_last=True), "received_at", "id")
    )


def _ahead() -> QuerySet[InboundMail]:
    """What must be read before a mail: of the same member about the same match, or about any."""
    earlier = Q(received_at__lt=OuterRef("received_at")) | Q(
        received_at=OuterRef("received_at"), pk__lt=OuterRef("pk")
    )
    same = Q(match=OuterRef("match")) | Q(match=None) | Q(IsNull(OuterRef("match_id"), True))
    return InboundMail.objects.filter(
        earlier, same, status=Status.PENDING, member=OuterRef("member")
    )


def _settle_all(queue: QuerySet[InboundMail], limit: int, seconds: float) -> int:
    ends_at = time.monotonic() + seconds
    _give_back([_owed.pop() for _row in range(len(_owed))], is_counted=False)
    rows = leases.take_lease(queue, limit=limit, now=clock.now())
    settled = 0
    for number, row in enumerate(rows):
        if time.monotonic() > ends_at:
            _give_back(rows[number:], is_counted=False)
            break
        try:
            settled += _settle(row)
        except _DATABASE_AWAY as error:
            logger.error("the database is away", extra={"fault": type(error).__name__})
            _give_back(rows[number:], is_counted=False)
            break
    return settled


def _settle(row: InboundMail) -> bool:
    """Read a leased mail and act on it; False if it could not be settled this time.

    Trouble with the database is raised: it is nobody's fault.
    """
    if row.attempts > MOST_ATTEMPTS:
        return _park(row, "tries")
    try:
        written = sandbox.read(bytes(row.raw), row.envelope_sender, ours())
    except sandbox.UnreadableError as error:
        return _park(row, str(error))
    except (sandbox.ReaderLostError, OSError) as error:
        logger.error(
            "the reader of mails was lost",
            extra={"inbound_mail": row.pk, "fault": type(error).__name__},
        )
        _give_back([row], is_counted=isinstance(error, sandbox.ReaderLostError))
        return False
    try:
        return _act(row, written, old_words(row, written))
    except _DATABASE_AWAY:
        raise
    except Exception as error:
        # Only the class is logged: a message could hold the mail's words.
        logger.error(
            "a mail could not be read",
            extra={"inbound_mail": row.pk, "fault": type(error).__name__},
        )
        if row.attempts >= MOST_ATTEMPTS:
            return _park(row, type(error).__name__)
        _give_back([row], is_counted=True)
        return False


def _act(row: InboundMail, written: ParsedMail, old: OldWords | None) -> bool:
    """The short transaction: what the mail says is done, unless another must be read before it."""
    with transaction.atomic():
        mail = _locked(row)
        if mail is None:
            return False
        if mail.waits:  # type: ignore[attr-defined]
            _give_back([row], is_counted=False)
            return False
        _settled(mail, reply_handling.read_reply(mail, written, old))
    return True


def _park(row: InboundMail, kind: str) -> bool:
    """Settle a mail that is not tried again: its headers alone say whether it is answered."""
    logger.error("a mail is unreadable", extra={"inbound_mail": row.pk, "kind": kind[:40]})
    headers = parse_headers(bytes(row.raw))
    known = ParsedMail(
        automatic=automatic_reason(headers, row.envelope_sender, ours()),
        senders=tuple(sender_addresses(headers)),
    )
    with transaction.atomic():
        mail = _locked(row)
        if mail is None:
            return False
        _settled(mail, reply_handling.refuse_unreadable(mail, known))
    return True


_LOCKED = FixedQuery(
    lambda pk, until: (
        InboundMail.objects.filter(pk=pk, lease_until=until, status=Status.PENDING)
        .select_for_update(of=("self",))
        .select_related("member", "player__member", "player__match")
        .annotate(
            waits=Exists(_ahead()),
            is_in_trouble=delivery.is_in_trouble(Lower(OuterRef("member__email"))),
        )
        .defer("raw")
    )
)


def _locked(row: InboundMail) -> InboundMail | None:
    """The row as long as this reader's lease holds it; `waits`: another must be read before it;
    `is_in_trouble`: mail to its member was, of late."""
    mail = _LOCKED.first(row.pk, row.lease_until)
    if mail is not None:
        mail.raw = row.raw
    return mail


def _settled(mail: InboundMail, verdict: reply_handling.Verdict) -> None:
    mail.status, mail.verdict, mail.lease_until = verdict.status, verdict.code, None
    update_rows([mail], ("status", "verdict", "lease_until"))


def _give_back(rows: Sequence[InboundMail], *, is_counted: bool) -> None:
    """Let others have these mails; where even that fails, their leases run out by themselves."""
    for until in {row.lease_until for row in rows if row.lease_until is not None}:
        together = [row for row in rows if row.lease_until == until]
        try:
            leases.return_lease(
                InboundMail.objects.all(),
                [row.pk for row in together],
                until=until,
                is_counted=is_counted,
            )
        except _DATABASE_AWAY:
            _owed.extend(together)
