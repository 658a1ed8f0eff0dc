"""Answers to mail: outbox rows to the seat's registered address, never to whoever wrote.

Nothing that was done or refused stays untold. A member gets at most ten answers and forty receipts
an hour as mails of their own; those beyond, and a refusal that repeats, are joined in one mail that
goes out within five minutes. Only what the member did not write is told once a day, and a flood
that is not read once an hour.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db.models import Exists, QuerySet, Subquery
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
from games.letters.outbox_prefetch import TELLS_RECEIPTS
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

JOINED_WITHIN = timedelta(minutes=4)
"""Answers that are joined wait so long for others; the mail is out a minute later at the latest."""

MOST_JOINED = 30
"""Answers in one mail; the next ones begin another."""

TOLD_ONCE = frozenset(("other-sender", "too-many", "bad-address"))
"""Refusals of mails that the member may not have written, or that nobody reads."""

MOST_HELD = timedelta(minutes=3)
QUICK_PHASE = timedelta(minutes=10)
"""Where a phase is younger, those who are asked may all be at their mail."""

_FOLLOWING = FixedQuery(
    lambda player, now: OutboundMail.objects.filter(
        player=player,
        kind__in=TELLS_RECEIPTS,
        status__in=[OutboundMail.Status.QUEUED, OutboundMail.Status.COLLECTED],
        due_at__gt=now,
    ).order_by("-pk")[:1]
)


def _counting(kinds: list[str], most: int) -> FixedQuery[Member]:
    """The member, with the moment, whether they have had so many of these since then, and when a
    phase was opened."""

    def made(member: Any, since: Any, match: Any, number: Any) -> QuerySet[Member]:
        recent = OutboundMail.objects.filter(
            member=member, kind__in=kinds, created_at__gt=since
        ).order_by()
        phase = Phase.objects.filter(match=match, number=number)
        return (
            Member.objects.filter(pk=member)
            .annotate(
                is_over=Exists(recent[most - 1 : most]),
                phase_opened_at=Subquery(phase.values("opened_at")[:1]),
                read_at=clock.ClockReading(),
            )
            .only("pk")
        )

    return FixedQuery(made)


_RECEIPTS = _counting([ReceiptLetter.kind], MOST_RECEIPTS)
_OTHERS = _counting([RefusalLetter.kind, AnswerLetter.kind], MOST_IN_AN_HOUR)


def send(row: InboundMail, player: Player, reply: SeatReply) -> None:
    """The answer for one seat, in the match's thread. No receipt for who wants none."""
    letter, member, phase_number = reply.letter, player.member, player.match.phase_number
    if member is None or not is_wanted_answer(letter, member):
        return
    key = f"{letter.kind}:{row.pk}"
    if isinstance(letter, RefusalLetter):
        said = f"{letter.words}:{letter.quoted}"
        identity = f"{player.pk}:{phase_number}:{reply.code}:{said}"
        if reply.code in TOLD_ONCE:
            identity = f"{member.pk}:{reply.code}"
        key = _refusal_key(identity, reply.code)
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
    sections: Mapping[str, tuple[int, int]],
    about: str = "",
) -> None:
    """The answers for several seats in one mail. It can be answered in its turn: about each of
    these matches, by code the player and the phase that is open now; or `about` that with this
    code."""
    whose = {player for player, _reply in items}
    player = whose.pop() if len(whose) == 1 else None
    letter = AnswerLetter(
        items=[answer_item(reply.letter, player) for player, reply in items],
        sections=dict(sections),
        about=about,
    )
    first, *others = (reply.letter for _player, reply in items)
    is_told = isinstance(first, ReceiptLetter) and player is not None and not letter.asks
    is_told = is_told and all(isinstance(one, AnswerLetter) for one in others)
    letter = msgspec.structs.replace(letter, is_receipt=is_told)
    number = player.match.phase_number if player is not None else None
    _write(letter, row, member, f"answer:{row.pk}", player, number)


def refuse(row: InboundMail, player: Player, *, code: str, quoted: str = "") -> None:
    """Why a mail was not taken. `quoted` are the lines that the code speaks of."""
    if player.member is not None:
        send(row, player, refused(player, code, quoted=quoted))


def refuse_member(row: InboundMail, member: Member, *, code: str) -> None:
    """As `refuse`, where no match is known."""
    with translation.override(member.language):
        letter = RefusalLetter(code=code, words=refusal_words(code))
    _write(letter, row, member, _refusal_key(f"{member.pk}:{code}", code))


def _held(
    letter: SeatAnswerLetter, player: Player, opened_at: datetime | None, now: datetime
) -> timedelta:
    """How long a receipt waits to be the top of the next mail about its match.

    Only where such a mail is likely within minutes: it is written already, or the phase was opened
    just now, so that the others answer too. What was read otherwise than it was written is told
    at once. What was asked beside it waits only for a mail that is out before it would be.
    """
    if isinstance(letter, AnswerLetter):
        is_last = letter.is_receipt and letter.items[0].get("closed", False)
        following = _FOLLOWING.first(player.pk, now) if is_last else None
        wait = following.due_at - now if following is not None else timedelta(0)
        return wait if wait <= MOST_HELD else timedelta(0)
    if not isinstance(letter, ReceiptLetter) or letter.corrections or letter.aside:
        return timedelta(0)
    following = _FOLLOWING.first(player.pk, now) if letter.closed else None
    if following is not None:
        return min(following.due_at - now, MOST_HELD)
    is_quick = opened_at is not None and now - opened_at < QUICK_PHASE
    return MOST_HELD if is_quick else timedelta(0)


def _refusal_key(identity: str, code: str = "") -> str:
    digest = hashlib.sha256(identity.encode()).hexdigest()[:32]
    # What is not read is told of anew when the hour that it speaks of has passed.
    return f"refusal:{clock.now():{'%Y-%m-%dT%H' if code == 'too-many' else '%Y-%m-%d'}}:{digest}"


def _write(
    letter: SeatAnswerLetter,
    row: InboundMail,
    member: Member,
    key: str,
    player: Player | None = None,
    phase_number: int | None = None,
) -> None:
    is_once = isinstance(letter, RefusalLetter) and letter.code in TOLD_ONCE
    query = _RECEIPTS if isinstance(letter, ReceiptLetter) else _OTHERS
    since = clock.roughly_now() - HOUR
    (found,) = query.rows(member.pk, since, player.match_id if player else None, phase_number)
    known = vars(found)
    now = clock.instant_read(known["read_at"])
    if known["is_over"] and not is_once:
        _join(letter, row, member, player)
        return
    # Who writes in the mailbox on the site looks at it, and at the answer.
    may_wait = row.source != "mailbox"
    opened_at = known["phase_opened_at"]
    held = _held(letter, player, opened_at, now) if player and may_wait else timedelta(0)
    answer = notice(
        msgspec.structs.replace(letter, in_reply_to=_answered_id(letter, row)),
        Recipient.of(member),
        key=key,
        at=now,
        match=player.match if player is not None else None,
        player=player,
        phase_number=phase_number,
    )
    # Before all that follows from the mail, which was written down while it was read.
    answer.due_at = now + held if held else min(row.received_at, now)
    if not insert_row(answer, is_once=True) and not is_once:
        _join(letter, row, member, player)
        return
    enqueue_outbox()


def _join(
    letter: SeatAnswerLetter, row: InboundMail, member: Member, player: Player | None
) -> None:
    """Tell it with others: in the mail that waits for such, or else in a new one that does."""
    now = clock.now()
    items = [
        {**item, "at": now.isoformat()}
        for item in getattr(letter, "items", []) or [answer_item(letter, player)]
    ]
    waiting = (
        OutboundMail.objects.select_for_update(of=("self",))
        .filter(
            member=member,
            kind=AnswerLetter.kind,
            status=OutboundMail.Status.QUEUED,
            attempts=0,
            due_at__gt=now,
            dedupe_key__startswith=_joined_key(member, ""),
        )
        .order_by("-pk")
        .first()
    )
    joined = AnswerLetter.of(waiting) if waiting is not None else AnswerLetter()
    if waiting is None or len(joined.items) + len(items) > MOST_JOINED:
        letter = AnswerLetter(items=items, in_reply_to=_answered_id(letter, row))
        waiting = notice(letter, Recipient.of(member), key=_joined_key(member, row.pk), at=now)
        waiting.due_at = now + JOINED_WITHIN
        insert_row(waiting, is_once=True)
        return
    more = msgspec.structs.replace(joined, items=[*joined.items, *items])
    OutboundMail.objects.filter(pk=waiting.pk).update(payload=more.payload())


def _joined_key(member: Member, first: object) -> str:
    return f"answers:{member.pk}:{first}"


def _answered_id(letter: SeatAnswerLetter, row: InboundMail) -> str:
    """The id of the mail that is answered.

    A forger's id would tie our mail to a conversation that the member never had.
    """
    if isinstance(letter, RefusalLetter) and letter.code == "other-sender":
        return ""
    ids = message_ids(parse_headers(bytes(row.raw)), "Message-ID")
    return ids[0] if ids else ""
