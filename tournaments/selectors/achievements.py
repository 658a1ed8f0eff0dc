"""Achievements: a few, each earned by play, none for signing up or for playing much in a day."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from django.db.models import Count

from games.models import Member
from tournaments.figures.careers import Career
from tournaments.models import Entry, PlayedMatch, Reliability, Tournament

FEWEST_ENTRIES = 4
SEATS_TAKEN = 10


class Feat(StrEnum):
    """What may be achieved."""

    TOURNAMENT = "tournament"
    STREAK = "streak"
    UPSET = "upset"
    STEPPED_IN = "stepped-in"


@dataclass(frozen=True, slots=True)
class Achievement:
    """A feat, when it was first done, and the tournament or match that it was done in."""

    feat: Feat
    at: datetime
    name: str = ""
    code: str = ""


def achievements(member: Member, careers: Iterable[Career]) -> list[Achievement]:
    """What the member, whose figures these are, has achieved, the earliest first.

    Two queries where the member was read with `reliability` beside it.
    """
    found = [_tournament(member), _streak(member), _upset(careers), _stepped_in(member)]
    return sorted((one for one in found if one is not None), key=lambda one: one.at)


def _tournament(member: Member) -> Achievement | None:
    """The first listed tournament of four or more that was won."""
    entry = (
        Entry.objects.filter(
            member=member,
            place=1,
            tournament__status=Tournament.Status.FINISHED,
            tournament__is_public=True,
            tournament__finished_at__isnull=False,
        )
        .annotate(field=Count("tournament__entries"))
        .filter(field__gte=FEWEST_ENTRIES)
        .select_related("tournament")
        .order_by("tournament__finished_at")
        .first()
    )
    if entry is None or entry.tournament.finished_at is None:
        return None
    row = entry.tournament
    return Achievement(Feat.TOURNAMENT, entry.tournament.finished_at, row.name, row.code)


def _streak(member: Member) -> Achievement | None:
    """A hundred matches in a row played to the end, no deadline missed in any."""
    try:
        at = member.reliability.streak_at
    except Reliability.DoesNotExist:
        return None
    return Achievement(Feat.STREAK, at) if at is not None else None


def _upset(careers: Iterable[Career]) -> Achievement | None:
    """The first settled opponent, 200 points or more above, who was left behind."""
    giants = [one.giant for one in careers if one.giant is not None]
    first = min(giants, key=lambda one: one.at, default=None)
    if first is None:
        return None
    return Achievement(Feat.UPSET, datetime.fromtimestamp(first.at, UTC), code=first.code)


def _stepped_in(member: Member) -> Achievement | None:
    """The tenth seat that others had left, taken over and played to the end."""
    rows = PlayedMatch.objects.filter(
        member=member, has_left=False, match__players__substitutions__taken_by=member
    )
    moments = rows.order_by("finished_at").values_list("finished_at", flat=True)
    reached = moments[SEATS_TAKEN - 1 : SEATS_TAKEN]
    return next((Achievement(Feat.STEPPED_IN, at) for at in reached), None)
