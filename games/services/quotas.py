"""How much one member may do in a while of what sends mail or makes matches. Every limit is here.

A use is a row that is counted by its index and pruned when no limit looks back so far. Counting and
noting happen in the caller's transaction, one at a time for a member or an addressee; where it is
rolled back nothing was used.
"""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import QuerySet
from django.db.models.functions import Lower

from games.common import clock
from games.common.errors import MatchError, RefusalError
from games.models import Member, QuotaUse, RefusedAddress, Stance
from games.selectors.invitation_optouts import addressee, refusing


class Deed(enum.StrEnum):
    """What is limited."""

    MATCH = "match"  # opening one, for practice too
    GUEST_MATCH = "guest-match"  # practice without an account
    INVITATION = "invitation"  # one address, to a match or a tournament
    SEAT = "seat"  # taking over a seat that somebody left
    TOURNAMENT = "tournament"
    ENTRY = "entry"  # entering a tournament
    NOTICE = "notice"  # an organiser's words to everybody
    RULING = "ruling"
    ADDRESS_TEST = "address-test"
    EXPORT = "export"  # of one's own data
    CHANNEL = "channel"  # adding a browser, a chat or a program to be told
    CHANNEL_TEST = "channel-test"
    TALK = "talk"  # one message at a table
    REPORT = "report"  # of a message
    REQUEST = "request"  # by mail to the service's own address, which anybody may forge
    FOLLOW = "follow"  # somebody else, or a match


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many within any such time."""

    most: int
    within: timedelta


MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
WEEK = timedelta(days=7)

LIMITS: dict[Deed, tuple[Limit, ...]] = {
    Deed.MATCH: (Limit(60, DAY),),
    Deed.GUEST_MATCH: (Limit(10, DAY),),
    Deed.INVITATION: (Limit(100, DAY), Limit(200, WEEK)),
    Deed.SEAT: (Limit(10, DAY),),
    Deed.TOURNAMENT: (Limit(20, DAY),),
    Deed.ENTRY: (Limit(60, DAY),),
    Deed.NOTICE: (Limit(5, DAY),),
    Deed.RULING: (Limit(100, DAY),),
    Deed.ADDRESS_TEST: (Limit(5, DAY),),
    Deed.EXPORT: (Limit(3, DAY),),
    Deed.CHANNEL: (Limit(40, DAY),),
    Deed.CHANNEL_TEST: (Limit(40, DAY),),
    Deed.TALK: (Limit(6, MINUTE), Limit(150, DAY)),
    Deed.REPORT: (Limit(10, DAY),),
    Deed.REQUEST: (Limit(30, HOUR), Limit(200, DAY)),
    Deed.FOLLOW: (Limit(100, DAY),),
}
TO_ONE_ADDRESS = (Limit(2, WEEK),)
"""Invitations of one member to one address."""

TO_A_FELLOW = (Limit(10, WEEK),)
"""The same to somebody with whom the inviter has played a match."""

FROM_STRANGERS = Limit(5, DAY)
"""Invitations to one address from all who have not played with its reader."""

KEPT = WEEK
"""No limit looks further back."""

_suspended: ContextVar[bool] = ContextVar("quotas_suspended", default=False)


@contextmanager
def suspended() -> Iterator[None]:
    """Within the block nothing is limited: for measurements and demonstrations."""
    token = _suspended.set(True)
    try:
        yield
    finally:
        _suspended.reset(token)


def spend_quota(
    member: Member, deed: Deed, *, refused_with: type[RefusalError] = MatchError
) -> None:
    """Note one deed of the member's, or raise `quota-<deed>` (most, again_at) if it is too many."""
    if _suspended.get():
        return
    with transaction.atomic():
        alone(f"member:{member.pk}")
        now = clock.now()
        _check(_uses(member, deed), LIMITS[deed], now, refused_with, f"quota-{deed}")
        QuotaUse.objects.create(member=member, deed=deed, at=now)


def spend_invitations(
    member: Member,
    addresses: Sequence[str],
    *,
    refused_with: type[RefusalError] = MatchError,
) -> set[str]:
    """Note an invitation to each of these addresses; returns those that a mail may go to.

    None goes to who wants no invitations, has blocked the inviter, or has had as many today as
    strangers may send: the inviter learns only that none was sent. Raises `quota-invitation` (most,
    again_at) and `quota-addressee` (address, most, again_at) where the inviter has done too much.
    """
    if _suspended.get() or not addresses:
        return set(addresses)
    digests = {address: addressee(address) for address in addresses}
    with transaction.atomic():
        alone(f"member:{member.pk}", *(f"to:{one}" for one in digests.values()))
        now = clock.now()
        uses = _uses(member, Deed.INVITATION)
        limits = LIMITS[Deed.INVITATION]
        _check(uses, limits, now, refused_with, "quota-invitation", count=len(addresses))
        fellows = _fellows(member, addresses)
        for address, digest in digests.items():
            limits = TO_A_FELLOW if address in fellows else TO_ONE_ADDRESS
            to_it = uses.filter(addressee=digest)
            _check(to_it, limits, now, refused_with, "quota-addressee", address=address)
        strange = {one: digest for one, digest in digests.items() if one not in fellows}
        silent = _written_to_enough(strange.values(), now) | refusing(strange.values())
        silent |= {digests[one] for one in _who_blocked(member, addresses)}
        QuotaUse.objects.bulk_create(
            QuotaUse(member=member, deed=Deed.INVITATION, addressee=one, at=now)
            for one in digests.values()
        )
    return {address for address, digest in digests.items() if digest not in silent}


def refuse_invitations(digest: str) -> None:
    """Send no further invitation of a stranger's to this addressee."""
    RefusedAddress.objects.get_or_create(digest=digest, defaults={"refused_at": clock.now()})


def allow_invitations(address: str) -> None:
    """The reader of the address has become a member, or signed in: invitations come again."""
    RefusedAddress.objects.filter(digest=addressee(address)).delete()


def _uses(member: Member, deed: Deed) -> QuerySet[QuotaUse]:
    return QuotaUse.objects.filter(member=member, deed=deed)


def _check(
    uses: QuerySet[QuotaUse],
    limits: Iterable[Limit],
    now: datetime,
    refused_with: type[RefusalError],
    code: str,
    *,
    count: int = 1,
    **params: object,
) -> None:
    for limit in limits:
        recent = uses.filter(at__gt=now - limit.within).order_by("-at")
        newest = list(recent.values_list("at", flat=True)[: limit.most])
        if len(newest) + count <= limit.most:
            continue
        # So many must have grown old before these fit in; what never fits waits for all of them.
        last_in_the_way = newest[max(limit.most - count, 0)] if newest else now
        raise refused_with(code, most=limit.most, again_at=last_in_the_way + limit.within, **params)


def _fellows(member: Member, addresses: Collection[str]) -> set[str]:
    """Those of these addresses whose members have sat in a match that began with this member."""
    rows = Member.objects.annotate(lower=Lower("email")).filter(
        lower__in=[address.lower() for address in addresses],
        plays__match__started_at__isnull=False,
        plays__match__players__member=member,
    )
    known = set(rows.values_list("lower", flat=True))
    return {address for address in addresses if address.lower() in known}


def _who_blocked(member: Member, addresses: Collection[str]) -> set[str]:
    """Those of these addresses whose members have blocked this one."""
    rows = Stance.objects.filter(other=member, kind=Stance.Kind.BLOCK)
    blocking = {email.lower() for email in rows.values_list("member__email", flat=True)}
    return {address for address in addresses if address.lower() in blocking}


def _written_to_enough(digests: Collection[str], now: datetime) -> set[str]:
    limit = FROM_STRANGERS
    full = set()
    for digest in set(digests):
        recent = QuotaUse.objects.filter(addressee=digest, at__gt=now - limit.within)
        if recent[: limit.most].count() >= limit.most:
            full.add(digest)
    return full


def alone(*names: str) -> None:
    """Hold these names until the transaction ends. SQLite writes one at a time anyway."""
    if connection.vendor != "postgresql":
        return
    keys = {hashlib.sha256(f"quota:{name}".encode()).digest()[:8] for name in names}
    with connection.cursor() as cursor:
        for key in sorted(int.from_bytes(key, signed=True) for key in keys):
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key])
