"""Inviting to a tournament: members by their address, others by a link in a mail."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models.functions import Lower

from games.common import clock
from games.models import Member, OutboundMail
from games.services.notices import Recipient
from games.services.quotas import spend_invitations
from tournaments.letters.entering import TournamentInvitationLetter
from tournaments.models import Entry, Tournament
from tournaments.services.audit_log import check_organiser, lock_tournament
from tournaments.services.errors import TournamentError
from tournaments.services.letters import entry_letter, letter_key, post, recipient_row
from tournaments.services.terms import check_unstarted

MOST_INVITATIONS = 100
_INVITATION = TournamentInvitationLetter()


def invite_entries(
    *, tournament: Tournament, by: Member, addresses: Sequence[str]
) -> list[OutboundMail]:
    """Mail an invitation to each address; nobody is written to twice, or who has entered.

    Returns the mails. None goes to an address whose reader wants none, or has had enough today.
    Raises TournamentError: `not-organiser`, `started`, `over`, `bad-address` (address),
    `too-many-invitations` (most), and what `quotas.spend_invitations` raises.
    """
    wanted = list(dict.fromkeys(one.strip().lower() for one in addresses if one.strip()))
    for address in wanted:
        try:
            validate_email(address)
        except ValidationError as error:
            raise TournamentError("bad-address", address=address[:100]) from error
    with transaction.atomic():
        locked = lock_tournament(tournament.pk)
        check_organiser(locked, by)
        check_unstarted(locked)
        sent = OutboundMail.objects.filter(dedupe_key__startswith=_key(locked, ""))
        known = set(sent.values_list("dedupe_key", flat=True))
        new = [one for one in wanted if _key(locked, _mark(one)) not in known]
        if len(known) + len(new) > MOST_INVITATIONS:
            raise TournamentError("too-many-invitations", most=MOST_INVITATIONS)
        members = Member.objects.annotate(lower=Lower("email")).filter(lower__in=wanted)
        guests = {one.email.lower(): one for one in members}
        mailed = spend_invitations(by, new, refused_with=TournamentError)
        letters = invite_members(locked, guests.values())
        strangers = [Recipient(one, by.language) for one in new if one not in guests]
        letters += [
            recipient_row(_INVITATION, locked, to, key=_mark(to.address), at=clock.now())
            for to in strangers
        ]
        rows = [row for row in letters if row.address.lower() in mailed]
        post(rows)
    return rows


def invite_members(tournament: Tournament, members: Iterable[Member]) -> list[OutboundMail]:
    """Note these members as invited and return their letters, the tournament's lock held.

    Who has an entry already, of whatever kind, is left alone.
    """
    now = clock.now()
    known = set(tournament.entries.values_list("member", flat=True))
    new = [
        Entry(tournament=tournament, member=member, status=Entry.Status.INVITED, entered_at=now)
        for member in members
        if member.pk not in known
    ]
    Entry.objects.bulk_create(new)
    letters = (
        entry_letter(_INVITATION, tournament, row, now, _mark(row.member.email)) for row in new
    )
    return [row for row in letters if row is not None]


def decline_invitation(*, entry: Entry) -> None:
    """Say no to an invitation; saying it twice is fine."""
    Entry.objects.filter(pk=entry.pk, status=Entry.Status.INVITED).delete()


def _mark(address: str) -> str:
    """Stands for the address where there is little room."""
    return hashlib.sha256(address.lower().encode()).hexdigest()[:32]


def _key(tournament: Tournament, mark: str) -> str:
    return letter_key(_INVITATION, tournament, mark)
