"""Watching public matches of others."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from games.common import clock
from games.common.errors import MatchError
from games.letters.talk import WatchedMatchLetter
from games.models import Match, MatchWatch, Member
from games.services.digest_scheduling import write_notices
from games.services.notices import Recipient, notice
from games.services.quotas import Deed, spend_quota

MOST_WATCHED = 50


def watch_match(*, member: Member, match: Match, wants_mail: bool = False) -> MatchWatch:
    """Keep a public match in one's list; a mail at its end only if asked for.

    Raises MatchError with `not-watchable` where it is private, over or one's own,
    `too-many-watched` (most) or `quota-follow`.
    """
    with transaction.atomic():
        is_own = match.players.filter(member=member).exists()
        if is_own or match.is_over or not match.is_public:
            raise MatchError("not-watchable")
        known = MatchWatch.objects.filter(member=member, match=match).first()
        if known is not None:
            known.wants_mail = wants_mail
            known.save(update_fields=["wants_mail"])
            return known
        mine = MatchWatch.objects.filter(member=member)
        open_ones = mine.exclude(match__status__in=[Match.Status.FINISHED, Match.Status.CANCELLED])
        if open_ones.count() >= MOST_WATCHED:
            raise MatchError("too-many-watched", most=MOST_WATCHED)
        spend_quota(member, Deed.FOLLOW)
        watch, _is_new = MatchWatch.objects.get_or_create(
            member=member,
            match=match,
            defaults={"wants_mail": wants_mail, "since": clock.now()},
        )
    return watch


def unwatch_match(*, member: Member, match: Match) -> None:
    """Watch it no longer."""
    MatchWatch.objects.filter(member=member, match=match).delete()


def tell_watchers(match_ids: Collection[int]) -> None:
    """Write to who asked for a mail at the end of these; said twice it is written once."""
    now = clock.now()
    rows = MatchWatch.objects.filter(
        match__in=match_ids,
        wants_mail=True,
        match__status=Match.Status.FINISHED,
        match__is_public=True,
        member__is_active=True,
    )
    write_notices(
        notice(
            WatchedMatchLetter(),
            Recipient.of(row.member),
            key=f"watched:{row.match_id}:{row.member_id}",
            at=now,
            match=row.match,
        )
        for row in rows.select_related("member", "match")
    )
