"""Who asks for no more mail, and what stops it: by the link, or by the mail beside it."""

from __future__ import annotations

from typing import NamedTuple

from games.composing.messages import read_unsubscription
from games.models import Member, Player
from games.services.mail_preferences import set_match_mail, stop_mail


class Unsubscribing(NamedTuple):
    """A member who wants no more mail; about one match alone where a player is named."""

    member: Member
    player: Player | None

    def stop(self) -> None:
        """Send no more of it."""
        if self.player is not None:
            set_match_mail(player=self.player, level=Member.MailLevel.NONE)
        else:
            stop_mail(member=self.member)


def unsubscribing_of(token: str) -> Unsubscribing | None:
    """Whose link bears this token; None if it is not genuine, or nobody is there."""
    whose = read_unsubscription(token)
    if whose is None:
        return None
    if whose.member_id is not None:
        member = Member.objects.filter(pk=whose.member_id).first()
        return Unsubscribing(member, None) if member is not None else None
    player = (
        Player.objects.select_related("member", "match").filter(pk=whose.player_id or 0).first()
    )
    if player is None or player.member is None:
        return None
    return Unsubscribing(player.member, player)
