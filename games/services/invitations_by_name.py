"""Seats offered to members by who they are: whoever invites them never learns their addresses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction

from games.common.errors import MatchError
from games.common.task_queue import enqueue_outbox
from games.models import Invitation, Match, Member, OutboundMail
from games.services.matches import MOST_INVITATIONS, invitation_mail
from games.services.quotas import spend_invitations
from games.services.running_matches import lock_match


def invite_by_name(*, member: Member, match: Match, guests: Iterable[Member]) -> list[Invitation]:
    """Offer a seat to each of these members; one already invited, or who sits there, is not asked
    again. Any player of the match may invite.

    Raises MatchError with `not-in`, `not-open`, `too-many-invitations`.
    """
    with transaction.atomic():
        locked = lock_match(match.pk)
        if locked.status != Match.Status.OPEN:
            raise MatchError("not-open")
        seated = set(locked.players.values_list("member", flat=True))
        if member.pk not in seated:
            raise MatchError("not-in")
        known = {address.lower() for address in locked.invitations.values_list("email", flat=True)}
        new = [one for one in guests if one.pk not in seated and one.email.lower() not in known]
        if len(known) + len(new) > MOST_INVITATIONS:
            raise MatchError("too-many-invitations", most=MOST_INVITATIONS)
        return invite_guests(member, locked, new)


def invite_guests(host: Member, match: Match, guests: Sequence[Member]) -> list[Invitation]:
    """Write the invitations, the match's lock held.

    Beyond the host's quota nobody gets a mail; the invitation stands on the guest's own pages.
    """
    rows = [
        Invitation.objects.create(
            match=match,
            email=guest.email.lower(),
            guest=guest,
            invited_by=host,
            is_mailed=_may_be_mailed(host, guest),
        )
        for guest in guests
    ]
    mails = [invitation_mail(row, host) for row in rows if row.is_mailed]
    OutboundMail.objects.bulk_create(mails)
    if mails:
        enqueue_outbox()
    return rows


def _may_be_mailed(host: Member, guest: Member) -> bool:
    address = guest.email.lower()
    try:
        return address in spend_invitations(host, [address])
    except MatchError:
        # Its words would name the address.
        return False
