"""Invitations to a match: to members, and to people without an account."""

from __future__ import annotations

from games.common.date_words import duration
from games.common.links import without_links
from games.common.site_links import site_link
from games.letters.letter import Context, Kind, Letter, Level, MailScene, is_refused_by_stranger
from games.letters.outbox_prefetch import Prefetched
from games.models import Invitation, Match, OutboundMail


class InvitationLetter(Letter):
    """A seat is offered. Nothing that people have named leads anywhere in it: whoever is invited
    may not know them."""

    kind = Kind.INVITATION
    is_invitation = True
    answered_by_yes = True
    invitation: int = 0
    by: str = ""

    def is_moot(self, row: OutboundMail, known: Prefetched) -> bool:
        if row.member is not None and row.member.mail_level == Level.NONE:
            return True
        open_ones = Invitation.objects.filter(
            pk=self.invitation, player=None, declined_at=None, match__status=Match.Status.OPEN
        )
        return is_refused_by_stranger(row) or not open_ones.exists()

    def context(self, scene: MailScene) -> Context | None:
        rows = Invitation.objects.select_related("match").filter(pk=self.invitation)
        invitation = rows.first()
        if invitation is None:
            return None
        match, common = invitation.match, scene.common()
        return {
            **{name: without_links(str(common[name])) for name in ("match_title", "names")},
            "by": without_links(self.by),
            "seats": match.seats,
            "phase_time_words": duration(match.phase_time),
            "time_bank_words": duration(match.time_bank) if match.time_bank else "",
            "options": scene.unusual_options(),
            "is_stranger": scene.row.member is None,
            "invitation_link": site_link("invitation", token=invitation.token),
            "rules_link": site_link("rules", game=match.game),
        }
