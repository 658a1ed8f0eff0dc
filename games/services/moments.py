"""When somebody is to be reminded of a deadline."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from games.models import Phase, Player


def reminder_moment(row: Phase, player: Player) -> datetime | None:
    """When this player is reminded of the phase's deadline; None for bots and who wants none.

    As many hours before it as the member has chosen, but never in the first half of the time.
    """
    member = player.member
    if member is None or player.bot or not member.reminder_hours or row.deadline_at is None:
        return None
    wanted = row.deadline_at - timedelta(hours=member.reminder_hours)
    return max(wanted, row.opened_at + (row.deadline_at - row.opened_at) / 2)


def first_reminder(row: Phase, players: Iterable[Player]) -> datetime | None:
    """The earliest of these players' moments."""
    moments = (reminder_moment(row, player) for player in players)
    return min((moment for moment in moments if moment is not None), default=None)
