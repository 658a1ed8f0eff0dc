"""Whose answer a mail is: by the address it came to, or by what else carries the signed token."""

from __future__ import annotations

from collections.abc import Sequence
from email.message import Message

from django.conf import settings

from games.composing.messages import answered_target
from games.letters.letter import letter_of
from games.models import Member, OutboundMail
from games.replies.message_parts import header_recipients, referred_ids
from games.replies.reply_addresses import Target, parse_reply_address, parse_reply_token


def find_target(recipient: str, headers: Message) -> Target | None:
    """The player and phase, or the digest, that a mail answers; None if nothing genuine says so."""
    return parse_reply_address(recipient) or target_among(
        recipient, header_recipients(headers), referred_ids(headers)
    )


def target_among(
    recipient: str, recipients: Sequence[str], referred: Sequence[str]
) -> Target | None:
    """As `find_target`, of a mail whose headers have been read.

    The envelope's recipient goes first. Some mail programs answer to the sender's address, and
    some relays rewrite the recipient: then the recipient headers and the ids of the mails that this
    one refers to are asked, the nearest first.
    """
    for address in (recipient, *recipients):
        found = parse_reply_address(address)
        if found is not None:
            return found
    return _target_of_ids(referred)


def _target_of_ids(ids: Sequence[str]) -> Target | None:
    """The first of these ids that is of a mail of ours says what is answered.

    An id opens nothing by itself: who reads the answer asks whether it is from the member.
    """
    ours = [one for one in ids if one.casefold().endswith(f"@{settings.REPLY_DOMAIN}>")]
    if not ours:
        return None
    rows = OutboundMail.objects.filter(message_id__in=ours)
    # Rows that a digest has told bear its id too.
    sent = {row.message_id: row for row in rows.exclude(status=OutboundMail.Status.COLLECTED)}
    for message_id in ours:
        row = sent.get(message_id)
        found = answered_target(row) if row is not None else _target_of_old_id(message_id)
        if found is not None:
            return found
    return None


def code_answered(ids: Sequence[str], member: Member) -> str:
    """The code of the match or tournament that the nearest of these mails to the member tells of;
    "" where none does."""
    rows = OutboundMail.objects.filter(message_id__in=ids, member=member).select_related("match")
    sent = {row.message_id: row for row in rows.exclude(status=OutboundMail.Status.COLLECTED)}
    for message_id in ids:
        if message_id in sent:
            return letter_of(sent[message_id]).code_told_of(sent[message_id])
    return ""


def _target_of_old_id(message_id: str) -> Target | None:
    """Ids once began with the reply token: `<g.1a-2.tag.row.random@…>`."""
    local_part, _at, _domain = message_id.strip("<>").rpartition("@")
    pieces = local_part.split(".")
    return parse_reply_token(".".join(pieces[:3])) if len(pieces) >= 3 else None
