"""The mails that a reply may quote: what we sent to its writer, and what they wrote before.

Their words tell the answer from what is old, whatever program quoted it in whatever way. They are
kept as long as the rows are, without the addresses that links lead to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from django.core.mail import EmailMultiAlternatives
from django.db.models import Q

from games.letters.letter import letter_class
from games.models import InboundMail, OutboundMail
from games.replies import sandbox
from games.replies.parsed_mail import ParsedMail
from games.replies.quotation_matching import OldWords, packed_words, unpacked_words
from games.replies.reply_addresses import ours
from games.replies.reply_parser import read_reply

MOST_SENT = 8
MOST_WRITTEN = 2
_MOST_IDS = 10
_SHORT = 4
"""Lines that a person may well have written, all of them: nothing is looked up for so few."""

_LINK = re.compile(r"https?://\S+")


def words_to_keep(row: OutboundMail, message: EmailMultiAlternatives) -> bytes:
    """What to keep of a mail that was sent; nothing of one that nobody answers with a move."""
    letter = letter_class(row)
    if not (letter.answered_by_order or letter.answered_by_member or letter.answered_by_yes):
        return b""
    html = next((str(content) for content, kind in message.alternatives if "html" in kind), "")
    return packed_words(_LINK.sub(" ", str(message.body)), html)


def old_words(row: InboundMail, written: ParsedMail) -> OldWords | None:
    """The words of the mails that this one may quote; None where nothing in it asks for them."""
    if row.member_id is None or not written.text:
        return None
    plainly = read_reply(written.text)
    if not plainly.doubtful and sum(map(bool, plainly.own)) <= _SHORT:
        return None
    return OldWords([*sent_to(row, written.referred), *_written_before(row)])


def sent_to(row: InboundMail, referred: Sequence[str]) -> Iterator[str]:
    """The mails that this one names as what it answers, and the newest to its writer."""
    named = Q(message_id__in=list(referred[:_MOST_IDS])) & Q(member=row.member_id)
    whose = Q(player=row.player_id) if row.player_id is not None else Q(member=row.member_id)
    sent = OutboundMail.objects.filter(status=OutboundMail.Status.SENT).exclude(words=b"")
    newest = sent.filter(whose).order_by("-pk").values_list("words", flat=True)[:MOST_SENT]
    answered = sent.filter(named).values_list("words", flat=True) if referred else ()
    for packed in (*answered, *newest):
        yield unpacked_words(bytes(packed))


def _written_before(row: InboundMail) -> Iterator[str]:
    earlier = InboundMail.objects.filter(
        member=row.member_id, is_emptied=False, received_at__lte=row.received_at
    ).exclude(pk=row.pk)
    for mail in earlier.order_by("-received_at")[:MOST_WRITTEN]:
        try:
            yield sandbox.read(bytes(mail.raw), mail.envelope_sender, ours()).text
        except (sandbox.UnreadableError, sandbox.ReaderLostError, OSError):
            continue
