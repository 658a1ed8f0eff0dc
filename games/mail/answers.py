"""Answers to mail: outbox rows to the seat's registered address, never to whoever wrote.

However much comes in, a member gets at most ten answers and forty receipts an hour, and the same
refusal once a day.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils import translation

from games.mail.reading import message_ids, parse_headers
from games.mail.refusals import refusal_words
from games.models import InboundMail, Member, OutboundMail, Player
from games.nudges import nudge_outbox
from games.services import clock
from games.services.orders import Receipt

MOST_IN_AN_HOUR = 10
MOST_RECEIPTS = 40
"""More than of other answers: somebody may sit down and answer all their matches at once."""
Kind = OutboundMail.Kind


def confirm(row: InboundMail, player: Player, receipt: Receipt) -> None:
    """A receipt for an order that was taken, if the member wants such."""
    member = player.member
    if member is None or not member.wants_receipts:
        return
    _write(
        Kind.RECEIPT,
        row,
        member,
        player,
        key=f"receipt:{row.pk}",
        phase_number=receipt.phase_number,
        payload={
            "text": receipt.text,
            "version": receipt.version,
            "replaced": receipt.replaced,
            "standing": list(receipt.standing),
            "closed": receipt.closed,
            "waiting": receipt.waiting,
            "received_at": row.received_at.isoformat(),
        },
    )


def refuse(
    row: InboundMail,
    player: Player,
    *,
    code: str,
    words: str = "",
    quoted: str = "",
) -> None:
    """Why a mail was not taken as an order. `words` where `code` is one of the rules', which quote
    what was sent and say what would work; `quoted` are the lines that another code speaks of."""
    member = player.member
    if member is None:
        return
    phase_number = player.match.phase_number
    identity = f"{player.pk}:{phase_number}:{code}:{words}:{quoted}"
    _refuse(
        row,
        member,
        player,
        identity=identity,
        payload={"code": code, "words": words, "quoted": quoted},
    )


def refuse_member(row: InboundMail, member: Member, *, code: str) -> None:
    """As `refuse`, where no match is known."""
    _refuse(row, member, None, identity=f"{member.pk}:{code}", payload={"code": code})


def tell(
    row: InboundMail, player: Player, *, code: str, params: Mapping[str, Any] | None = None
) -> None:
    """What a command did, in the words of `told`. Every command is answered, but for a storm."""
    member = player.member
    if member is None:
        return
    _write(
        Kind.ANSWER,
        row,
        member,
        player,
        key=f"answer:{row.pk}",
        phase_number=player.match.phase_number,
        payload={"code": code, "params": dict(params or {})},
    )


def _refuse(
    row: InboundMail,
    member: Member,
    player: Player | None,
    *,
    identity: str,
    payload: dict[str, Any],
) -> None:
    if not payload.get("words"):
        with translation.override(member.language):
            payload["words"] = refusal_words(payload["code"])
    digest = hashlib.sha256(identity.encode()).hexdigest()[:32]
    _write(
        Kind.REFUSAL,
        row,
        member,
        player,
        key=f"refusal:{clock.now():%Y-%m-%d}:{digest}",
        phase_number=player.match.phase_number if player is not None else None,
        payload=payload,
    )


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
    recent = OutboundMail.objects.filter(
        member=member,
        kind__in=[Kind.RECEIPT] if kind == Kind.RECEIPT else [Kind.REFUSAL, Kind.ANSWER],
        created_at__gt=now - timedelta(hours=1),
    )
    if recent.count() >= (MOST_RECEIPTS if kind == Kind.RECEIPT else MOST_IN_AN_HOUR):
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
    OutboundMail.objects.bulk_create([answer], ignore_conflicts=True)
    nudge_outbox()
