"""Mail in: committed raw before anything looks at it; `unread` is where it is read.

Whatever door a mail came through, `accept_raw` is the threshold: once it has returned, the mail
counts as received at that moment, however late it is read.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from email.message import Message
from functools import cache
from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from games.common import clock
from games.common.task_queue import enqueue_inbound
from games.mail import rate_limits
from games.mail.inbound_queue import process_pending
from games.mail.reply_targets import find_target
from games.models import InboundMail, Member, OutboundMail, Player
from games.models.fixed_queries import FixedQuery, insert_row
from games.replies.message_parts import bodies, message_ids, storable
from games.replies.mime import header_block, parse_headers, parse_message, texts_alone
from games.replies.reply_addresses import (
    MOST_CHARACTERS,
    DigestTarget,
    OfferTarget,
    ReplyTarget,
    Target,
)
from games.replies.sender_authentication import header_verdicts

__all__ = ["accept_raw", "process_pending"]

logger = logging.getLogger(__name__)

MOST_TAKEN = 10 * 1024 * 1024
"""Replies come with the pictures of a signature; what is larger is refused at the door."""

MOST_BYTES = 256 * 1024
"""A reply that holds an order is a few kB. Of what is larger the words alone are kept."""

_READER_AT_WORK = timedelta(seconds=5)
"""Mail that waits for no longer has a reader called already, who looks again when it is done."""


def _pending_since(at: object) -> QuerySet[InboundMail]:
    return InboundMail.objects.filter(status=InboundMail.Status.PENDING, received_at__gt=at)


_PENDING_SINCE = FixedQuery(lambda at: _pending_since(at).only("pk")[:1])


@cache
def _player(most: int) -> FixedQuery[Player]:
    """The player who is written to, with what decides about their mail; `most` is read."""
    return FixedQuery(
        lambda pk, counted_since, at: (
            Player.objects.filter(pk=pk)
            .annotate(
                is_over=rate_limits.member_over(OuterRef("member"), counted_since, most),
                has_reader=Exists(_pending_since(at)),
                read_at=clock.ClockReading(),
            )
            .only("match_id", "member_id")
            .order_by()
        )
    )


class _Door(NamedTuple):
    """What is known of a mail before it is kept: whose it is, and the moment."""

    player: Player | None
    member_id: int | None
    at: datetime
    is_over: bool
    has_reader: bool


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
    mail larger than 256 kB only its texts are kept; where those are too large themselves, and of a
    member's beyond `limits`, only the headers; more mail to nobody than those allow is not kept at
    all. `envelope_sender` is `<>` where the envelope
    named nobody, "" where the door does not know it. Database errors are raised: the door must not
    say that it has the mail then.
    """
    headers = parse_headers(raw)
    door = _door(find_target(recipient, headers))
    row = _row_of(raw, headers, recipient, envelope_sender, source, verdicts or {}, door)
    if row is None or not insert_row(row, is_once=True):
        return None
    if not door.has_reader:
        enqueue_inbound()
    return row


def _row_of(
    raw: bytes,
    headers: Message,
    recipient: str,
    envelope_sender: str,
    source: str,
    verdicts: Mapping[str, object],
    door: _Door,
) -> InboundMail | None:
    """The row to be stored for a mail; None for one that nobody is owed."""
    notes: dict[str, object] = {**header_verdicts(headers), **verdicts}
    if len(raw) > MOST_BYTES:
        words = _words_alone(raw) if not door.is_over else b""
        if not words:
            notes["bytes"] = len(raw)
        raw = words or header_block(raw)
    ids = message_ids(headers, "Message-ID")
    address = storable(recipient).strip().strip("<>").casefold()[:MOST_CHARACTERS]
    key = _dedupe_key(ids[0] if ids else "", address, raw)
    sender = storable(envelope_sender)[:MOST_CHARACTERS]
    if door.member_id is None and rate_limits.is_sender_over(sender, door.at):
        logger.warning("mail to nobody from one sender: not kept", extra={"source": source[:8]})
        return None
    if door.is_over:
        notes["over"] = True
        raw = header_block(raw)
    return InboundMail(
        dedupe_key=key,
        source=source[:8],
        recipient=address,
        envelope_sender=sender,
        raw=raw,
        verdicts=notes,
        received_at=door.at,
        member_id=door.member_id,
        match_id=door.player.match_id if door.player is not None else None,
        player=door.player,
    )


def _words_alone(raw: bytes) -> bytes:
    """The mail with its texts, or with its plain text, where that is small enough to be kept."""
    if len(raw) > MOST_TAKEN:
        return b""
    words = texts_alone(raw)
    if len(words) <= MOST_BYTES:
        return words
    words = texts_alone(raw, with_html=False)
    is_enough = len(words) <= MOST_BYTES and bodies(parse_message(words))[0].strip()
    return words if is_enough else b""


def _door(target: Target | None) -> _Door:
    """At whose address a mail came in, in one query where that is a player's."""
    roughly = clock.roughly_now()
    waited = roughly - _READER_AT_WORK
    if isinstance(target, ReplyTarget):
        read = _player(rate_limits.MOST_FROM_MEMBER)
        player = read.first(target.player_id, roughly - rate_limits.HOUR, waited)
        if player is not None:
            told = vars(player)
            is_over = player.member_id is not None and bool(told["is_over"])
            at, has_reader = clock.instant_read(told["read_at"]), bool(told["has_reader"])
            return _Door(player, player.member_id, at, is_over, has_reader)
    member_id, at = _member_of(target), clock.now()
    is_over = member_id is not None and rate_limits.is_member_over(member_id, at)
    return _Door(None, member_id, at, is_over, bool(_PENDING_SINCE.rows(waited)))


def _member_of(target: Target | None) -> int | None:
    """The member who was written to where a mail that is about no single match is answered."""
    if isinstance(target, DigestTarget):
        member = Member.objects.filter(pk=target.member_id).only("pk").first()
        return member.pk if member is not None else None
    if isinstance(target, OfferTarget):
        asked = OutboundMail.objects.filter(pk=target.row_id).only("member_id").first()
        return asked.member_id if asked is not None else None
    return None


def _dedupe_key(message_id: str, recipient: str, raw: bytes) -> str:
    identity = message_id.encode() if message_id else hashlib.sha256(raw).digest()
    return hashlib.sha256(identity + b"\n" + recipient.encode()).hexdigest()
