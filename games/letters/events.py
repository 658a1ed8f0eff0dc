"""What happens, as programs and chats are told it: typed, and nothing that its reader may not see.

A hand, a view or an order is in none of these: who wants them asks the API, as the player.
"""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

import msgspec

from games.common.site_links import site_link
from games.models import Match, Player


class MatchInEvent(msgspec.Struct, frozen=True):
    """Which match."""

    code: str
    game: str
    title: str
    url: str

    @classmethod
    def of(cls, match: Match) -> MatchInEvent:
        url = site_link("match", code=match.code)
        return cls(match.code, match.game, match.title, url)


class PhaseInEvent(msgspec.Struct, frozen=True):
    """Which decision of a match."""

    number: int
    name: str
    round: int


class TournamentInEvent(msgspec.Struct, frozen=True):
    """Which tournament."""

    name: str
    url: str


class ChannelEvent(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happened, to one player or entrant. `name` is its name for programs."""

    name: ClassVar[str]


class DecisionAwaits(ChannelEvent, frozen=True, kw_only=True):
    """A decision awaits this seat."""

    name: ClassVar[str] = "decision.awaits"
    match: MatchInEvent
    seat: int
    phase: PhaseInEvent
    deadline: datetime | None

    @classmethod
    def of(cls, match: Match, player: Player) -> DecisionAwaits:
        phase = PhaseInEvent(match.phase_number, match.phase_name, match.round)
        return cls(
            match=MatchInEvent.of(match),
            seat=player.own_seat,
            phase=phase,
            deadline=match.deadline_at,
        )


class DecisionClosed(ChannelEvent, frozen=True, kw_only=True):
    """A decision is over: all orders were in (`complete`), or time was (`deadline`)."""

    name: ClassVar[str] = "decision.closed"
    match: MatchInEvent
    seat: int
    phase: PhaseInEvent
    reason: str
    closed_at: datetime


class MatchStarted(ChannelEvent, frozen=True, kw_only=True):
    """The match was dealt."""

    name: ClassVar[str] = "match.started"
    match: MatchInEvent
    seat: int


class MatchFinished(ChannelEvent, frozen=True, kw_only=True):
    """The match is over, with this seat's place and points."""

    name: ClassVar[str] = "match.finished"
    match: MatchInEvent
    seat: int
    place: int | None
    score: int | None


class TournamentRoundStarted(ChannelEvent, frozen=True, kw_only=True):
    """A round of a tournament has begun; `match` is the entrant's own, if they play in it."""

    name: ClassVar[str] = "tournament.round_started"
    tournament: TournamentInEvent
    round: int
    match: MatchInEvent | None = None


class TournamentFinished(ChannelEvent, frozen=True, kw_only=True):
    """A tournament is over."""

    name: ClassVar[str] = "tournament.finished"
    tournament: TournamentInEvent


class ChannelTest(ChannelEvent, frozen=True, kw_only=True):
    """The channel's owner wanted to see whether it works."""

    name: ClassVar[str] = "test"
    channel: str


EVENTS: dict[str, type[ChannelEvent]] = {
    one.name: one
    for one in (
        DecisionAwaits,
        DecisionClosed,
        MatchStarted,
        MatchFinished,
        TournamentRoundStarted,
        TournamentFinished,
        ChannelTest,
    )
}

SUBSCRIBABLE = tuple(name for name in EVENTS if name != ChannelTest.name)
"""What a channel may want to be told."""

FOR_PEOPLE = (
    DecisionAwaits.name,
    MatchStarted.name,
    MatchFinished.name,
    TournamentRoundStarted.name,
    TournamentFinished.name,
)
"""… and what a person may: that a decision is over tells nobody anything to do."""


class Envelope(msgspec.Struct, frozen=True):
    """The body of a webhook, as Standard Webhooks has it."""

    type: str
    timestamp: datetime
    data: ChannelEvent


def event_of(name: str, payload: object) -> ChannelEvent:
    """The event that a row keeps. Raises LookupError or msgspec.ValidationError."""
    return msgspec.convert(payload, EVENTS[name], strict=False)
