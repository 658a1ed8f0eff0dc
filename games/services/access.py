"""The one door to matches and seats: nothing else fetches them for a person."""

from __future__ import annotations

from games.common.errors import NotVisibleError
from games.models import Invitation, Match, Member, Player
from games.models.fixed_queries import FixedQuery


def find_match(*, code: str, member: Member | None, token: str = "") -> Match:
    """The match with this code, if the person may see that it exists.

    Public matches are seen by everybody; private ones by their players, their host, those whose
    address was invited, and whoever brings the invitation token. Raises NotVisibleError.
    """
    match = Match.objects.select_related("created_by").filter(code=code.lower()).first()
    if match is None:
        raise NotVisibleError("no-match", code=code)
    if match.is_public or (token and token == match.invitation_token):
        return match
    if token and match.invitations.filter(token=token).exists():
        return match
    if member is not None and (
        match.created_by_id == member.pk
        or match.players.filter(member=member).exists()
        or match.invitations.filter(email__iexact=member.email).exists()
    ):
        return match
    raise NotVisibleError("no-match", code=code)


def find_player(*, code: str, member: Member | None) -> Player:
    """The member's own player in this match. Raises NotVisibleError if there is none."""
    if member is None:
        raise NotVisibleError("no-seat", code=code)
    player = (
        Player.objects.select_related("match", "member")
        .filter(match__code=code.lower(), member=member)
        .first()
    )
    if player is None:
        raise NotVisibleError("no-seat", code=code)
    return player


_LOCKED = FixedQuery(
    lambda code, member: (
        Player.objects.select_related("match")
        .filter(match__code=code, member=member)
        .select_for_update(of=("match",))
    )
)


def lock_own_player(*, code: str, member: Member | None) -> Player:
    """The member's own player, with the match as it is now and locked until the transaction ends.

    The player's row is as it was before the lock was had. Raises NotVisibleError as `find_player`.
    """
    player = _LOCKED.first(code.lower(), member.pk) if member is not None else None
    if player is None:
        raise NotVisibleError("no-seat", code=code)
    player.member = member
    return player


def find_invited_match(*, token: str) -> tuple[Match, Invitation | None]:
    """The match behind an invitation's link, and the mailed invitation if it is one's own.

    The token is that of a mailed invitation, or the match's own that its players pass on. Raises
    NotVisibleError.
    """
    row = Invitation.objects.select_related("match").filter(token=token).first()
    match = row.match if row else Match.objects.filter(invitation_token=token).first()
    if match is None:
        raise NotVisibleError("no-invitation")
    return match, row
