"""A member's record: how fast they answer, whether they stay, and matches of two.

Everything comes from matches that are over, and no single answer is shown: only medians.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from statistics import quantiles

from django.db.models import QuerySet

from games.models import Member
from tournaments.models import PlayedMatch
from tournaments.models import Reliability as ReliabilityRow

PACE_MATCHES = 30
SHOWN_CHANGES = 20
FEWEST_ANSWERED = 3
NEWCOMER_RELIABILITY = 75


@dataclass(frozen=True, slots=True)
class AnswerPace:
    """Within which time half of the answers come in a usual match, a fast one and a slow one."""

    matches: int
    usual: timedelta
    fast: timedelta
    slow: timedelta


@dataclass(frozen=True, slots=True)
class MemberReliability:
    """The points with the latest matches that moved them, newest first."""

    points: int
    matches: int
    changes: tuple[PlayedMatch, ...]


def shown(member: Member) -> QuerySet[PlayedMatch]:
    """The matches of which the member's record consists."""
    return PlayedMatch.objects.filter(member=member, is_shown=True)


def pace(member: Member) -> AnswerPace | None:
    """From the medians of the last 30 matches, private ones too; None under 3 with answers."""
    rows = PlayedMatch.objects.filter(member=member).order_by("-finished_at", "-id")
    medians = rows.values_list("answer_seconds", flat=True)[:PACE_MATCHES]
    seconds = [one for one in medians if one is not None]
    if len(seconds) < FEWEST_ANSWERED:
        return None
    fast, usual, slow = (timedelta(seconds=round(one)) for one in quantiles(seconds, n=4))
    return AnswerPace(len(seconds), usual, fast, slow)


def reliability(member: Member) -> MemberReliability:
    """The points, and the matches that led to them as far as all may know of those.

    One query where the member was read with `reliability` beside it.
    """
    try:
        row = member.reliability
    except ReliabilityRow.DoesNotExist:
        return MemberReliability(NEWCOMER_RELIABILITY, 0, ())
    changes = shown(member).select_related("match").defer("match__state")
    changes = changes.order_by("-finished_at", "-id")
    return MemberReliability(row.points, row.matches, tuple(changes[:SHOWN_CHANGES]))


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match in which two members met: the row of each."""

    one: PlayedMatch
    other: PlayedMatch

    @property
    def both(self) -> tuple[PlayedMatch, PlayedMatch]:
        """The two rows."""
        return self.one, self.other

    @property
    def score(self) -> float:
        """What the first scored against the second: 1, ½ or 0."""
        if self.one.has_left != self.other.has_left:
            return float(self.other.has_left)
        if self.one.place == self.other.place:
            return 0.5
        return float(self.one.place < self.other.place)


def meetings(one: Member, other: Member, limit: int) -> list[Meeting]:
    """The latest shown matches of these two, oldest first, in two queries."""
    both = shown(one).filter(match__played__member=other, match__played__is_shown=True)
    rows = both.select_related("match").defer("match__state").order_by("-finished_at", "-id")
    latest = list(rows[:limit])[::-1]
    theirs = {
        row.match_id: row
        for row in PlayedMatch.objects.filter(
            member=other, match__in=[row.match_id for row in latest]
        )
    }
    return [Meeting(row, theirs[row.match_id]) for row in latest]
