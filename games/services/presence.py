"""Whether a player has the match's page open, and how long a question waits for such a one.

A page that is open and visible says so once a minute; nothing is written more often. What waits is
a row of the outbox with a later moment: it is withdrawn if the answer comes first, and sent if not,
whatever becomes of the page.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from games.common import clock
from games.models import Match, Player

NOTED_EVERY = timedelta(minutes=1)
PRESENT_FOR = timedelta(minutes=2)
"""A page that has said nothing for so long is closed, or lies behind another."""

MOST_OF_TIME_LEFT = 0.1
"""Nobody loses more of the time for a decision than this before they are written to."""


def note_presence(player: Player) -> None:
    """The player looks at the match now; costs nothing within a minute of the last time."""
    now = clock.roughly_now()
    if player.looked_at is not None and abs(now - player.looked_at) < NOTED_EVERY:
        return
    player.looked_at = now
    Player.objects.filter(pk=player.pk).update(looked_at=now)


def is_present(player: Player, now: datetime) -> bool:
    """Whether the player has had the match's page open and visible just now."""
    return player.looked_at is not None and now - player.looked_at < PRESENT_FOR


def waiting_time(match: Match, player: Player, now: datetime) -> timedelta:
    """How long a question to this player is held back: not at all for who isn't looking."""
    if not is_present(player, now):
        return timedelta(0)
    held = timedelta(minutes=max(settings.PRESENCE_MINUTES, 0))
    if match.deadline_at is None:
        return held
    return max(min(held, (match.deadline_at - now) * MOST_OF_TIME_LEFT), timedelta(0))
