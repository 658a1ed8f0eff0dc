"""The door to tournaments: nothing else fetches one for a person."""

from __future__ import annotations

import enum
import secrets
from collections.abc import Sequence

from django.db.models import Q

from games.common.errors import NotVisibleError
from games.models import Match, Member
from tournaments.models import Entry, Official, Tournament


def tournament_access(*, code: str, member: Member | None, token: str = "") -> Tournament:
    """The tournament with this code, if the person may see that it exists.

    One that is being prepared is seen by its organiser, its officials and the staff. One that is
    not listed is seen by those who have an entry, an invitation or the invitation's token as
    well. Raises NotVisibleError.
    """
    row = Tournament.objects.select_related("organiser", "series").filter(code=code.lower()).first()
    if row is None:
        raise NotVisibleError("no-tournament", code=code)
    if member is not None and (member.pk == row.organiser_id or member.is_staff):
        return row
    if row.status == Tournament.Status.DRAFT:
        if own_office(row, member) is not None:
            return row
        raise NotVisibleError("no-tournament", code=code)
    if row.is_public or (token and secrets.compare_digest(token, row.invitation_token)):
        return row
    if member is not None and row.entries.filter(member=member).exists():
        return row
    if own_office(row, member) is not None:
        return row
    raise NotVisibleError("no-tournament", code=code)


class Power(enum.IntEnum):
    """How much of the organiser's tools somebody has; each holds those before it."""

    RULE = 1  # an arbiter: results, players and time
    ORGANISE = 2  # a co-organiser: all that the organiser may, but the next
    OWN = 3  # naming officials and calling it off


_POWERS = {Official.Role.ARBITER: Power.RULE, Official.Role.ORGANISER: Power.ORGANISE}


def power_of(
    tournament: Tournament, member: Member | None, officials: Sequence[Official] | None = None
) -> Power | None:
    """What of the organiser's tools the person has here; None for nothing.

    `officials` are the tournament's, where they are read already.
    """
    if member is None:
        return None
    if member.pk == tournament.organiser_id or member.is_staff:
        return Power.OWN
    for row in tournament.officials.all() if officials is None else officials:
        if row.member_id == member.pk and row.accepted_at is not None:
            return _POWERS[Official.Role(row.role)]
    return None


def own_office(
    tournament: Tournament, member: Member | None, officials: Sequence[Official] | None = None
) -> Official | None:
    """The person's office here, said yes to or not yet."""
    if member is None:
        return None
    address = member.email.lower()
    own = [
        row
        for row in (tournament.officials.all() if officials is None else officials)
        if row.member_id == member.pk
        or (row.member_id is None and row.invited_as.lower() == address)
    ]
    # Somebody may be asked twice, by name and by address.
    return min(own, key=lambda row: (row.accepted_at is None, row.pk), default=None)


def organised_by(member: Member) -> Q:
    """Tournaments of which the person has at least some of the organiser's tools."""
    offices = Official.objects.filter(member=member).exclude(accepted_at=None)
    return Q(organiser=member) | Q(pk__in=offices.values("tournament"))


def own_entry(tournament: Tournament, member: Member | None) -> Entry | None:
    """The member's entry, whatever its state."""
    if member is None:
        return None
    return tournament.entries.filter(member=member).first()


def watchable(tournament: Tournament, member: Member | None) -> frozenset[int] | None:
    """The keys of the matches that the person may open; None: all, as in a listed tournament.

    Those of one that is not listed are for who plays them, and for its organiser.
    """
    if tournament.is_public:
        return None
    if member is None:
        return frozenset()
    rows = Match.objects.filter(
        Q(created_by=member) | Q(players__member=member), pairing__round__tournament=tournament
    )
    return frozenset(rows.values_list("pk", flat=True))
