"""Who played a finished match, as ratings and records see it: people, places, and who left."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median

import msgspec

from games.models import Match, Order, Substitution
from tournaments.rating.elo import LARGEST_TABLE, SMALLEST_TABLE

PERSONAL = (Order.Source.WEB, Order.Source.MAIL, Order.Source.API)


class RatedPlayer(msgspec.Struct, frozen=True):
    """One person's result as a rated match keeps it."""

    member: int
    seat: int
    place: int
    score: int
    left: bool


def rated_players(results: object) -> list[RatedPlayer]:
    """What `RatedMatch.results` holds."""
    return msgspec.convert(results, list[RatedPlayer])


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One person's result. A seat that changed hands is that of the one who began in it.

    A substitute has a result of their own for the record; it is never rated.
    """

    member: int
    player: int
    seat: int
    place: int
    score: int
    left: bool
    is_substitute: bool = False

    @property
    def rated(self) -> RatedPlayer:
        """As `RatedMatch.results` holds it."""
        return RatedPlayer(self.member, self.seat, self.place, self.score, self.left)


def results_of(match: Match) -> list[PlayerResult]:
    """Everybody who played the finished match, in seat order, substitutes last."""
    former: dict[int, int] = {}
    for row in Substitution.objects.filter(player__match=match).order_by("id"):
        former.setdefault(row.player_id, row.former_member_id)
    rows = match.players.exclude(member=None).order_by("seat")
    kept = rows.values(*_FinishedPlayer.__struct_fields__)
    players = msgspec.convert(list(kept), list[_FinishedPlayer])
    began = [_result(row, former.get(row.pk, row.member_id), row.pk in former) for row in players]
    known = {one.member for one in began}
    substitutes = [
        _result(row, row.member_id, changed_hands=False, is_substitute=True)
        for row in players
        if row.pk in former and row.member_id not in known
    ]
    return began + substitutes


class _FinishedPlayer(msgspec.Struct):
    """What a player's row must hold when the match is over."""

    pk: int
    member_id: int
    seat: int
    place: int
    score: int
    bot: str
    resigned_at: datetime | None


def _result(
    player: _FinishedPlayer, member: int, changed_hands: bool, is_substitute: bool = False
) -> PlayerResult:
    left = changed_hands or bool(player.bot) or player.resigned_at is not None
    return PlayerResult(
        member, player.pk, player.seat, player.place, player.score, left, is_substitute
    )


def rated_results(match: Match, results: Sequence[PlayerResult]) -> list[PlayerResult]:
    """The results that count for ratings; none unless people began in all 2 to 6 seats.

    A bot has no rating that a result against it could be measured by, so one at the table from the
    start takes the match out.
    """
    began = [one for one in results if not one.is_substitute]
    seats = len(began)
    if not match.is_rated or seats < match.seats or not SMALLEST_TABLE <= seats <= LARGEST_TABLE:
        return []
    return began


@dataclass(frozen=True, slots=True)
class PlayerPace:
    """How a player kept up with a match: answers in person, their median in seconds, misses."""

    answers: int = 0
    seconds: int | None = None
    misses: int = 0


def paces_of(match: Match) -> dict[int, PlayerPace]:
    """The pace of every player of the finished match, by the player's id."""
    waited: dict[int, list[float]] = defaultdict(list)
    misses: dict[int, int] = defaultdict(int)
    rows = Order.objects.filter(
        phase__match=match, source__in=[*PERSONAL, Order.Source.DEFAULT]
    ).values_list("player_id", "source", "first_received_at", "received_at", "phase__opened_at")
    for player, source, first, last, opened in rows.order_by():
        if source == Order.Source.DEFAULT:
            misses[player] += 1
        else:
            waited[player].append(max(0.0, ((first or last) - opened).total_seconds()))
    return {
        player: PlayerPace(
            len(waited[player]),
            round(median(waited[player])) if waited[player] else None,
            misses[player],
        )
        for player in {*waited, *misses}
    }
