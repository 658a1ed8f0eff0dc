"""Who may hear at once that a match has changed: as much as its pages show, and no more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from games.common.live_news import match_topic, member_news, player_topic, publish_news
from games.models import Match, Player

if TYPE_CHECKING:
    from games.services.running_matches import RunningMatch

SHOWN_TO_ALL = {"phase_number", "status", "deadline_at"}
"""Fields of a match that every page of it shows."""


def publish_plays(plays: Iterable[RunningMatch]) -> None:
    """Tell of what is about to be written of these matches."""
    publish_news(topic for play in plays for topic in _topics(play))


def publish_order(match: Match, player: Player, *, changes_count: bool) -> None:
    """Tell that this player's order is in, or taken back.

    Others hear of it only where the match shows them how many or whose orders are in, and only if
    that has changed: an order that replaces another is nobody else's business.
    """
    publish_news(_order_topics(match, player, changes_count=changes_count))


def publish_match(match: Match) -> None:
    """Tell that something has changed which every page of this match shows."""
    publish_news([match_topic(match.pk)])


def _topics(play: RunningMatch) -> Iterator[str]:
    match = play.match
    rows = dict(play.changed_rows(Match))
    if SHOWN_TO_ALL & rows.get(match, set()) or play.new.phases:
        yield match_topic(match.pk)
        asked = play.asked
        for seat, player in play.players.items():
            if player.member_id is not None:
                awaits = seat in asked and not player.bot
                yield member_news(player.member_id, match.code, awaits=awaits)
    for order in play.new.orders:
        yield from _order_topics(match, play.players[order.seat], changes_count=True)


def _order_topics(match: Match, player: Player, *, changes_count: bool) -> Iterator[str]:
    yield player_topic(player.pk)
    if player.member_id is not None:
        yield member_news(player.member_id, match.code, awaits=False)
    if changes_count and match.waiting_policy != Match.Waiting.QUIET:
        yield match_topic(match.pk)
