"""Mail that came in and is not yet read: what a deadline waits for before it closes a phase."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.common import clock
from games.letters.account import DigestLetter
from games.models import InboundMail, OutboundMail, Player
from games.replies.reply_addresses import DigestTarget, parse_reply_address
from games.services import leases

MOST_ATTEMPTS = 3


def pending_before(match_ids: Collection[int], at: datetime) -> set[int]:
    """Which of these matches have mail that came in by `at`, and in time, and was not yet read.

    What has used up its tries holds nothing any longer. An answer to a digest may be about any
    match that the digest asks about.
    """
    now = clock.now()
    used_up = Q(attempts__gte=MOST_ATTEMPTS) & leases.free_at(now)
    waiting = waiting_for(match_ids, at).exclude(used_up)
    rows = list(waiting.values_list("match_id", "member_id", "recipient", "received_at"))
    found = {match_id for match_id, *_rest in rows if match_id is not None}
    digests = [(member, to, received) for match, member, to, received in rows if match is None]
    if not digests:
        return found
    seats = Player.objects.filter(
        match__in=match_ids, member__in={member for member, _to, _received in digests}
    ).values_list("pk", "match_id", "member_id", "match__deadline_at")
    for member_id, recipient, received in digests:
        asked = _asked_in(recipient)
        found.update(
            match_id
            for pk, match_id, member, deadline in seats
            if member == member_id
            and (asked is None or pk in asked)
            and (deadline is None or received <= deadline)
        )
    return found


def _asked_in(recipient: str) -> set[int] | None:
    """The players whom the digest asks that this address answers; None where that is not known."""
    target = parse_reply_address(recipient)
    if not isinstance(target, DigestTarget):
        return None
    digest = OutboundMail.objects.filter(pk=target.row_id).only("payload").first()
    sections = DigestLetter.of(digest).sections if digest is not None else {}
    return {player_id for player_id, _phase in sections.values()} or None


def waiting_for(match_ids: Collection[int], at: datetime) -> QuerySet[InboundMail]:
    """Orders that came after the deadline are too late, read or not: they hold nothing up."""
    in_time = Q(match__deadline_at=None) | Q(received_at__lte=F("match__deadline_at"))
    seated = Player.objects.filter(match__in=match_ids, member=OuterRef("member"))
    concerned = (Q(match_id__in=match_ids) & in_time) | (Q(match=None) & Exists(seated))
    pending = InboundMail.objects.filter(status=InboundMail.Status.PENDING, received_at__lte=at)
    return pending.filter(concerned)
