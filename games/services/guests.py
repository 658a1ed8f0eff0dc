"""Practice without an account: guests, who have a row of their own until they join or stay away.

A guest is a member's row that is not active: nobody signs in with it, no mail goes to it, no list,
rating, key or invitation knows it. All that it can have is a seat in practice of its own.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from games.common import clock
from games.common.errors import MatchError
from games.models import Match, Member, Player
from games.rules.registry import game_for
from games.services.matches import create_match, fill_with_bots
from games.services.quotas import Deed, alone, spend_quota
from games.services.running_matches import lock_match

PRACTICE_SEATS = 3
PRACTICE_CLOCK = timedelta(days=7)

TRIED = timedelta(days=5)
"""How long a guest who has given an order is kept after the last one: shorter than a deadline of
practice, so that no bots play on at tables that nobody comes back to."""

LOOKED = timedelta(days=1)
"""How long a guest is kept who has given none."""

SEEN_EVERY = timedelta(hours=1)


def open_guest(*, language: str) -> Member:
    """A new guest. Raises MatchError with `too-many-guests` where the service has all it keeps."""
    with transaction.atomic():
        alone("guests")
        if Member.objects.filter(is_guest=True).count() >= settings.MOST_GUESTS:
            raise MatchError("too-many-guests")
        # The address is what the browser is known by, so it is told to nobody; the name is.
        return Member.objects.create_user(
            f"guest-{secrets.token_hex(16)}@guest.invalid",
            f"Guest {secrets.token_hex(4)}",
            language=language,
            is_guest=True,
            is_active=False,
            is_listed=False,
            mail_level=Member.MailLevel.NONE,
            wants_news=False,
            wants_receipts=False,
        )


def start_practice(*, member: Member, game: str, title: str) -> Match:
    """A private match of a member or a guest against bots, started at once.

    Raises MatchError as `create_match` does, and `quota-guest-match` for a guest.
    """
    with transaction.atomic():
        if member.is_guest:
            spend_quota(member, Deed.GUEST_MATCH)
        match = create_match(
            member=member,
            game=game,
            options={},
            seats=min(PRACTICE_SEATS, game_for(game).rules.table_sizes[-1]),
            phase_time=PRACTICE_CLOCK,
            is_public=False,
            is_practice=True,
            title=title,
        )
        return fill_with_bots(member=member, match=match)


def keep_guest(guest: Member) -> None:
    """The guest has given an order: what is theirs is kept from now on."""
    now = clock.now()
    if guest.last_login is None or guest.last_login < now - SEEN_EVERY:
        Member.objects.filter(pk=guest.pk, is_guest=True).update(last_login=now)


def find_guest(name: str) -> Member | None:
    """The guest whom a browser knows by this address, which nobody else does."""
    return Member.objects.filter(email=name, is_guest=True).first()


def hand_over_practice(*, guest: Member, member: Member) -> int:
    """Give a guest's seats to the member who has joined or signed in; the guest is gone then.

    Returns how many matches that were. Done twice it changes nothing more.
    """
    guest_id = guest.pk
    matches = Player.objects.filter(member_id=guest_id, member__is_guest=True)
    ids = list(matches.order_by("match_id").values_list("match_id", flat=True))
    for match_id in ids:
        with transaction.atomic():
            lock_match(match_id)
            Player.objects.filter(match_id=match_id, member_id=guest_id).update(member=member)
            Match.objects.filter(pk=match_id, created_by_id=guest_id).update(created_by=member)
    Member.objects.filter(pk=guest_id, is_guest=True, plays=None).delete()
    return len(ids)


def guests_due(now: datetime) -> QuerySet[Member]:
    """Guests who have stayed away."""
    never = Q(last_login=None, joined_at__lt=now - LOOKED)
    return Member.objects.filter(never | Q(last_login__lt=now - TRIED), is_guest=True)


def remove_guests(ids: list[int]) -> int:
    """Delete these guests with the practice that is theirs alone; returns how many rows went."""
    Match.objects.filter(created_by__in=ids, created_by__is_guest=True).delete()
    deleted, _rows = Member.objects.filter(pk__in=ids, is_guest=True, plays=None).delete()
    return int(deleted)
