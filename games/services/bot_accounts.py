"""Bot accounts: members under whose name a program plays, as everybody can see from the name."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from games.common.errors import MatchError
from games.models import Match, Member, Player

BOT_MARK = " [bot]"
"""Part of the name, so that it stands wherever the name does; nobody else's name may end so."""

LONGEST_BARE_NAME = 32 - len(BOT_MARK)
_UNDER_WAY = (Match.Status.OPEN, Match.Status.RUNNING, Match.Status.PARKED)


def marked_name(name: str) -> str:
    """The name of a bot account that is to be called so."""
    return name.removesuffix(BOT_MARK)[:LONGEST_BARE_NAME].rstrip() + BOT_MARK


def mark_as_bot(member: Member) -> Member:
    """Make this a bot account, for good; only an operator can undo it.

    Opponents are told before they sit down: raises MatchError `bot-while-playing` while the member
    has a seat in a match that is not over.
    """
    with transaction.atomic():
        row = Member.objects.select_for_update().get(pk=member.pk)
        if row.is_bot_account:
            return row
        if Player.objects.filter(member=row, match__status__in=_UNDER_WAY).exists():
            raise MatchError("bot-while-playing")
        row.name, number = marked_name(row.name), 1
        while Member.objects.named_alike(row.name).exclude(pk=row.pk).exists():
            number += 1
            row.name = marked_name(f"{member.name[: LONGEST_BARE_NAME - 4]} {number}")
        row.is_bot_account = True
        row.save(update_fields=["name", "is_bot_account"])
    return row


def unmark_bot(member: Member) -> Member:
    """Make it a person's account again, by an operator who knows better; the mark goes."""
    with transaction.atomic():
        row = Member.objects.select_for_update().get(pk=member.pk)
        if row.is_bot_account:
            row.is_bot_account = False
            bare = row.name.removesuffix(BOT_MARK)
            if Member.objects.named_alike(bare).exclude(pk=row.pk).exists():
                bare = f"{bare[:24]} {row.pk}"
            row.name = bare
            row.save(update_fields=["name", "is_bot_account"])
    return row


def check_bot_may_sit(match: Match, member: Member) -> None:
    """Raises MatchError `no-bot-accounts` for a bot account at a table that takes none."""
    if member.is_bot_account and match.bot_accounts == Match.BotAccounts.NONE:
        raise MatchError("no-bot-accounts")


def is_unrated_for_bots(match: Match, players: Iterable[Player]) -> bool:
    """Whether the match does not count because bot accounts play in it with people."""
    if match.bot_accounts != Match.BotAccounts.UNRATED:
        return False
    kinds = {player.member.is_bot_account for player in players if player.member is not None}
    return len(kinds) > 1
