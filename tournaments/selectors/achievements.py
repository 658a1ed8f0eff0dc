"""Achievements: a few, each earned by play, none for signing up or for playing much in a day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Count

from games.models import Member
from tournaments.models import Entry, PlayedMatch, RatingChange, Tournament
from tournaments.selectors.member_records import Conduct

FEWEST_ENTRIES = 4
STREAK = 100
UPSET = 200_000
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


def achievements(member: Member, course: Sequence[Conduct]) -> list[Achievement]:
    """What the member, whose matches went so, has achieved, the earliest first; three queries."""
    found = [_tournament(member), _streak(course), _upset(member), _stepped_in(member)]
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


def _streak(course: Sequence[Conduct]) -> Achievement | None:
    """A hundred matches in a row played to the end, no deadline missed in any."""
    run = 0
    for one in course:
        run = 0 if one.has_left or one.misses else run + 1
        if run == STREAK:
            return Achievement(Feat.STREAK, one.at)
    return None


def _upset(member: Member) -> Achievement | None:
    """The first settled opponent, 200 points or more above, who was left behind."""
    row = (
        RatingChange.objects.filter(member=member, upset__gte=UPSET)
        .select_related("rated_match__match")
        .order_by("rated_match")
        .first()
    )
    if row is None:
        return None
    match = row.rated_match.match
    code = match.code if match.is_public else ""
    return Achievement(Feat.UPSET, row.finished_at, code=code)


def _stepped_in(member: Member) -> Achievement | None:
    """The tenth seat that others had left, taken over and played to the end."""
    rows = PlayedMatch.objects.filter(
        member=member, has_left=False, match__players__substitutions__taken_by=member
    )
    moments = rows.order_by("finished_at").values_list("finished_at", flat=True)
    reached = moments[SEATS_TAKEN - 1 : SEATS_TAKEN]
    return next((Achievement(Feat.STEPPED_IN, at) for at in reached), None)
