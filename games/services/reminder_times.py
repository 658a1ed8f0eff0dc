"""When somebody is to be reminded of a deadline."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from games.models import Match, Member, Phase, Player
from games.services.deadline_calculation import waking_moment
from games.services.member_calendars import personal_habits

LATEST_BEFORE_DEADLINE = timedelta(minutes=30)
"""A reminder that would disturb quiet hours is put off no further than this."""

MOST_GONE = 0.8

FIRST_NEWS = 2
"""So many times sooner comes a reminder that is the first mail about a decision."""


class Moment(NamedTuple):
    """A reminder to come. `stage` tells several of one deadline apart; "" is the last one."""

    at: datetime
    stage: str


def reminder_moments(match: Match, row: Phase, player: Player) -> list[Moment]:
    """When this player is reminded of the phase's deadline, in order; none for bots.

    As many hours before it as the member has chosen, twice as many where nothing else tells them
    of the decision, never in the first half of the time, and
    where they asked for it also after half and after four fifths of it. When time banks have moved
    the deadline, at once as well. Outside quiet hours wherever that can be.
    """
    member = player.member
    deadline = row.deadline_at
    if member is None or player.bot or not member.reminder_hours or deadline is None:
        return []
    habits = personal_habits(member)
    latest = deadline - LATEST_BEFORE_DEADLINE
    moments = {
        Moment(waking_moment(at, row.opened_at, latest, habits), stage)
        for at, stage in _wanted(match, row, player, member, deadline)
    }
    return sorted(moments)


def _wanted(
    match: Match, row: Phase, player: Player, member: Member, deadline: datetime
) -> list[tuple[datetime, str]]:
    whole = deadline - row.opened_at
    half = row.opened_at + whole / 2
    hours = timedelta(hours=member.reminder_hours)
    if player.wanted_mail == Member.MailLevel.URGENT:
        hours *= FIRST_NEWS
    last = max(deadline - hours, half)
    wanted = [(last, "")]
    if member.reminders >= Member.Reminders.TWICE:
        wanted.append((row.opened_at + whole * MOST_GONE, "most"))
    if member.reminders >= Member.Reminders.THRICE:
        wanted.append((half, "half"))
    if match.banks_open_since is not None:
        wanted.append((match.banks_open_since, "bank"))
    return [(at, stage) for at, stage in wanted if stage in {"", "bank"} or at < last]


def first_reminder(match: Match, row: Phase, players: Iterable[Player]) -> datetime | None:
    """The earliest of these players' moments."""
    firsts = (reminder_moments(match, row, player)[:1] for player in players)
    return min((moment.at for first in firsts for moment in first), default=None)
