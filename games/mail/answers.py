"""Answers to mail: outbox rows to the seat's registered address, never to whoever wrote.

However much comes in, a member gets at most ten answers and forty receipts an hour, and the same
refusal once a day.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.utils import translation

from games.common import clock
from games.common.task_queue import enqueue_outbox
from games.composing.reply_refusals import refusal_words
from games.mail.seat_replies import Result, refused
from games.models import InboundMail, Member, OutboundMail, Player
from games.models.fixed_queries import FixedQuery, insert_row
from games.replies.message_parts import message_ids
from games.replies.mime import parse_headers

MOST_IN_AN_HOUR = 10
MOST_RECEIPTS = 40
"""More than of other answers: somebody may sit down and answer all their matches at once."""
HOUR = timedelta(hours=1)
Kind = OutboundMail.Kind

_COUNTED = {
    True: ([Kind.RECEIPT.value], MOST_RECEIPTS),
    False: ([Kind.REFUSAL.value, Kind.ANSWER.value], MOST_IN_AN_HOUR),
}
_RECENT = FixedQuery(
    lambda member, kinds, since: OutboundMail.objects.filter(
        member=member, kind__in=kinds, created_at__gt=since
    ).only("pk")[:MOST_RECEIPTS]
)


def send(row: InboundMail, player: Player, result: Result) -> None:
    """The answer for one seat, in the match's thread. No receipt for who wants none."""
    member = player.member
    if member is None or (result.kind == Kind.RECEIPT and not member.wants_receipts):
        return
    if result.kind == Kind.REFUSAL:
        phase_number = player.match.phase_number
        words, quoted = result.payload["words"], result.payload["quoted"]
        identity = f"{player.pk}:{phase_number}:{result.code}:{words}:{quoted}"
        key = _refusal_key(identity)
    else:
        phase_number = result.payload.get("phase") or player.match.phase_number
        key = f"{result.kind}:{row.pk}"
    _write(
        result.kind,
        row,
        member,
        player,
        key=key,
        phase_number=phase_number,
        payload=result.payload,
    )


def send_together(
    row: InboundMail,
    member: Member,
    items: Sequence[Mapping[str, Any]],
    digest: OutboundMail,
    still_open: Sequence[str],
) -> None:
    """The answers for several seats in one mail, which can be answered as the digest can."""
    payload = {"items": list(items), "digest": digest.pk, "open": list(still_open)}
    _write(
        Kind.ANSWER,
        row,
        member,
        None,
        key=f"answer:{row.pk}",
        phase_number=None,
        payload=payload,
    )


def refuse(row: InboundMail, player: Player, *, code: str, quoted: str = "") -> None:
    """Why a mail was not taken. `quoted` are the lines that the code speaks of."""
    if player.member is not None:
        send(row, player, refused(player, code, quoted=quoted))


def refuse_member(row: InboundMail, member: Member, *, code: str) -> None:
    """As `refuse`, where no match is known."""
    with translation.override(member.language):
        words = refusal_words(code)
    _write(
        Kind.REFUSAL,
        row,
        member,
        None,
        key=_refusal_key(f"{member.pk}:{code}"),
        phase_number=None,
        payload={"code": code, "words": words, "quoted": ""},
    )


def _refusal_key(identity: str) -> str:
    digest = hashlib.sha256(identity.encode()).hexdigest()[:32]
    return f"refusal:{clock.now():%Y-%m-%d}:{digest}"


def _write(
    kind: OutboundMail.Kind,
    row: InboundMail,
    member: Member,
    player: Player | None,
    *,
    key: str,
    phase_number: int | None,
    payload: Mapping[str, Any],
) -> None:
    now = clock.now()
    kinds, most = _COUNTED[kind == Kind.RECEIPT]
    if len(_RECENT.rows(member.pk, kinds, now - HOUR)) >= most:
        return
    # A forger's id would tie our mail to a conversation that the member never had.
    is_forged = payload.get("code") == "other-sender"
    ids = [] if is_forged else message_ids(parse_headers(bytes(row.raw)), "Message-ID")
    answer = OutboundMail(
        dedupe_key=key,
        kind=kind,
        address=member.email,
        language=member.language,
        member=member,
        match_id=player.match_id if player is not None else None,
        player=player,
        phase_number=phase_number,
        payload={**payload, "in_reply_to": ids[0] if ids else ""},
        created_at=now,
        due_at=now,
    )
    insert_row(answer, is_once=True)
    enqueue_outbox()
