"""When members want to be written to: everywhere, and about one match."""

from __future__ import annotations

from django.db import transaction

from games.common.errors import MatchError
from games.models import Member, Player
from games.services.digest_scheduling import renew_collecting

Level = Member.MailLevel


def set_match_mail(*, player: Player, level: str) -> None:
    """Choose the mails about one match; "" follows the profile again.

    Mails that wait in the outbox follow at once. Raises MatchError `unknown-mail-level`, or
    `not-in` for a player who is no member.
    """
    if level and level not in Level.values:
        raise MatchError("unknown-mail-level")
    if player.member is None:
        raise MatchError("not-in")
    with transaction.atomic():
        Player.objects.filter(pk=player.pk).update(mail_level=level)
        renew_collecting(player.member)


def stop_mail(*, member: Member) -> None:
    """No more mails about matches, wherever something else was chosen for one."""
    with transaction.atomic():
        Member.objects.filter(pk=member.pk).update(mail_level=Level.NONE)
        Player.objects.filter(member=member).exclude(mail_level="").update(mail_level="")
