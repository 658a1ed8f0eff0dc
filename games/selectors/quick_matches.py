"""Quick pairing: what is on offer, who waits for it, and when it would be over."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, F, Q, QuerySet

from games.common import clock
from games.models import Match, Member, Player, Stance
from games.models.fixed_queries import FixedQuery
from games.rules.registry import GAMES
from games.selectors.match_durations import member_paces, predicted_pace

USUAL_SEATS = 3


class QuickPace(NamedTuple):
    """How fast a quick match is played: time for a decision, and each player's bank."""

    key: str
    phase_time: timedelta
    time_bank: timedelta


PACES = {
    pace.key: pace
    for pace in (
        QuickPace("day", timedelta(days=1), timedelta(days=3)),
        QuickPace("hours", timedelta(hours=4), timedelta(days=1)),
    )
}


@dataclass(frozen=True, slots=True)
class QuickOffer:
    """One game at one pace. `waiting` are the people who wait for it now, of whom the one who looks
    may be one (`match`); `done_by` is None where the game's usual length is not known."""

    game: str
    seats: int
    pace: QuickPace
    waiting: int
    match: Match | None
    done_by: datetime | None


def quick_seats(game: str) -> int:
    """How many play a quick match of this game."""
    sizes = GAMES[game].rules.table_sizes
    return min(max(USUAL_SEATS, sizes[0]), sizes[-1])


def quick_offers(member: Member | None) -> list[QuickOffer]:
    """What the lobby offers, in four queries at most."""
    tables = list(open_quick_matches(member))
    own = _own_waiting(member)
    paces = member_paces([member]) if member is not None else []
    now = clock.now()
    offers = []
    for game in GAMES:
        for pace in PACES.values():
            seats = quick_seats(game)
            fitting = [
                one for one in tables if (one.game, one.phase_time) == (game, pace.phase_time)
            ]
            planned = Match(game=game, seats=seats, phase_time=pace.phase_time)
            length = predicted_pace(planned, paces)
            offers.append(
                QuickOffer(
                    game=game,
                    seats=seats,
                    pace=pace,
                    waiting=max((getattr(one, "taken", 0) for one in fitting), default=0),
                    match=own.get((game, pace.phase_time)),
                    done_by=now + length.usual if length is not None else None,
                )
            )
    return offers


def open_quick_matches(member: Member | None) -> QuerySet[Match]:
    """Quick matches with a free place that this member could join, the longest waiting first.

    Nobody is offered a table with somebody whom they have blocked, or who has blocked them, nor a
    person one with a bot account unless they allow it.
    """
    rows = Match.objects.filter(status=Match.Status.OPEN, is_quick=True, is_public=True)
    rows = rows.annotate(taken=Count("players")).filter(taken__lt=F("seats"))
    if member is not None:
        waiting = Player.objects.filter(match__status=Match.Status.OPEN, match__is_quick=True)
        if member.is_bot_account:
            asked = waiting.filter(member__meets_bot_accounts=False, member__is_bot_account=False)
            rows = rows.exclude(pk__in=asked.values("match"))
        elif not member.meets_bot_accounts:
            rows = rows.exclude(pk__in=waiting.filter(member__is_bot_account=True).values("match"))
        with_them = waiting.filter(Q(member=member) | _kept_apart(member))
        rows = rows.exclude(pk__in=with_them.values("match"))
    return rows.order_by("created_at", "pk")


def _kept_apart(member: Member) -> Q:
    """Those whom the member has blocked, and who have blocked the member."""
    blocks = Stance.objects.filter(kind=Stance.Kind.BLOCK)
    own, others = blocks.filter(member=member), blocks.filter(other=member)
    return Q(member__in=own.values("other")) | Q(member__in=others.values("member"))


def _own_waiting(member: Member | None) -> dict[tuple[str, timedelta], Match]:
    if member is None:
        return {}
    return {(row.game, row.phase_time): row for row in _WAITING.rows(member.pk)}


_WAITING = FixedQuery(
    lambda member: Match.objects.filter(
        status=Match.Status.OPEN, is_quick=True, players__member=member
    )
)
