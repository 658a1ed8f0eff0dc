"""Co-organisers and arbiters: asked by the organiser, at work once they say yes."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from games.common import clock
from games.models import Member
from games.services.notices import Recipient
from games.services.quotas import spend_invitations
from tournaments.letters.officials import OfficeLetter
from tournaments.models import LogEntry, Official, Tournament
from tournaments.selectors.access import Power, own_office
from tournaments.selectors.log_params import OfficialParams
from tournaments.services.audit_log import check_organiser, lock_tournament, log
from tournaments.services.errors import TournamentError
from tournaments.services.letters import post, recipient_row
from tournaments.services.substitutes import member_named

MOST_OFFICIALS = 10


def invite_official(
    *, tournament: Tournament, by: Member, whom: str, role: Official.Role
) -> Official:
    """Ask somebody, by name or address, to help; they have no tools before they say yes.

    Raises TournamentError: `not-organiser`, `over`, `no-such-member` (name), `bad-address`
    (address), `already-official` (name), `too-many-officials` (most), and what
    `quotas.spend_invitations` raises for an address.
    """
    whom = whom.replace("\0", "").strip()[:254]
    with transaction.atomic():
        locked = lock_tournament(tournament.pk)
        check_organiser(locked, by, Power.OWN)
        if locked.is_over:
            raise TournamentError("over", status=locked.status)
        member = _asked(whom)
        if locked.officials.count() >= MOST_OFFICIALS:
            raise TournamentError("too-many-officials", most=MOST_OFFICIALS)
        if _is_known(locked, member, whom):
            raise TournamentError("already-official", name=whom)
        if own_office(locked, member) is not None:
            member = None  # at an address of somebody who helps already: it is the address's
        row = Official.objects.create(
            tournament=locked, member=member, invited_as=whom, role=role, invited_at=clock.now()
        )
        _write_to(row, by)
    return row


def accept_office(*, tournament: Tournament, member: Member) -> Official:
    """Say yes; saying it twice is fine. Raises TournamentError `no-office`, `over`."""
    with transaction.atomic():
        locked = lock_tournament(tournament.pk)
        if locked.is_over:
            raise TournamentError("over", status=locked.status)
        row = own_office(locked, member)
        if row is None:
            raise TournamentError("no-office")
        if row.accepted_at is None:
            # Asked by name and, before that, at an address that is theirs only now.
            locked.officials.filter(member=member).exclude(pk=row.pk).delete()
            row.member, row.accepted_at = member, clock.now()
            row.save(update_fields=["member", "accepted_at"])
            _log(row, member, is_in=True)
    return row


def leave_office(*, tournament: Tournament, member: Member) -> None:
    """Say no, or step down. Raises TournamentError `no-office`."""
    with transaction.atomic():
        locked = lock_tournament(tournament.pk)
        row = own_office(locked, member)
        if row is None:
            raise TournamentError("no-office")
        _end(row, member)


def dismiss_official(*, official: Official, by: Member) -> None:
    """The organiser takes the office or the invitation back.

    Raises TournamentError: `not-organiser`, `no-office`.
    """
    with transaction.atomic():
        locked = lock_tournament(official.tournament_id)
        check_organiser(locked, by, Power.OWN)
        row = locked.officials.select_related("member").filter(pk=official.pk).first()
        if row is None:
            raise TournamentError("no-office")
        _end(row, by)


def _asked(whom: str) -> Member | None:
    """Who is meant; None for an address without an account."""
    if "@" not in whom:
        return member_named(whom)
    try:
        validate_email(whom)
    except ValidationError as error:
        raise TournamentError("bad-address", address=whom[:100]) from error
    return Member.objects.filter(email__iexact=whom, is_active=True).first()


def _is_known(tournament: Tournament, member: Member | None, whom: str) -> bool:
    if member is not None and member.pk == tournament.organiser_id:
        return True
    if "@" in whom:  # whose address it is, the answer must not tell
        return tournament.officials.filter(invited_as__iexact=whom).exists()
    return own_office(tournament, member) is not None


def _write_to(row: Official, by: Member) -> None:
    """Mail the invitation where its reader takes one; it stands on their pages in any case."""
    address = row.member.email if row.member is not None else row.invited_as
    try:
        may_mail = bool(spend_invitations(by, [address.lower()], refused_with=TournamentError))
    except TournamentError:
        if "@" in row.invited_as:
            raise
        return  # its words would name the address of somebody who was asked by name
    if may_mail:
        to = Recipient.of(row.member) if row.member else Recipient(address, by.language)
        letter = OfficeLetter(office=row.pk)
        post([recipient_row(letter, row.tournament, to, key=str(row.pk), at=clock.now())])


def _end(row: Official, by: Member) -> None:
    row.delete()
    if row.accepted_at is not None:
        _log(row, by, is_in=False)


def _log(row: Official, by: Member, *, is_in: bool) -> None:
    params = OfficialParams(row.shown_name, row.role, is_in)
    log(row.tournament, LogEntry.Action.OFFICIAL, by=by, params=params)
