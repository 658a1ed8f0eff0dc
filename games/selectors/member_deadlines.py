"""The deadlines of one member, for their own calendar."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max

from games.models import Match, Member, Order, Phase, Player


@dataclass(frozen=True, slots=True)
class OwnDeadline:
    """A decision that awaits the member. `moves` counts how often its deadline was set."""

    match: Match
    opponents: tuple[str, ...]
    phase_id: int
    phase_name: str
    round: int
    deadline_at: datetime
    moves: int
    changed_at: datetime


def own_deadlines(member: Member) -> list[OwnDeadline]:
    """Every decision that awaits an order of the member's, the nearest deadline first.

    What others have done or owe changes nothing in it.
    """
    seats = dict(
        Player.objects.filter(
            member=member, match__status=Match.Status.RUNNING, resigned_at=None
        ).values_list("match_id", "seat")
    )
    ordered = set(
        Order.objects.filter(
            player__member=member, phase__match__in=seats, phase__closed_at=None
        ).values_list("phase_id", flat=True)
    )
    rows = (
        Phase.objects.filter(match__in=seats, closed_at=None, number__gt=0)
        .exclude(deadline_at=None)
        .select_related("match")
        .annotate(moves=Count("deadline_changes"), moved_at=Max("deadline_changes__changed_at"))
        .order_by("deadline_at", "pk")
    )
    others = _opponents(member, seats)
    return [
        OwnDeadline(
            match=row.match,
            opponents=tuple(others[row.match_id]),
            phase_id=row.pk,
            phase_name=row.name,
            round=row.round,
            deadline_at=row.deadline_at,
            moves=row.moves,
            changed_at=row.moved_at or row.opened_at,
        )
        for row in rows
        if row.deadline_at is not None
        and seats[row.match_id] in row.asked
        and row.pk not in ordered
    ]


def _opponents(member: Member, matches: Iterable[int]) -> Mapping[int, list[str]]:
    """The names of the others in these matches who still play, by seat."""
    others: dict[int, list[str]] = defaultdict(list)
    people = Player.objects.filter(match__in=matches, resigned_at=None, member__isnull=False)
    people = people.exclude(member=member).order_by("seat", "pk")
    for match, name in people.values_list("match", "member__name"):
        others[match].append(name)
    return others
