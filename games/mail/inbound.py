"""Mail in: committed raw before anything looks at it; `unread` is where it is read.

Whatever door a mail came through, `accept_raw` is the threshold: once it has returned, the mail
counts as received at that moment, however late it is read.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping
from datetime import timedelta

from games.common import clock
from games.common.task_queue import enqueue_inbound
from games.mail import rate_limits
from games.mail.inbound_queue import process_pending
from games.mail.reply_targets import find_target
from games.models import InboundMail, Member, OutboundMail, Player
from games.models.fixed_queries import FixedQuery, insert_row
from games.replies.message_parts import message_ids, storable
from games.replies.mime import header_block, parse_headers
from games.replies.reply_addresses import MOST_CHARACTERS, DigestTarget, OfferTarget, Target
from games.replies.sender_authentication import header_verdicts

__all__ = ["accept_raw", "process_pending"]

logger = logging.getLogger(__name__)

MOST_BYTES = 256 * 1024
"""A reply that holds an order is a few kB; what is larger is refused at the door."""

_READER_AT_WORK = timedelta(seconds=5)
"""Mail that waits for no longer has a reader called already, who looks again when it is done."""


_KEPT = FixedQuery(lambda key: InboundMail.objects.filter(dedupe_key=key).only("pk"))
_PLAYER = FixedQuery(
    lambda pk: Player.objects.filter(pk=pk).only("match_id", "member_id").order_by()
)
_PENDING_SINCE = FixedQuery(
    lambda at: InboundMail.objects.filter(
        status=InboundMail.Status.PENDING, received_at__gt=at
    ).only("pk")[:1]
)


def accept_raw(
    *,
    raw: bytes,
    recipient: str,
    envelope_sender: str,
    source: str,
    verdicts: Mapping[str, object] | None = None,
) -> InboundMail | None:
    """Store a mail as it arrived; returns the committed row, or None if it is there already.

    Twice the same is told by Message-ID and recipient, or by the bytes where there is no id. Of a
    mail larger than 256 kB, and of a member's beyond `limits`, only the headers are kept; more mail
    to nobody than those allow is not kept at all. `envelope_sender` is `<>` where the envelope
    named nobody, "" where the door does not know it. Database errors are raised: the door must not
    say that it has the mail then.
    """
    row = _row_of(raw, recipient, envelope_sender, source, verdicts or {})
    if row is None:
        return None
    is_first = not _PENDING_SINCE.rows(row.received_at - _READER_AT_WORK)
    if not insert_row(row, is_once=True):
        return None
    if is_first:
        enqueue_inbound()
    return row


def _row_of(
    raw: bytes, recipient: str, envelope_sender: str, source: str, verdicts: Mapping[str, object]
) -> InboundMail | None:
    """The row to be stored for a mail; None for one that is there, or that nobody is owed."""
    headers = parse_headers(raw)
    notes: dict[str, object] = {**header_verdicts(headers), **verdicts}
    if len(raw) > MOST_BYTES:
        notes["bytes"] = len(raw)
        raw = header_block(raw)
    ids = message_ids(headers, "Message-ID")
    address = storable(recipient).strip().strip("<>").casefold()[:MOST_CHARACTERS]
    key = _dedupe_key(ids[0] if ids else "", address, raw)
    if _KEPT.rows(key):
        return None
    player, member_id = _whose(find_target(recipient, headers))
    now, sender = clock.now(), storable(envelope_sender)[:MOST_CHARACTERS]
    if member_id is None and rate_limits.is_sender_over(sender, now):
        logger.warning("mail to nobody from one sender: not kept", extra={"source": source[:8]})
        return None
    if member_id is not None and rate_limits.is_member_over(member_id, now):
        notes["over"] = True
        raw = header_block(raw)
    return InboundMail(
        dedupe_key=key,
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


def _whose(target: Target | None) -> tuple[Player | None, int | None]:
    """The player, and the member, at whose address a mail came in."""
    if isinstance(target, DigestTarget):
        member = Member.objects.filter(pk=target.member_id).only("pk").first()
        return None, member.pk if member is not None else None
    if isinstance(target, OfferTarget):
        asked = OutboundMail.objects.filter(pk=target.row_id).only("member_id").first()
        return None, asked.member_id if asked is not None else None
    if target is None:
        return None, None
    player = _PLAYER.first(target.player_id)
    return player, player.member_id if player is not None else None


def _dedupe_key(message_id: str, recipient: str, raw: bytes) -> str:
    identity = message_id.encode() if message_id else hashlib.sha256(raw).digest()
    return hashlib.sha256(identity + b"\n" + recipient.encode()).hexdigest()
