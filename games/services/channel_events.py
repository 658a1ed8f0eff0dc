"""What happened is told to the channels of those it happened to, in the transaction it happens in.

For members who have no channel, which are most, nothing is asked of the database.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from games.common.task_queue import enqueue_channels
from games.letters.events import (
    ChannelEvent,
    DecisionAwaits,
    DecisionClosed,
    MatchFinished,
    MatchInEvent,
    MatchStarted,
    PhaseInEvent,
    TournamentFinished,
    TournamentInEvent,
    TournamentRoundStarted,
)
from games.models import Channel, ChannelDelivery, Match, Member, Phase, Player
from games.services.channels import delivery_row
from games.services.presence import waiting_time

MOST_WAITING = 500
"""For one channel: what comes beyond is not told, so that nobody's silence fills the table."""


class Happening(NamedTuple):
    """An event, to whom it happened, and a key that is the same if it is reported twice."""

    member: Member
    event: ChannelEvent
    key: str
    match: Match | None = None
    player: Player | None = None


def decision_awaits(match: Match, players: Iterable[Player]) -> list[Happening]:
    """A decision awaits these players."""
    return [
        Happening(
            player.member,
            DecisionAwaits.of(match, player),
            f"awaits:{match.pk}:{match.attempt}:{match.phase_number}:{player.pk}:{player.member_id}",
            match,
            player,
        )
        for player in players
        if player.member is not None and player.member.has_channels and not player.bot
    ]


def decision_closed(match: Match, row: Phase, players: Iterable[Player]) -> list[Happening]:
    """This phase of the match is over."""
    if row.closed_at is None:
        return []
    phase = PhaseInEvent(row.number, row.name, row.round)
    return [
        Happening(
            player.member,
            DecisionClosed(
                match=MatchInEvent.of(match),
                seat=player.own_seat,
                phase=phase,
                reason=row.reason,
                closed_at=row.closed_at,
            ),
            f"closed:{match.pk}:{match.attempt}:{row.number}:{player.pk}",
            match,
            player,
        )
        for player in players
        if player.member is not None and player.member.has_channels
    ]


def match_started(match: Match, players: Iterable[Player]) -> list[Happening]:
    """The match was dealt to these players."""
    return [
        Happening(
            player.member,
            MatchStarted(match=MatchInEvent.of(match), seat=player.own_seat),
            f"started:{match.pk}:{match.attempt}:{player.pk}",
            match,
            player,
        )
        for player in players
        if player.member is not None and player.member.has_channels
    ]


def match_finished(match: Match, players: Iterable[Player]) -> list[Happening]:
    """The match is over for these players."""
    return [
        Happening(
            player.member,
            MatchFinished(
                match=MatchInEvent.of(match),
                seat=player.own_seat,
                place=player.place,
                score=player.score,
            ),
            f"finished:{match.pk}:{match.attempt}:{player.pk}",
            match,
            player,
        )
        for player in players
        if player.member is not None and player.member.has_channels
    ]


def round_started(
    *, member: Member, name: str, url: str, number: int, match: Match | None, key: str
) -> Happening:
    """A round of a tournament has begun for this entrant, who plays this match in it, if any."""
    event = TournamentRoundStarted(
        tournament=TournamentInEvent(name, url),
        round=number,
        match=MatchInEvent.of(match) if match is not None else None,
    )
    return Happening(member, event, f"round:{key}:{number}:{member.pk}")


def tournament_finished(*, member: Member, name: str, url: str, key: str) -> Happening:
    """A tournament is over for this entrant."""
    event = TournamentFinished(tournament=TournamentInEvent(name, url))
    return Happening(member, event, f"tournament-finished:{key}:{member.pk}")


def tell_channels(happenings: Iterable[Happening], now: datetime) -> int:
    """Write what is to be told to whose channels; returns how many rows. Within a transaction."""
    told = [one for one in happenings if one.member.has_channels]
    if not told:
        return 0
    channels: dict[int, list[Channel]] = defaultdict(list)
    ids = {one.member.pk for one in told}
    for channel in Channel.objects.filter(member__in=ids, stopped_at=None):
        channels[channel.member_id].append(channel)
    rows = [
        _row(channel, one, now)
        for one in told
        for channel in channels[one.member.pk]
        if one.event.name in channel.events and not _is_left_out(channel, one)
    ]
    rows = _without_the_overfull(rows)
    if rows:
        ChannelDelivery.objects.bulk_create(rows, ignore_conflicts=True)
        enqueue_channels()
    return len(rows)


def _is_left_out(channel: Channel, one: Happening) -> bool:
    """People are not told of their own practice; their programs are."""
    return one.match is not None and one.match.is_practice and channel.is_for_people


def _row(channel: Channel, one: Happening, now: datetime) -> ChannelDelivery:
    key = f"{one.key}:{channel.pk}"
    row = delivery_row(channel, one.event, key=key, match=one.match, player=one.player)
    row.created_at = row.due_at = now
    is_question = isinstance(one.event, DecisionAwaits)
    if is_question and channel.is_for_people and one.match is not None and one.player is not None:
        row.due_at = now + waiting_time(one.match, one.player, now)
    return row


def _without_the_overfull(rows: list[ChannelDelivery]) -> list[ChannelDelivery]:
    """Leave out the rows of channels for which too much waits already."""
    failing = {row.channel_id for row in rows if row.channel.failures}
    waiting = ChannelDelivery.objects.filter(status=ChannelDelivery.Status.QUEUED)
    full = {
        channel_id
        for channel_id in failing
        if waiting.filter(channel=channel_id)[:MOST_WAITING].count() >= MOST_WAITING
    }
    return [row for row in rows if row.channel_id not in full]
