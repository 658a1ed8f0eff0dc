"""The door to tournaments: nothing else fetches one for a person."""

from __future__ import annotations

import secrets

from django.db.models import Q

from games.common.errors import NotVisibleError
from games.models import Match, Member
from tournaments.models import Entry, Tournament


def tournament_access(*, code: str, member: Member | None, token: str = "") -> Tournament:
    """The tournament with this code, if the person may see that it exists.

    One that is being prepared is seen by its organiser and the staff. One that is not listed is
    seen by those who have an entry, an invitation or the invitation's token. Raises
    NotVisibleError.
    """
    row = Tournament.objects.select_related("organiser", "series").filter(code=code.lower()).first()
    if row is None:
        raise NotVisibleError("no-tournament", code=code)
    if member is not None and (member.pk == row.organiser_id or member.is_staff):
        return row
    if row.status == Tournament.Status.DRAFT:
        raise NotVisibleError("no-tournament", code=code)
    if row.is_public or (token and secrets.compare_digest(token, row.invitation_token)):
        return row
    if member is not None and row.entries.filter(member=member).exists():
        return row
    raise NotVisibleError("no-tournament", code=code)


def may_rule(tournament: Tournament, member: Member | None) -> bool:
    """Whether the person has the organiser's tools here."""
    return member is not None and (member.pk == tournament.organiser_id or member.is_staff)


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
