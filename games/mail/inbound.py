"""Mail in: committed raw before anything looks at it, then read, each mail in its own transaction.

Whatever door a mail came through, `accept_raw` is the threshold: once it has returned, the mail
counts as received at that moment, however late it is read. Reading never trusts a mail: what a
person cannot have written stays unanswered, an order is only taken from the seat's own address, and
answers go there and nowhere else.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import F, Q, QuerySet

from games.mail import answers, limits, replies
from games.mail.addresses import MOST_CHARACTERS, DigestTarget, Target
from games.mail.mime import header_block, parse_headers
from games.mail.reading import message_ids, storable
from games.mail.targets import find_target
from games.mail.verdicts import header_verdicts
from games.models import InboundMail, Member, Player
from games.nudges import nudge_inbound
from games.services import clock

logger = logging.getLogger(__name__)

MOST_BYTES = 256 * 1024
"""A reply that holds an order is a few kB; what is larger is refused at the door."""

MOST_ATTEMPTS = 3
CHUNK = 50

Status = InboundMail.Status


def accept_raw(
    *,
    raw: bytes,
    recipient: str,
    envelope_sender: str,
    source: str,
    verdicts: Mapping[str, Any] | None = None,
) -> InboundMail | None:
    """Store a mail as it arrived; returns the committed row, or None if it is there already.

    Twice the same is told by Message-ID and recipient, or by the bytes where there is no id. Of a
    mail larger than 256 kB, and of a member's beyond `limits`, only the headers are kept; more mail
    to nobody than those allow is not kept at all. `envelope_sender` is `<>` where the envelope
    named nobody, "" where the door does not know it. Database errors are raised: the door must not
    say that it has the mail then.
    """
    headers = parse_headers(raw)
    notes = {**header_verdicts(headers), **(verdicts or {})}
    if len(raw) > MOST_BYTES:
        notes["bytes"] = len(raw)
        raw = header_block(raw)
    target = find_target(recipient, headers)
    player, member_id = _whose(target)
    now, sender = clock.now(), storable(envelope_sender)[:MOST_CHARACTERS]
    if member_id is None and limits.is_sender_over(sender, now):
        logger.warning("mail to nobody from one sender: not kept", extra={"source": source[:8]})
        return None
    if member_id is not None and limits.is_member_over(member_id, now):
        notes["over"] = True
        raw = header_block(raw)
    ids = message_ids(headers, "Message-ID")
    address = storable(recipient).strip().strip("<>").casefold()[:MOST_CHARACTERS]
    row = InboundMail(
        dedupe_key=_dedupe_key(ids[0] if ids else "", address, raw),
        source=source[:8],
        recipient=address,
        envelope_sender=sender,
        raw=raw,
        verdicts=notes,
        received_at=now,
        member_id=member_id,
        match_id=player.match_id if player is not None else None,
        player=player,
    )
    try:
        with transaction.atomic():
            row.save(force_insert=True)
            nudge_inbound()
    except IntegrityError:
        if InboundMail.objects.filter(dedupe_key=row.dedupe_key).exists():
            return None
        raise
    return row


def _whose(target: Target | None) -> tuple[Player | None, int | None]:
    """The player, and the member, at whose address a mail came in."""
    if isinstance(target, DigestTarget):
        member = Member.objects.filter(pk=target.member_id).only("pk").first()
        return None, member.pk if member is not None else None
    if target is None:
        return None, None
    player = Player.objects.filter(pk=target.player_id).only("match_id", "member_id").first()
    return player, player.member_id if player is not None else None


def process_pending(limit: int = CHUNK) -> int:
    """Read up to `limit` mails in the order of their arrival; returns how many were settled."""
    waiting = InboundMail.objects.filter(status=Status.PENDING).order_by("received_at", "id")
    return sum(_settle(pk) for pk in waiting.values_list("pk", flat=True)[:limit])


def pending_before(match_ids: Collection[int], at: datetime) -> set[int]:
    """Which of these matches have mail that came in by `at` and was not yet read; an answer to a
    digest may be about any match of its member."""
    waiting = _waiting_for(match_ids, at).values_list("match_id", "member_id")
    found = {match_id for match_id, _member in waiting if match_id is not None}
    members = {member for match_id, member in waiting if match_id is None}
    if members:
        seats = Player.objects.filter(match__in=match_ids, member__in=members)
        found.update(seats.values_list("match_id", flat=True))
    return found


def _waiting_for(match_ids: Collection[int], at: datetime) -> QuerySet[InboundMail]:
    concerned = Q(match_id__in=match_ids) | Q(match=None, member__isnull=False)
    return InboundMail.objects.filter(concerned, status=Status.PENDING, received_at__lte=at)


def drain_before(match_ids: Collection[int], at: datetime) -> set[int]:
    """Read now all mail for these matches that came in by `at`, so that a deadline can be kept.

    Returns the matches of which some is still unread, because another worker has it in hand or
    because reading it failed.
    """
    waiting = _waiting_for(match_ids, at).order_by("received_at", "id")
    for pk in list(waiting.values_list("pk", flat=True)):
        _settle(pk)
    return pending_before(match_ids, at)


def _settle(pk: int) -> bool:
    """Read one mail; False if it is not to be had now, or could not be read this time."""
    try:
        with transaction.atomic():
            row = _taken(pk)
            if row is None:
                return False
            verdict = replies.read_reply(row)
            InboundMail.objects.filter(pk=pk).update(status=verdict.status, verdict=verdict.code)
    except DatabaseError:
        # The database is in trouble, not the mail: it is read another time.
        logger.exception("a mail could not be settled", extra={"inbound_mail": pk})
        return False
    except Exception as error:
        # Only the class is logged: a message could hold the mail's words.
        logger.error(
            "a mail could not be read", extra={"inbound_mail": pk, "fault": type(error).__name__}
        )
        return _count_failure(pk)
    return True


def _taken(pk: int) -> InboundMail | None:
    """The row, locked, unless somebody has it or an earlier mail of its member is still to be read.

    Two workers must not turn the order of two mails round: the later one replaces the earlier.
    """
    skip = connection.features.has_select_for_update_skip_locked
    row = (
        InboundMail.objects.select_for_update(skip_locked=skip, of=("self",))
        .select_related("member", "player__member", "player__match")
        .filter(pk=pk, status=Status.PENDING)
        .first()
    )
    if row is None or row.member_id is None:
        return row
    earlier = Q(received_at__lt=row.received_at) | Q(received_at=row.received_at, pk__lt=row.pk)
    waits = InboundMail.objects.filter(earlier, status=Status.PENDING, member_id=row.member_id)
    return None if waits.exists() else row


def _count_failure(pk: int) -> bool:
    with transaction.atomic():
        InboundMail.objects.filter(pk=pk).update(attempts=F("attempts") + 1)
        row = InboundMail.objects.select_related("player__member", "player__match").get(pk=pk)
        if row.attempts < MOST_ATTEMPTS:
            return False
        row.status, row.verdict = Status.REFUSED, "unreadable"
        row.save(update_fields=["status", "verdict"])
        if row.player is not None:
            answers.refuse(row, row.player, code="unreadable")
    return True


def _dedupe_key(message_id: str, recipient: str, raw: bytes) -> str:
    identity = message_id.encode() if message_id else hashlib.sha256(raw).digest()
    return hashlib.sha256(identity + b"\n" + recipient.encode()).hexdigest()
