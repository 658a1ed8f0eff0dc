"""Following, muting and blocking other members."""

from __future__ import annotations

from django.db import transaction

from games.common import clock
from games.common.errors import MatchError
from games.models import Member, Stance
from games.services.quotas import Deed, spend_quota

Kind = Stance.Kind
MOST_FOLLOWED = 200


def follow_member(*, member: Member, other: Member) -> None:
    """See the other's public matches and results; they are not told.

    Raises MatchError `no-such-member` for oneself, who has gone, or who has blocked the member (who
    is not told that either); `too-many-followed` (most) or `quota-follow`.
    """
    with transaction.atomic():
        is_blocked = Stance.objects.filter(member=other, other=member, kind=Kind.BLOCK).exists()
        if other.pk == member.pk or not other.is_active or is_blocked:
            raise MatchError("no-such-member")
        mine = Stance.objects.filter(member=member, kind=Kind.FOLLOW)
        if mine.filter(other=other).exists():
            return
        if mine.count() >= MOST_FOLLOWED:
            raise MatchError("too-many-followed", most=MOST_FOLLOWED)
        spend_quota(member, Deed.FOLLOW)
        _take(member, other, Kind.FOLLOW)


def mute_member(*, member: Member, other: Member) -> None:
    """Hear nothing more of what the other says at any table; they are not told."""
    if other.pk != member.pk:
        _take(member, other, Kind.MUTE)


def block_member(*, member: Member, other: Member) -> None:
    """Hear nothing of the other, get no invitations from them, never be paired with them or be
    followed by them; they are not told. Matches that run go on."""
    if other.pk == member.pk:
        return
    with transaction.atomic():
        _take(member, other, Kind.BLOCK)
        Stance.objects.filter(member=other, other=member, kind=Kind.FOLLOW).delete()
        Stance.objects.filter(member=member, other=other, kind=Kind.FOLLOW).delete()


def end_stance(*, member: Member, other: Member, kind: str) -> None:
    """Follow, mute or block the other no longer."""
    Stance.objects.filter(member=member, other=other, kind=kind).delete()


def _take(member: Member, other: Member, kind: str) -> None:
    Stance.objects.get_or_create(
        member=member, other=other, kind=kind, defaults={"since": clock.now()}
    )
