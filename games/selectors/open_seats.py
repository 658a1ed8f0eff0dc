"""Seats that their players have left, free for others."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games.models import Match, Member, Player
from games.models.fixed_queries import FixedQuery

MOST_LISTED = 50


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """A seat that a bot keeps: whose it was, and since when they are away."""

    match: Match
    seat: int
    name: str
    away_since: datetime


def open_seats(member: Member | None) -> list[OpenSeat]:
    """Seats of public matches that this member could take over, the longest open first."""
    return [_seat(row) for row in _OPEN.rows(member.pk if member is not None else None)]


def open_seat(match: Match, number: int) -> tuple[Player, OpenSeat] | None:
    """The open seat of this number, with its player; None if it is not open."""
    row = _kept_by_bots().filter(match=match, seat=number).first()
    return (row, _seat(row)) if row is not None else None


def _kept_by_bots() -> QuerySet[Player]:
    """Not those of a tournament, which finds its own substitutes."""
    rows = Player.objects.select_related("match", "member").exclude(bot="")
    return rows.filter(
        match__status=Match.Status.RUNNING,
        match__seating=Match.Seating.DRAWN,
        member__isnull=False,
        away_since__isnull=False,
    )


def _open(member: Any) -> QuerySet[Player]:
    rows = _kept_by_bots().filter(match__is_public=True)
    own = Player.objects.filter(member=member).values("match")
    return rows.exclude(match__in=own).order_by("away_since")[:MOST_LISTED]


_OPEN = FixedQuery(_open)


def _seat(row: Player) -> OpenSeat:
    return OpenSeat(row.match, row.own_seat, row.name, row.away_since or row.joined_at)
