"""Answers to mail: outbox rows to the seat's registered address, never to whoever wrote.

However much comes in, a member gets at most ten answers and forty receipts an hour, and the same
refusal once a day.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from django.utils import translation

from games.common import clock
from games.common.task_queue import enqueue_outbox
from games.composing.reply_refusals import refusal_words
from games.letters.answers import (
    AnswerLetter,
    ReceiptLetter,
    RefusalLetter,
    SeatAnswerLetter,
    answer_item,
)
from games.letters.command_outcomes import TalkSaid
from games.letters.prefetching import TELLS_RECEIPTS
from games.mail.seat_replies import SeatReply, refused
from games.models import InboundMail, Member, OutboundMail, Phase, Player
from games.models.fixed_queries import FixedQuery, insert_row
from games.replies.message_parts import message_ids
from games.replies.mime import parse_headers
from games.services.notices import Recipient, notice

MOST_IN_AN_HOUR = 10
MOST_RECEIPTS = 40
"""More than of other answers: somebody may sit down and answer all their matches at once."""
HOUR = timedelta(hours=1)

_COUNTED: tuple[tuple[list[str], int], ...] = (
    ([ReceiptLetter.kind], MOST_RECEIPTS),
    ([RefusalLetter.kind, AnswerLetter.kind], MOST_IN_AN_HOUR),
)
MOST_HELD = timedelta(minutes=3)
QUICK_PHASE = timedelta(minutes=10)
"""Where a phase is younger, those who are asked may all be at their mail."""

_FOLLOWING = FixedQuery(
    lambda player, now: OutboundMail.objects.filter(
        player=player,
        kind__in=TELLS_RECEIPTS,
        status=OutboundMail.Status.QUEUED,
        due_at__gt=now,
    ).order_by("-pk")[:1]
)
_OPEN_PHASE = FixedQuery(
    lambda match, number: Phase.objects.filter(match=match, number=number).only("opened_at")
)
_RECENT = FixedQuery(
    lambda member, kinds, since: OutboundMail.objects.filter(
        member=member, kind__in=kinds, created_at__gt=since
    ).only("pk")[:MOST_RECEIPTS]
)


def send(row: InboundMail, player: Player, reply: SeatReply) -> None:
    """The answer for one seat, in the match's thread. No receipt for who wants none."""
    letter, member, phase_number = reply.letter, player.member, player.match.phase_number
    if member is None or not is_wanted_answer(letter, member):
        return
    key = f"{letter.kind}:{row.pk}"
    if isinstance(letter, RefusalLetter):
        said = f"{letter.words}:{letter.quoted}"
        key = _refusal_key(f"{player.pk}:{phase_number}:{reply.code}:{said}")
    elif isinstance(letter, ReceiptLetter):
        phase_number = letter.phase or phase_number
    _write(letter, row, member, key, player, phase_number)


def is_wanted_answer(letter: SeatAnswerLetter, member: Member) -> bool:
    """Whether the member gets such an answer: plain receipts are sent to those who want them, as is
    what was said at the table."""
    if member.wants_receipts or letter.unsaid:
        return True
    if isinstance(letter, ReceiptLetter):
        # What was read otherwise than it was written is never kept from its writer.
        return bool(letter.corrections or letter.aside)
    return not (isinstance(letter, AnswerLetter) and letter.code == TalkSaid.code)


def send_together(
    row: InboundMail,
    member: Member,
    items: Sequence[tuple[Player | None, SeatReply]],
    digest: OutboundMail,
    still_open: Sequence[str],
) -> None:
    """The answers for several seats in one mail, which can be answered as the digest can."""
    letter = AnswerLetter(
        items=[answer_item(reply.letter, player) for player, reply in items],
        digest=digest.pk,
        open=list(still_open),
    )
    _write(letter, row, member, f"answer:{row.pk}")


def refuse(row: InboundMail, player: Player, *, code: str, quoted: str = "") -> None:
    """Why a mail was not taken. `quoted` are the lines that the code speaks of."""
    if player.member is not None:
        send(row, player, refused(player, code, quoted=quoted))


def refuse_member(row: InboundMail, member: Member, *, code: str) -> None:
    """As `refuse`, where no match is known."""
    with translation.override(member.language):
        letter = RefusalLetter(code=code, words=refusal_words(code))
    _write(letter, row, member, _refusal_key(f"{member.pk}:{code}"))


def _held(
    letter: SeatAnswerLetter, player: Player, phase_number: int | None, now: datetime
) -> timedelta:
    """How long a receipt waits to be the top of the next mail about its match.

    Only where such a mail is likely within minutes: it is written already, or the phase was opened
    just now, so that the others answer too. What was read otherwise than it was written is told
    at once.
    """
    if not isinstance(letter, ReceiptLetter) or letter.corrections or letter.aside:
        return timedelta(0)
    following = _FOLLOWING.first(player.pk, now) if letter.closed else None
    if following is not None:
        return min(following.due_at - now, MOST_HELD)
    opened = _OPEN_PHASE.first(player.match_id, phase_number)
    is_quick = opened is not None and now - opened.opened_at < QUICK_PHASE
    return MOST_HELD if is_quick else timedelta(0)


def _refusal_key(identity: str) -> str:
    digest = hashlib.sha256(identity.encode()).hexdigest()[:32]
    return f"refusal:{clock.now():%Y-%m-%d}:{digest}"


def _write(
    letter: SeatAnswerLetter,
    row: InboundMail,
    member: Member,
    key: str,
    player: Player | None = None,
    phase_number: int | None = None,
) -> None:
    now = clock.now()
    kinds, most = next(counted for counted in _COUNTED if letter.kind in counted[0])
    if len(_RECENT.rows(member.pk, kinds, now - HOUR)) >= most:
        return
    # A forger's id would tie our mail to a conversation that the member never had.
    is_forged = isinstance(letter, RefusalLetter) and letter.code == "other-sender"
    ids = [] if is_forged else message_ids(parse_headers(bytes(row.raw)), "Message-ID")
    held = _held(letter, player, phase_number, now) if player is not None else timedelta(0)
    answer = notice(
        msgspec.structs.replace(letter, in_reply_to=ids[0] if ids else ""),
        Recipient.of(member),
        key=key,
        at=now,
        match=player.match if player is not None else None,
        player=player,
        phase_number=phase_number,
    )
    answer.due_at += held
    insert_row(answer, is_once=True)
    enqueue_outbox()
