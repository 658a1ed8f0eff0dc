"""How a mail would be read, line by line, and what would come of it: asking changes nothing."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.db import DatabaseError, transaction

from games.common import clock
from games.mail import reply_handling
from games.mail.earlier_mails import old_words
from games.mail.reply_targets import target_among
from games.models import InboundMail, Order, OutboundMail, Player
from games.replies.automatic_responses import automatic_reason
from games.replies.doubts import doubtful_answer
from games.replies.intents import IntentKind, looks_like_order, quoted, read_command
from games.replies.message_parts import body_text
from games.replies.mime import parse_headers, parse_message
from games.replies.parsed_mail import MOST_TEXT, ParsedMail, parse_mail
from games.replies.quotation_matching import OldWords
from games.replies.reply_addresses import ReplyTarget, ours
from games.replies.reply_lines import ReadLine, Reply
from games.replies.reply_parser import read_reply
from games.rules.registry import GAMES

HEADERS_OF_A_MAIL = ("From", "To", "Received", "Message-ID")


class CutLine(msgspec.Struct, frozen=True):
    """A line that was cut, counted from 1."""

    line: int
    text: str
    why: str


class Would(msgspec.Struct, frozen=True, omit_defaults=True):
    """What would be done: `order`, `words` (read as an order against the position), `command`,
    `talk`, `ask`, `refuse` or `ignore`; with which words, and why."""

    act: str
    text: str = ""
    why: str = ""


class Explanation(msgspec.Struct, frozen=True):
    """All of it, for a person or a program. `own` is `kept` without the quoted lines that are
    answered below them."""

    file: str
    machine: bool
    why: str
    kept: str
    own: str
    cut: tuple[CutLine, ...]
    doubtful: tuple[str, ...]
    would: Would
    lines: tuple[ReadLine, ...] = ()


def is_mail(raw: bytes) -> bool:
    """Whether the bytes have any header that every mail has."""
    headers = parse_headers(raw)
    return any(headers[header] for header in HEADERS_OF_A_MAIL)


def explain(name: str, raw: bytes, recipient: str, sender: str) -> Explanation:
    """Read a mail, or the bare text of one. No row is written, and none is needed."""
    if is_mail(raw):
        message = parse_message(raw)
        automatic, text = automatic_reason(message, sender, ours()), body_text(message)[:MOST_TEXT]
        written = parse_mail(raw, sender, ours())
    else:
        automatic, text = "", raw.decode("utf-8", "replace")[:MOST_TEXT]
        written = ParsedMail(text=text)
    row, old = _counterpart(raw, recipient, sender, written)
    reply = read_reply(text, old=old)
    cut = [
        CutLine(number, line.written, line.why)
        for number, line in enumerate(reply.lines, start=1)
        if line.why and line.written.strip()
    ]
    would = Would("ignore", why=automatic) if automatic else _would(reply, row, written, old)
    return Explanation(
        name, bool(automatic), automatic, "\n".join(reply.kept), "\n".join(reply.added), tuple(cut),
        tuple(reply.doubtful), would, reply.lines,
    )  # fmt: skip


def _counterpart(
    raw: bytes, recipient: str, sender: str, written: ParsedMail
) -> tuple[InboundMail | None, OldWords | None]:
    """The mail's row as it would be stored, and what it may quote; None where no seat is found."""
    try:
        target = target_among(recipient, written.recipients, written.referred)
        player = (
            Player.objects.select_related("match", "member").filter(pk=target.player_id).first()
            if isinstance(target, ReplyTarget)
            else None
        )
        if player is None:
            return None, _named(written)
        row = InboundMail(
            dedupe_key="explained", source="file", recipient=recipient, envelope_sender=sender,
            raw=raw, received_at=clock.now(), player=player, member=player.member,
            match=player.match,
        )  # fmt: skip
        return row, old_words(row, written)
    except DatabaseError:
        return None, None


def _named(written: ParsedMail) -> OldWords | None:
    """The mail that it names as what it answers, whoever it was sent to."""
    rows = OutboundMail.objects.filter(message_id__in=list(written.referred[:10]))
    packed = [bytes(words) for words in rows.values_list("words", flat=True) if words]
    return OldWords.unpacked(packed) if packed else None


def _would(
    reply: Reply, row: InboundMail | None, written: ParsedMail, old: OldWords | None
) -> Would:
    if row is not None:
        return _rehearsed(row, written, old)
    doubtful = [line for game in GAMES for line in doubtful_answer(reply, game)]
    if doubtful:
        return Would("ask", quoted(list(dict.fromkeys(doubtful))), "order-below-quotation")
    return _intended(reply.certain)


def _intended(lines: Sequence[str]) -> Would:
    """What the lines ask for, where no match is known in which they could be understood."""
    intent = read_command(lines)
    match intent.kind:
        case IntentKind.EMPTY:
            return Would("refuse", why="empty-mail")
        case IntentKind.UNCLEAR:
            return Would("ask", intent.text, intent.kind.value)
        case IntentKind.COMMAND:
            return Would("command", f"{intent.name} {intent.text}".strip())
        case IntentKind.TALK:
            return Would("talk", "\n".join(intent.talk))
    return Would("order" if looks_like_order(intent.text) else "words", intent.text)


def _rehearsed(row: InboundMail, written: ParsedMail, old: OldWords | None) -> Would:
    """What comes of it in the match, done and taken back."""
    with transaction.atomic():
        row.save()
        verdict = reply_handling.read_reply(row, written, old)
        order = Order.objects.filter(player=row.player_id).order_by("-pk").first()
        transaction.set_rollback(True)
    if verdict.code == "order" and order is not None:
        return Would("order", order.text, verdict.code)
    act = {InboundMail.Status.TAKEN: "command", InboundMail.Status.IGNORED: "ignore"}
    return Would(act.get(verdict.status, "refuse"), why=verdict.code)
