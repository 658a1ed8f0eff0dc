"""Tables that have met more than once, to be made anew with one click."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from games.models import Match, Member, Player
from games.models.fixed_queries import FixedQuery

LEAST_TIMES = 2
MOST_LISTED = 3
MOST_LOOKED_AT = 100
"""Of so many of the member's newest finished matches."""


@dataclass(frozen=True, slots=True)
class UsualTable:
    """The same people at the same game: the newest of their matches, and how often they met."""

    match: Match
    names: tuple[str, ...]
    times: int


def usual_tables(member: Member) -> list[UsualTable]:
    """Those with whom the member has finished a game at least twice, the most frequent first; the
    people alone make a table, bots do not. Two queries."""
    matches = {match.pk: match for match in _PLAYED.rows(member.pk)}
    if len(matches) < LEAST_TIMES:
        return []
    people: dict[int, dict[int, str]] = defaultdict(dict)
    rows = Player.objects.filter(match__in=matches, member__isnull=False)
    for row in rows.select_related("member").order_by("id"):
        if row.member is not None and row.member.is_active:
            people[row.match_id][row.member.pk] = row.member.name
    met: dict[tuple[str, int, frozenset[int]], list[Match]] = defaultdict(list)
    for pk, match in matches.items():
        met[match.game, match.seats, frozenset(people[pk])].append(match)
    found = [
        UsualTable(
            match=played[0],
            names=tuple(name for pk, name in people[played[0].pk].items() if pk != member.pk),
            times=len(played),
        )
        for (_game, _seats, sitting), played in met.items()
        if len(played) >= LEAST_TIMES and len(sitting) > 1
    ]
    return sorted(found, key=lambda table: -table.times)[:MOST_LISTED]


def _played(member: Any) -> QuerySet[Match]:
    mine = Match.objects.filter(
        players__member=member, status=Match.Status.FINISHED, seating=Match.Seating.DRAWN
    )
    return mine.order_by("-finished_at", "-pk")[:MOST_LOOKED_AT]


_PLAYED = FixedQuery(_played)
